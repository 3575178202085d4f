import { expect, it } from 'vitest';
import type { LogLine } from '../../game.svelte';
import { grouped } from './grouped';

function log(...kinds: LogLine['kind'][]): LogLine[] {
  return kinds.map((kind, id) => ({ id, kind, text: `${kind} ${id}` }));
}

function shape(lines: LogLine[]): [heading: string, lines: number][] {
  return grouped(lines).map((part) => [part.heading, part.lines.length]);
}

it('begins a part with each deal, under the line that opened it', () => {
  const lines = log('deal', 'bid', 'trick', 'result', 'result', 'deal', 'bid');
  expect(shape(lines)).toEqual([
    ['deal 0', 4],
    ['deal 5', 1],
  ]);
});

it('keeps what comes before the first deal under no heading', () => {
  expect(shape(log('room', 'room', 'deal', 'bid'))).toEqual([
    ['', 2],
    ['deal 2', 1],
  ]);
});

it('does not part a deal where its cards are all dealt, nor where somebody comes in', () => {
  expect(shape(log('deal', 'bid', 'room', 'deal', 'bid'))).toEqual([['deal 0', 4]]);
});

it('keeps what follows a result with its deal until the next begins', () => {
  expect(shape(log('deal', 'result', 'room', 'deal'))).toEqual([
    ['deal 0', 2],
    ['deal 3', 0],
  ]);
});
