import { beforeEach, describe, expect, it } from 'vitest';
import { room } from './fixtures/wire';
import { prefs } from './prefs.svelte';
import { cardsText, pieceName, seatName } from './telling';

const BOT = { kind: 'bot', name: '', person: null, tier: 'novice', auto: false } as const;
const [me, , , kevin] = room.seats;
const table = { ...room, seats: [me!, BOT, BOT, kevin!] };

beforeEach(() => {
  prefs.lang = 'en';
});

describe('what a seat is called', () => {
  it('is you for one’s own, and the name of the person who sits there', () => {
    expect(seatName(table, 0, 0)).toBe('You');
    expect(seatName(table, 3, 0)).toBe('Kevin');
  });

  it('is where it sits for a bot, as the viewer sees it', () => {
    expect([1, 2].map((seat) => seatName(table, seat, 0))).toEqual(['Right', 'Partner']);
    expect([1, 2].map((seat) => seatName(table, seat, 3))).toEqual(['Partner', 'Left']);
  });

  it('is a number for a bot where nobody is the viewer', () => {
    expect([1, 2].map((seat) => seatName(table, seat, null))).toEqual(['Bot 2', 'Bot 3']);
  });
});

it('pieces have their names', () => {
  const names = ['pair', '2x3', '3x2'].map(pieceName);
  expect(names).toEqual(['pair', 'run of 3 pairs', 'run of 2 triples']);
});

it('equal cards stand together, each with its sign, jokers by name', () => {
  const codes = ['As', 'Ks', 'Ks', '5h', 'BJ', 'BJ', 'LJ'];
  expect(cardsText(codes)).toBe('♠A ♠K♠K ♥5 big joker·big joker small joker');
});
