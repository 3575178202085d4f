import { describe, expect, test } from 'vitest';
import { wire } from '../../fixtures/wire';
import type { Match, Throw } from '../../protocol.gen';
import { noteFor } from './notes';
import { placeOf } from './seats';
import { failedThrow } from './trick';

const match = (changes: Partial<Match>): Match => ({ ...wire.trick.match, ...changes });
const play = (seat: number) => ({ seat, cards: ['Ks'], pieces: ['single'] });

const failed: Throw = {
  trick: wire.trick.match.tricks.length,
  seat: 3,
  cards: ['As', 'Ks'],
  forced: ['Ks'],
  by: 1,
  beaten_by: ['As'],
};

test('the next to play sits at the right, the partner opposite', () => {
  expect([0, 1, 2, 3].map((seat) => placeOf(seat, 2))).toEqual(['north', 'west', 'south', 'east']);
  expect(placeOf(1, null)).toBe('east');
});

describe('a failed throw', () => {
  test('is told until one has answered it', () => {
    expect(failedThrow(match({ throws: [failed] }))).toBe(failed);
    expect(failedThrow(match({ throws: [failed], plays: [play(3)] }))).toBe(failed);
    expect(failedThrow(match({ throws: [failed], plays: [play(3), play(0)] }))).toBeNull();
  });

  test('of one’s own is told until the trick is over', () => {
    const own = { ...failed, seat: 0 };
    expect(failedThrow(match({ throws: [own], plays: [play(0), play(1)] }))).toBe(own);
  });

  test('of an earlier trick is told no more', () => {
    expect(failedThrow(match({ throws: [{ ...failed, trick: 0 }] }))).toBeNull();
  });
});

describe('a first-time note', () => {
  test('comes when it matters', () => {
    const bids = [{ cards: ['2h'], kind: 'bid' as const }];
    const demand = { group: 'S' as const, number: 1, pieces: [] };
    expect(noteFor(match({ bids }), 'bid', 0, [])).toBe('bid');
    expect(noteFor(match({}), 'bury', 0, [])).toBe('kitty');
    expect(noteFor(match({}), 'play', 0, [])).toBe('lead');
    expect(noteFor(match({ demand }), 'play', 0, [])).toBe('follow');
    expect(noteFor(match({}), 'play', 2, [])).toBe('throw');
    expect(noteFor(match({}), null, 0, [])).toBeNull();
  });

  test('comes once', () => {
    expect(noteFor(match({}), 'play', 0, ['lead'])).toBeNull();
    expect(noteFor(match({}), 'play', 2, ['lead'])).toBe('throw');
  });
});
