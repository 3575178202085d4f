import { describe, expect, test } from 'vitest';

import css from './tokens.css?raw';

/** The colours that a rule sets, over those of the rule before. */
function colours(selector: string, base: Record<string, string> = {}): Record<string, string> {
  const rule = css.slice(css.indexOf(`${selector} {`)).split('}')[0]!;
  const found = [...rule.matchAll(/--([\w-]+): (#[0-9a-f]{6}|var\(--[\w-]+\));/g)];
  return { ...base, ...Object.fromEntries(found.map((match) => [match[1]!, match[2]!])) };
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(set: Record<string, string>, text: string, ground: string): number {
  const value = (name: string): string => {
    const found = set[name]!;
    return found.startsWith('#') ? found : value(found.slice(6, -1));
  };
  const [low, high] = [luminance(value(text)), luminance(value(ground))].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

const dark = colours(':root');
const light = colours(":root[data-theme='light']", dark);
const four = colours(":root[data-deck='four']", dark);

describe.each([
  ['dark', dark],
  ['light', light],
])('in the %s theme', (_, set) => {
  test.each(['text', 'muted', 'jade', 'brass'])('%s can be read on every ground', (text) => {
    for (const ground of ['page', 'table', 'panel', 'panel-2']) {
      expect(contrast(set, text, ground), ground).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('the label of the one action can be read', () => {
    expect(contrast(set, 'on-cinnabar', 'cinnabar')).toBeGreaterThanOrEqual(4.5);
  });

  test('the focus ring is seen', () => {
    for (const ground of ['page', 'table', 'panel']) {
      expect(contrast(set, 'focus', ground), ground).toBeGreaterThanOrEqual(3);
    }
  });
});

test.each([
  ['two', dark],
  ['four', four],
])('suits in %s colours can be read on a card, trump or not', (_, set) => {
  for (const suit of ['s', 'h', 'c', 'd']) {
    for (const paper of ['paper', 'paper-trump']) {
      expect(contrast(set, `suit-${suit}`, paper), suit + paper).toBeGreaterThanOrEqual(4.5);
    }
  }
});
