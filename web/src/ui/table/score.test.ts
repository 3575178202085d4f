import { describe, expect, test } from 'vitest';
import { wire } from '../../fixtures/wire';
import type { DealResult, Match, PlayMade, Threshold, Trick } from '../../protocol.gen';
import { ahead, captured, digOf, meterSpan, rowAt, standing, takeover, winningSide } from './score';

const TABLE: Threshold[] = [
  { points: 0, winner: 'declarers', steps: 3 },
  { points: 5, winner: 'declarers', steps: 2 },
  { points: 40, winner: 'declarers', steps: 1 },
  { points: 80, winner: 'defenders', steps: 0 },
  { points: 120, winner: 'defenders', steps: 1 },
];

const match = (changes: Partial<Match>): Match => ({ ...wire.trick.match, ...changes });

const result = (changes: Partial<DealResult>): DealResult => ({
  tricks: 60,
  dug: 0,
  penalties: 0,
  total: 60,
  winner: 'declarers',
  steps: 1,
  kitty: [],
  ...changes,
});

function trick(winner: number, ...hands: string[]): Trick {
  const plays: PlayMade[] = hands.map((cards, seat) => ({
    seat,
    cards: cards.split(' '),
    pieces: [],
  }));
  return { plays, winner, points: 0 };
}

describe('what the defenders play for', () => {
  test('is the bank until they have it, then the next level', () => {
    expect(takeover(TABLE)).toBe(80);
    expect(ahead(TABLE, 35)).toEqual({ missing: 45, row: TABLE[3] });
    expect(ahead(TABLE, 80)).toEqual({ missing: 40, row: TABLE[4] });
    expect(ahead(TABLE, 120)).toBeNull();
  });

  test('is the row that their points are in', () => {
    expect(rowAt(TABLE, 79)).toBe(TABLE[2]);
    expect(rowAt(TABLE, 80)).toBe(TABLE[3]);
    expect(rowAt(TABLE, -10)).toBe(TABLE[0]);
  });

  test('is counted from tricks, dig and penalties', () => {
    expect(standing(match({ points: 40, dug: 20, penalties: -10 }))).toBe(50);
  });

  test('fits on the meter, however many points there are', () => {
    expect(meterSpan(TABLE, 30)).toBe(120);
    expect(meterSpan(TABLE, 200)).toBe(200);
  });
});

test('the pile holds the point cards of the tricks that the defenders took', () => {
  const tricks = [trick(1, 'Ks', '5s', '3s', 'Ts'), trick(2, 'Kh', 'Ah', '2h', '4h')];
  expect(captured(match({ banker: 0, tricks }))).toEqual(['Ks', '5s', 'Ts']);
});

describe('a dig', () => {
  const kitty = ['5h', 'Kd', '3c'];

  test('is the points of the kitty times the factor', () => {
    const ended = match({ result: result({ dug: 60, kitty }) });
    expect(digOf(ended, 'kitty')).toEqual({ base: 15, factor: 4 });
  });

  test('of the last trick takes its points, also where the declarers dig', () => {
    const tricks = [trick(0, 'Ts', '5s', '3s', '4s')];
    const ended = match({ tricks, result: result({ dug: -15, kitty }) });
    expect(digOf(ended, 'trick')).toEqual({ base: 15, factor: 1 });
  });

  test('that brought nothing has no arithmetic', () => {
    expect(digOf(match({ result: result({ kitty }) }), 'kitty')).toBeNull();
  });
});

test('the side that won a deal is told from the banker', () => {
  expect(winningSide(match({ banker: 3 }), result({ winner: 'declarers' }))).toBe(1);
  expect(winningSide(match({ banker: 3 }), result({ winner: 'defenders' }))).toBe(0);
});
