import { say } from '../../i18n';
import type { Game } from '../../game.svelte';
import type { RoomView } from '../../protocol.gen';
import { seatName } from '../../telling';

/** What a seat is called to the viewer. */
export function nameOf({ room, seat: viewer }: Game, seat: number): string {
  return room === null ? '' : seatName(room, seat, viewer);
}

/** Names in one line. */
export function namesOf(game: Game, seats: readonly number[]): string {
  return seats.map((seat) => nameOf(game, seat)).join(say('list.comma'));
}

/** The levels as text, 10 for T. */
export function levelText(level: string): string {
  return level === 'T' ? '10' : level;
}

/** The side that is the viewer's; one who watches sees with the eyes of seat 0. */
export function ownSide(game: Game): number {
  return (game.seat ?? 0) % 2;
}

/** Whether the person of a seat is not connected. */
export function isAway(room: RoomView, online: readonly string[], seat: number): boolean {
  const one = room.seats[seat];
  return one?.kind === 'person' && one.person !== null && !online.includes(one.person);
}
