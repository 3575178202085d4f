import { beforeEach, describe, expect, test } from 'vitest';

import { room, snap, wire } from './fixtures/wire';
import { prefs } from './prefs.svelte';
import type { Match, TableEvent } from './protocol.gen';
import { tableOf, type TableState } from './table';
import { tell } from './tell';

const start = tableOf(snap);

beforeEach(() => {
  prefs.lang = 'en';
});

function told(event: TableEvent, before: Partial<Match> = {}, after: Partial<Match> = {}): string {
  const table = (changes: Partial<Match>): TableState => ({
    ...start,
    match: { ...start.match!, ...changes },
  });
  return tell(event, table(before), table({ ...before, ...after }))?.text ?? '';
}

const played = (seat: number, cards: string, pieces: string[]): TableEvent => ({
  t: 'Played',
  seat,
  cards,
  pieces,
});

describe('plays', () => {
  test('a lead says what it is made of', () => {
    expect(told(played(1, '6s 6s 7s 7s', ['2x2']))).toBe('小红 led ♠6♠6 ♠7♠7 (run of 2 pairs)');
    expect(told(played(1, 'As Ks Ks', ['single', 'pair']))).toBe(
      '小红 led ♠A ♠K♠K (throw: single, pair)',
    );
  });

  test('a single card needs no name', () => {
    expect(told(played(3, 'Th', ['single']))).toBe('Kevin led ♥10');
  });

  test('whoever follows only shows cards', () => {
    const plays = [{ seat: 3, cards: ['Th'], pieces: ['single'] }];
    expect(told(played(0, '5h BJ', ['single']), { plays })).toBe('You: ♥5 big joker');
  });

  test('a failed throw tells what beat it, if that may be known', () => {
    const event = {
      t: 'ThrowFailed',
      seat: 3,
      cards: 'As Ks Ks',
      pieces: ['single', 'pair'],
      forced: 'Ks Ks',
      by: 1,
      beaten_by: 'As As',
    } as const;
    expect(told({ ...event, pieces: [...event.pieces] })).toBe(
      'Kevin threw ♠A ♠K♠K and failed against ♠A♠A (小红). Forced: ♠K♠K.',
    );
    expect(told({ ...event, pieces: [...event.pieces], beaten_by: null })).toBe(
      'Kevin threw ♠A ♠K♠K and failed: 小红 can beat it. Forced: ♠K♠K.',
    );
  });
});

describe('a trick', () => {
  const plays = [
    { seat: 2, cards: ['Th'], pieces: ['single'] },
    { seat: 3, cards: ['Kh'], pieces: ['single'] },
  ];

  test('tells what the defenders got', () => {
    expect(told({ t: 'TrickTaken', seat: 3, points: 20 }, { plays })).toBe(
      'Kevin took the trick, defenders +20.',
    );
  });

  test('tells what stayed with the declarers', () => {
    expect(told({ t: 'TrickTaken', seat: 0, points: 0 }, { plays })).toBe(
      'You took the trick, 20 to the declarers.',
    );
  });

  test('without points tells only who took it', () => {
    expect(told({ t: 'TrickTaken', seat: 0, points: 0 }, { plays: [] })).toBe(
      'You took the trick.',
    );
  });
});

describe('bids and the kitty', () => {
  test('a concealed bid tells only how many', () => {
    const bid = { t: 'BidMade', seat: 1, cards: null, kind: 'bid', count: 2 } as const;
    expect(told(bid)).toBe('小红 bid face down, 2 in all.');
    expect(told({ ...bid, cards: '2s 2s' })).toBe('小红 bid ♠2♠2');
  });

  test('passing is another thing while one may overturn', () => {
    const bid = { seat: 2, cards: ['2s'], kind: 'bid' as const, count: 1 };
    expect(told({ t: 'Passed', seat: 1 }, { bid })).toBe('小红: no overturn.');
    expect(told({ t: 'Passed', seat: 1 }, { bid: null })).toBe('小红: no bid.');
  });

  test('a bidder who needs no more is not told as one who passes', () => {
    const bid = { seat: 1, cards: ['2s'], kind: 'bid' as const, count: 1 };
    expect(told({ t: 'Passed', seat: 1 }, { bid })).toBe('');
  });

  test('my kitty is told card by card, another’s by its size', () => {
    const sizes = { sizes: [12, 12, 12, 12] };
    expect(told({ t: 'KittyTaken', seat: 0, cards: '5s Ah' })).toBe(
      'You took up the kitty, 2 cards: ♠5 ♥A',
    );
    expect(
      told({ t: 'KittyTaken', seat: 1, cards: null }, sizes, { sizes: [12, 18, 12, 12] }),
    ).toBe('小红 took up the kitty, 6 cards.');
  });

  test('what I bury is told with its points', () => {
    expect(told({ t: 'Buried', seat: 0, cards: '5s Kh 3c' })).toBe(
      'You buried: ♠5 ♥K ♣3 (15 points)',
    );
  });
});

describe('the result', () => {
  test('tells the kitty, the points and what they do', () => {
    const scored = {
      t: 'DealScored',
      tricks: 35,
      dug: 10,
      penalties: 0,
      total: 45,
      winner: 'defenders',
      steps: 0,
      kitty: '5s 3c',
    } as const;
    expect(told(scored)).toBe(
      'The kitty was: ♠5 ♣3 (5 points). 45 points made, 40 needed: the defenders take the bank.',
    );
  });

  test('tells the dig only if it was worth something', () => {
    expect(told({ t: 'Dug', seat: 1, points: 40, factor: 4 })).toBe(
      '小红 dug the kitty: 10 × 4 = 40 points.',
    );
    expect(told({ t: 'Dug', seat: 1, points: 0, factor: 2 })).toBe('');
  });

  test('tells how the levels moved', () => {
    const moved = { t: 'LevelsMoved', climbed: [8, 0], banker: 2 } as const;
    expect(told({ ...moved, levels: ['T', '2'], climbed: [8, 0] }, { levels: ['8', '2'] })).toMatch(
      /^We 8 → 10; they stay at 2\. Next banker: 李叔\.$/,
    );
  });

  test('tells who won the match', () => {
    expect(told({ t: 'MatchEnded', winner: 1, reason: 'goal' })).toBe(
      'The match is over and they won: past the last level.',
    );
  });
});

describe('the room', () => {
  test('tells who plays for whom, and why', () => {
    expect(told({ t: 'AutoSet', seat: 3, on: true, why: 'time' })).toContain('Kevin: out of time');
    expect(told({ t: 'AutoSet', seat: 3, on: false, why: 'asked' })).toContain('Kevin: no longer');
  });

  test('calls people by the name they had', () => {
    expect(told({ t: 'Renamed', person: 'p3', name: 'Kev' })).toBe('Kevin is now called Kev.');
    expect(told({ t: 'HostSet', person: 'nobody' })).toBe('The host is now Somebody.');
  });

  test('says nothing of a card that is dealt or a clock that runs', () => {
    expect(told({ t: 'Dealt', seat: 1, card: null })).toBe('');
    expect(told({ t: 'BankUsed', seat: 1, ms: 100 })).toBe('');
    expect(told({ t: 'Hidden' })).toBe('');
  });
});

test('whoever has no name is called by the place at the table', () => {
  const nameless = { ...room, seats: room.seats.map((seat) => ({ ...seat, name: '' })) };
  const table = { ...start, room: nameless };
  const line = tell(played(1, 'Th', ['single']), table, table);
  expect(line).toEqual({ kind: 'play', text: 'Right led ♥10' });
});

test('the same is told in Chinese', () => {
  prefs.lang = 'zh';
  expect(told(played(3, '6s 6s 7s 7s', ['2x2']))).toBe('Kevin先出：♠6♠6 ♠7♠7（2 连对）');
  expect(wire.trick.evs.map((ev) => told(ev.event))[4]).toContain('Kevin赢了这一墩');
});
