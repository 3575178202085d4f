import { describe, expect, test } from 'vitest';
import { wire } from '../../fixtures/wire';
import type { BidOpen, BidSeen, Match } from '../../protocol.gen';
import { bidLaid, chipsOf, chipsShown, mayPass } from './bids';

const open = (text: string, kind: BidOpen['kind'] = 'bid'): BidOpen => ({
  cards: text.split(' '),
  kind,
});

const seen = (
  seat: number,
  text: string | null,
  kind: BidSeen['kind'],
  count: number,
): BidSeen => ({ seat, cards: text?.split(' ') ?? null, kind, count });

const match = (changes: Partial<Match>): Match => ({ ...wire.trick.match, ...changes });

function choices(bids: BidOpen[], suit: string, current: BidSeen | null = null) {
  return chipsOf(bids, current).find((chip) => chip.suit === suit)!.choices;
}

describe('the chips', () => {
  test('are five, and without a legal bid none can be pressed', () => {
    const chips = chipsOf([], null);
    expect(chips.map((chip) => chip.suit)).toEqual(['S', 'H', 'C', 'D', 'NT']);
    expect(chips.flatMap((chip) => chip.choices)).toEqual([]);
  });

  test('offer one card before a pair of the same suit', () => {
    const found = choices([open('2h 2h'), open('2h'), open('2c')], 'H');
    expect(found.map((choice) => choice.count)).toEqual([1, 2]);
  });

  test('jokers alone are no trump, small before big as the server lists them', () => {
    const found = choices([open('LJ LJ', 'overturn'), open('BJ BJ', 'overturn')], 'NT');
    expect(found.map((choice) => choice.joker)).toEqual(['LJ', 'BJ']);
  });

  test('a level card with the small joker bids its suit, and the joker does not count', () => {
    const [only] = choices([open('3h LJ')], 'H');
    expect(only).toMatchObject({ count: 1, joker: 'LJ' });
    expect(choices([open('3h LJ')], 'NT')).toEqual([]);
  });

  test('a reinforcement counts the cards that lie there already', () => {
    const current = seen(0, '2s', 'bid', 1);
    expect(choices([open('2s', 'reinforce')], 'S', current)[0]?.count).toBe(2);
  });
});

describe('cards laid as a bid', () => {
  test('are the last bid of the seat with what reinforced it', () => {
    const shown = [
      seen(0, '3h LJ', 'bid', 1),
      seen(1, '3c 3c', 'overturn', 2),
      seen(0, '3d 3d', 'overturn', 2),
      seen(0, '3d', 'reinforce', 3),
    ];
    expect(bidLaid(match({ shown }), 0)).toEqual(['3d', '3d', '3d']);
    expect(bidLaid(match({ shown }), 1)).toEqual(['3c', '3c']);
    expect(bidLaid(match({ shown }), 2)).toEqual([]);
  });

  test('lie face down as many as there are, where bids are concealed', () => {
    const shown = [seen(1, null, 'bid', 2), seen(3, null, 'overturn', 3)];
    expect(bidLaid(match({ shown }), 3)).toEqual([null, null, null]);
    expect(bidLaid(match({ shown }), 1)).toEqual([null, null]);
  });

  test('reinforced face down show one back more', () => {
    const shown = [seen(1, null, 'bid', 1), seen(1, null, 'reinforce', 2)];
    expect(bidLaid(match({ shown }), 1)).toEqual([null, null]);
  });
});

describe('the bidding row', () => {
  test('has its place from the deal to the last overturn, for one who plays', () => {
    for (const phase of ['dealing', 'bidding', 'overturning'] as const) {
      expect(chipsShown(match({ phase }))).toBe(true);
      expect(chipsShown(match({ phase, seat: null }))).toBe(false);
    }
    expect(chipsShown(match({ phase: 'burying' }))).toBe(false);
  });

  test('lets one pass only after the deal, when one is asked', () => {
    const due = [{ by: 'seat', action: 'Bid' as const, seats: [0, 1] }];
    expect(mayPass(match({ phase: 'dealing', due }))).toBe(false);
    expect(mayPass(match({ phase: 'bidding', due }))).toBe(true);
    expect(mayPass(match({ phase: 'bidding', due, seat: 2 }))).toBe(false);
    expect(mayPass(match({ phase: 'overturning', due }))).toBe(true);
  });
});
