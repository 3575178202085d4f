/** Where seats stand around the small table of the room page. */

import type { SeatView } from '../../protocol.gen';

/** Where a seat is seen by `mine`: 0 near, 1 right, 2 far, 3 left. Who only watches sees seat 0 near. */
export const placeOf = (seat: number, mine: number | null): number => (seat - (mine ?? 0) + 4) % 4;

/** The seat that a newcomer takes: the first empty one, else the first bot's. Null: full. */
export function freeSeat(seats: readonly SeatView[]): number | null {
  const empty = seats.findIndex(({ kind }) => kind === 'empty');
  const free = empty >= 0 ? empty : seats.findIndex(({ kind }) => kind === 'bot');
  return free >= 0 ? free : null;
}

export const emptySeats = (seats: readonly SeatView[]): number =>
  seats.filter(({ kind }) => kind === 'empty').length;
