import { describe, expect, it } from 'vitest';
import type { SeatView } from '../../protocol.gen';
import { emptySeats, freeSeat, placeOf } from './seats';

const seat = (kind: SeatView['kind'], person: string | null = null): SeatView => ({
  kind,
  name: '',
  person,
  tier: null,
  auto: false,
});
const PERSON = seat('person', 'p1');
const BOT = seat('bot');
const EMPTY = seat('empty');

describe('the seats of the room page', () => {
  it('show me near, who plays after me on the right and my partner opposite', () => {
    expect([2, 3, 0, 1].map((one) => placeOf(one, 2))).toEqual([0, 1, 2, 3]);
  });

  it('are seen from seat 0 by those who watch', () => {
    expect([0, 1, 2, 3].map((one) => placeOf(one, null))).toEqual([0, 1, 2, 3]);
  });

  it('give a newcomer the first empty one, else a bot’s, else none', () => {
    expect(freeSeat([PERSON, BOT, EMPTY, EMPTY])).toBe(2);
    expect(freeSeat([PERSON, PERSON, BOT, BOT])).toBe(2);
    expect(freeSeat([PERSON, PERSON, PERSON, PERSON])).toBeNull();
  });

  it('tell how many are empty', () => {
    expect(emptySeats([BOT, PERSON, EMPTY, EMPTY])).toBe(2);
  });
});
