import { describe, expect, it } from 'vitest';
import type { GameEvent, OpenMatch, Replay } from '../../protocol.gen';
import { framesOf, kittyAt, laidAt, markFrom, marksOf, openingOf } from './frames';

const LEAD = { seat: 2, cards: ['Ah'], pieces: ['single'] };
const FOLLOW = { seat: 3, cards: ['Kh'], pieces: ['single'] };
const TAKEN = { plays: [LEAD, FOLLOW], winner: 2, points: 0 };
const NEXT = { seat: 2, cards: ['As'], pieces: ['single'] };

function step(event: Partial<GameEvent>, patch: Partial<OpenMatch> = {}) {
  return { event: event as GameEvent, patch: patch as Record<string, unknown> };
}

const BEFORE = {
  phase: 'dealing',
  hands: [[], [], [], []],
  buried: [],
  plays: [],
  tricks: [],
  best_seat: null,
  points: 0,
  dug: 0,
  penalties: 0,
  result: null,
} as unknown as OpenMatch;

const REPLAY = {
  match: BEFORE,
  steps: [
    step({ t: 'Dealt', seat: 2 }, { hands: [[], [], ['Ah', 'As'], []] }),
    step({ t: 'DealtOut' }),
    step({ t: 'Buried', seat: 2 }, { buried: [[2, ['5c']]], phase: 'playing' }),
    step({ t: 'Played', seat: 2 }, { plays: [LEAD], best_seat: 2, hands: [[], [], ['As'], []] }),
    step({ t: 'Played', seat: 3 }, { plays: [LEAD, FOLLOW] }),
    step({ t: 'TrickTaken', seat: 2 }, { plays: [], tricks: [TAKEN], best_seat: null, points: 10 }),
    step({ t: 'Played', seat: 2 }, { plays: [NEXT], best_seat: 2 }),
    step({ t: 'Dug', seat: 3 }, { plays: [], tricks: [TAKEN, TAKEN], dug: 10, phase: 'ended' }),
    step({ t: 'DealScored' }, { result: { total: 20 } as OpenMatch['result'] }),
  ],
} as unknown as Replay;

const frames = framesOf(REPLAY);

function frame(at: number) {
  const found = frames[at];
  if (!found) throw new Error(`no moment ${at}`);
  return found;
}

describe('the moments of a deal', () => {
  it('start before the first event and add up the changes of each', () => {
    expect(frames).toHaveLength(10);
    expect(frame(0)).toEqual({ match: BEFORE, event: null });
    expect(frame(4).match.hands[2]).toEqual(['As']);
    expect(frame(4).match.buried).toEqual([[2, ['5c']]]);
  });

  it('leave an earlier moment as it was when a later one is seen', () => {
    expect(frame(1).match.hands[2]).toEqual(['Ah', 'As']);
    expect(frame(1).match.tricks).toEqual([]);
  });

  it('open on full hands', () => {
    expect(openingOf(frames)).toBe(2);
  });

  it('open at the start where a record has no deal of cards', () => {
    expect(openingOf(frames.slice(0, 2))).toBe(0);
  });
});

describe('going from trick to trick', () => {
  const marks = marksOf(frames);

  it('stops where cards are dealt, buried, taken and scored, and at both ends', () => {
    expect(marks).toEqual([0, 2, 3, 6, 9]);
  });

  it('finds the nearest stop on either side', () => {
    expect(markFrom(marks, 4, 1)).toBe(6);
    expect(markFrom(marks, 6, 1)).toBe(9);
    expect(markFrom(marks, 6, -1)).toBe(3);
    expect(markFrom(marks, 5, -1)).toBe(3);
  });

  it('stays where nothing lies beyond', () => {
    expect(markFrom(marks, 9, 1)).toBe(9);
    expect(markFrom(marks, 0, -1)).toBe(0);
  });
});

describe('what lies on the table', () => {
  it('is the trick under way and who is best in it', () => {
    expect(laidAt(frame(5))).toEqual({
      plays: [LEAD, FOLLOW],
      best: 2,
      over: false,
      number: 1,
    });
  });

  it('is the trick that was just taken, until the next lead', () => {
    expect(laidAt(frame(6))).toEqual({ plays: TAKEN.plays, best: 2, over: true, number: 1 });
    expect(laidAt(frame(7))).toMatchObject({ plays: [NEXT], over: false, number: 2 });
  });

  it('is nothing before the first lead and after the score', () => {
    expect(laidAt(frame(2))).toMatchObject({ plays: [], number: 0 });
    expect(laidAt(frame(9)).plays).toEqual([]);
  });
});

describe('the kitty', () => {
  it('is known, and who buried it', () => {
    expect(kittyAt(frame(2).match)).toBeNull();
    expect(kittyAt(frame(3).match)).toEqual({ seat: 2, cards: ['5c'] });
  });
});
