import { describe, expect, test } from 'vitest';
import {
  alike,
  cardName,
  isTrump,
  numbered,
  pointsOf,
  rankText,
  runThrough,
  sorted,
  suitOf,
} from './cards';
import { prefs } from './prefs.svelte';
import type { Group, Order } from './protocol.gen';

const SIDES = ['s', 'h', 'c', 'd'];
const RANKS = [...'23456789TJQKA'];

/** The order of cards at this trump suit (none: no trump) and level, as the server would send it. */
function orderOf(trump: string, level: string): Order {
  const order: Order = { LJ: ['trump', 99], BJ: ['trump', 100] };
  for (const suit of SIDES) {
    RANKS.forEach((rank, row) => {
      if (rank === level) order[rank + suit] = ['trump', suit === trump ? 98 : 97];
      else if (suit === trump) order[rank + suit] = ['trump', 80 + row];
      else order[rank + suit] = [suit.toUpperCase() as Group, row];
    });
  }
  return order;
}

function held(codes: string, order: Order, how: 'trump-last' | 'trump-first' = 'trump-last') {
  return sorted(numbered(codes.split(' ')), order, how)
    .map(({ code }) => code)
    .join(' ');
}

describe('a face', () => {
  test('has its suit, rank and points', () => {
    expect(['5s', 'Th', 'Kc', '9d', 'BJ', 'Js'].map(suitOf)).toEqual([...'SHCDJS']);
    expect(['5s', 'Th', 'Kc', '9d', 'BJ'].map(rankText)).toEqual(['5', '10', 'K', '9', '']);
    expect(['5s', 'Th', 'Kc', '9d', 'BJ'].map(pointsOf)).toEqual([5, 10, 10, 0, 0]);
  });

  test('has a name in both languages', () => {
    prefs.lang = 'zh';
    expect(['6s', 'Th', 'LJ'].map((code) => cardName(code))).toEqual(['黑桃6', '红桃10', '小王']);
    prefs.lang = 'en';
    expect(cardName('6s')).toBe('6 of spades');
    expect(cardName('BJ')).toBe('big joker');
  });

  test('is trump by the order in force', () => {
    const order = orderOf('h', '5');
    expect(['3h', '5s', 'LJ', '3s'].map((code) => isTrump(code, order))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

test('equal cards are told apart by their copy number', () => {
  expect(numbered(['5h', '5h', '6h', '5h']).map(({ id }) => id)).toEqual([
    '5h#0',
    '5h#1',
    '6h#0',
    '5h#2',
  ]);
});

describe('a sorted hand', () => {
  test('ends in trump: suit, side level cards, trump level card, small joker, big joker', () => {
    const order = orderOf('h', '5');
    expect(held('BJ 5h As 5s LJ 3h 9d 5c Ah', order)).toBe('As 9d 3h Ah 5s 5c 5h LJ BJ');
  });

  test('is the mirror image with trump first', () => {
    const order = orderOf('h', '5');
    expect(held('BJ 5h As 5s LJ 3h 9d', order, 'trump-first')).toBe('BJ LJ 5h 5s 3h 9d As');
  });

  test.each([
    ['', '3s 3h 3c 3d'],
    ['h', '3s 3d 3c 3h'],
    ['d', '3s 3h 3c 3d'],
    ['s', '3h 3c 3d 3s'],
    ['c', '3h 3s 3d 3c'],
  ])('alternates the colours of the side suits at trump "%s"', (trump, codes) => {
    expect(held('3c 3d 3h 3s', orderOf(trump, '2'))).toBe(codes);
  });

  test('alternates them too where it is void in a suit', () => {
    expect(held('3d 3h 3s', orderOf('', '2'))).toBe('3h 3s 3d');
    expect(held('3d 3h', orderOf('', '2'))).toBe('3h 3d');
  });

  test('keeps equal cards in the order of their copies', () => {
    const hand = sorted(numbered(['5h', '5h', '5h']).reverse(), orderOf('', '2'), 'trump-last');
    expect(hand.map(({ id }) => id)).toEqual(['5h#0', '5h#1', '5h#2']);
  });
});

describe('picking more than one card', () => {
  const order = orderOf('h', '5');
  const hand = numbered('6s 6s 7s 7s 8s 9s 9s 4h 4h 6h 6h 6c 6c 6c 7c 7c 8d 8d 7h 7h'.split(' '));
  const card = (code: string) => hand.find((one) => one.code === code)!;
  const faces = (ids: string[]) => ids.map((id) => id.split('#')[0]).sort();

  test('takes all copies of the face', () => {
    expect(alike(card('6c'), hand)).toEqual(['6c#0', '6c#1', '6c#2']);
  });

  test('follows the rows of one group up and down to the first hole', () => {
    expect(faces(runThrough(card('7s'), hand, order))).toEqual(['6s', '6s', '7s', '7s']);
    expect(faces(runThrough(card('6h'), hand, order))).toEqual(['6h', '6h', '7h', '7h']);
  });

  test('wants sets as large as the first, and takes no more of them', () => {
    expect(faces(runThrough(card('6c'), hand, order))).toEqual(['6c', '6c', '6c']);
    expect(faces(runThrough(card('7c'), hand, order))).toEqual(['6c', '6c', '7c', '7c']);
  });

  test('stays in the suit group', () => {
    expect(faces(runThrough(card('8d'), hand, order))).toEqual(['8d', '8d']);
  });
});
