/** Rulesets as plain data while they are edited. What is allowed, the server says. */

import type { OptionView } from '../../protocol.gen';

export type Data = Record<string, unknown>;
export type Side = 'declarers' | 'defenders';
export type LevelRow = [from: number, side: Side, steps: number];

export interface LevelTable {
  decks: number;
  rows: LevelRow[];
  above: number;
  below: number;
}

export interface Group {
  name: string;
  options: OptionView[];
}

export const LEVELS = ['2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'] as const;

/** The options by group, both in the server's order. */
export function grouped(options: readonly OptionView[]): Group[] {
  const groups = new Map<string, OptionView[]>();
  for (const one of options) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  return [...groups].map(([name, members]) => ({ name, options: members }));
}

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The names of the options in which two rulesets differ. */
export function changedOptions(rules: Data, base: Data): string[] {
  return Object.keys(base).filter((name) => name !== 'id' && !same(rules[name], base[name]));
}

/** What is sent for a ruleset: the preset's id and the options that differ from it. */
export function overPreset(preset: string, rules: Data, base: Data): Data {
  const changed = changedOptions(rules, base).map((name) => [name, rules[name]]);
  return { id: preset, ...Object.fromEntries(changed) };
}

/** The number that was typed; what is none stays text, and the server says what is wrong. */
export function typed(text: string): number | string {
  return /^-?\d+$/.test(text.trim()) ? Number(text) : text;
}

/** Levels with one put in or taken out, in the order of the ladder. */
export function toggledLevel(levels: readonly string[], level: string): string[] {
  const had = levels.includes(level);
  return LEVELS.filter((one) => (one === level ? !had : levels.includes(one)));
}

/** An order of suits in which the suit at `index` has changed places with the one above it. */
export function raisedSuit(order: string, index: number): string {
  if (index < 1) return order;
  const suits = [...order];
  suits.splice(index - 1, 2, suits[index]!, suits[index - 1]!);
  return suits.join('');
}

/** A table with one more row, past its last. */
export function withRow(table: LevelTable): LevelTable {
  const [from, side, steps] = table.rows.at(-1) ?? [0, 'defenders', 0];
  return { ...table, rows: [...table.rows, [from + 40, side, steps + 1]] };
}
