import { say } from '../../i18n';
import type { Game } from '../../game.svelte';
import type { RoomView } from '../../protocol.gen';
import { placeOf, type Place } from './seats';

const UNNAMED: Record<
  Place,
  'play.seat.you' | 'play.seat.right' | 'play.seat.partner' | 'play.seat.left'
> = {
  south: 'play.seat.you',
  east: 'play.seat.right',
  north: 'play.seat.partner',
  west: 'play.seat.left',
};

/** What a seat is called to the viewer: you, its name, or where it is. */
export function nameOf(game: Game, seat: number): string {
  if (seat === game.seat) return say('play.seat.you');
  return game.room?.seats[seat]?.name || say(UNNAMED[placeOf(seat, game.seat)]);
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

const DECK = 54;

/** How many cards each seat is dealt, as the rules' decks and kitty leave them. */
export function handSize(rules: RoomView['rules']): number {
  const cards = DECK * Number(rules.decks ?? 2);
  const rest = cards % 4;
  const kitty =
    rules.kitty === 'none'
      ? 0
      : rules.kitty === 'standard'
        ? rest + (rest ? 4 : 8)
        : Number(rules.kitty);
  return Math.floor((cards - kitty) / 4);
}
