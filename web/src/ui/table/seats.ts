import type { Match, RoomView } from '../../protocol.gen';

/** Where a seat is drawn; the viewer, or seat 0 for one who watches, is at the bottom. */
export type Place = 'south' | 'east' | 'north' | 'west';

const PLACES: Place[] = ['south', 'east', 'north', 'west'];
const SEATS = [0, 1, 2, 3];

export interface Placed {
  seat: number;
  place: Place;
}

/** The place of a seat as the viewer sees the table: the next to play sits at the right. */
export function placeOf(seat: number, viewer: number | null): Place {
  return PLACES[(seat - (viewer ?? 0) + 4) % 4]!;
}

/** All four seats with their places. */
export function seatsAround(viewer: number | null): Placed[] {
  return SEATS.map((seat) => ({ seat, place: placeOf(seat, viewer) }));
}

/** Partners sit opposite each other: seats 0 and 2 are side 0. */
export function sideOf(seat: number): number {
  return seat % 2;
}

/** Whether the viewer's only company is bots. */
export function aloneWithBots(room: RoomView): boolean {
  return room.seats.filter((one) => one.kind === 'person').length === 1;
}

/** The side that has the bank in this deal; null before there is a banker. */
export function bankingSide(match: Match): number | null {
  return match.banker === null ? null : sideOf(match.banker);
}
