import { isJoker, rankText, suitOf } from './cards';
import { say, sayIf, words } from './i18n';
import type { RoomView } from './protocol.gen';
import type { TableState } from './table';

const PLACES = ['you', 'right', 'partner', 'left'] as const;
const RUNS: Record<string, 'pairs' | 'triples' | 'quads'> = {
  2: 'pairs',
  3: 'triples',
  4: 'quads',
};

/** What a seat is called to the viewer: you, its person's name, or where its bot sits; who only
 * watches has bots numbered. */
export function seatName(room: RoomView, seat: number, viewer: number | null): string {
  if (seat === viewer) return say('play.seat.you');
  const name = room.seats[seat]?.name;
  if (name) return name;
  if (viewer === null) return words('table').botNumber(seat + 1);
  return say(`play.seat.${PLACES[(seat - viewer + PLACES.length) % PLACES.length]!}`);
}

/** What a seat is called in a line about the table. */
export function nameOf(seat: number, { room, match }: TableState): string {
  return seatName(room, seat, match?.seat ?? null);
}

/** Some texts as one enumeration. */
export function listed(texts: readonly string[]): string {
  return texts.join(say('list.comma'));
}

/** Sentences, one after the other. */
export function sentences(texts: readonly string[]): string {
  return texts.join(say('list.space'));
}

/** A level's or card's rank in words. */
export function rankName(rank: string): string {
  return sayIf(`rank.${rank}`) ?? rank;
}

/** Cards in a row, equal ones together: `♠6♠6 ♠7♠7 ♥A`. */
export function cardsText(codes: readonly string[]): string {
  return codes
    .map((code, at) => {
      const joiner = code !== codes[at - 1] ? ' ' : isJoker(code) ? '·' : '';
      return joiner + cardText(code);
    })
    .join('')
    .trimStart();
}

function cardText(code: string): string {
  if (isJoker(code)) return sayIf(`joker.${code}`) ?? code;
  const suit = suitOf(code);
  return (sayIf(`sign.${suit}`) ?? suit) + rankText(code);
}

/** What a lead is made of; nothing is said of a single card. */
export function piecesText(pieces: readonly string[]): string {
  if (pieces.length === 1 && pieces[0] === 'single') return '';
  const names = pieces.map(pieceName);
  if (names.length < 2) return listed(names);
  return `${say('piece.throw')}${say('list.colon')}${listed(names)}`;
}

/** A piece's name: pair, triple, run of 3 pairs. */
export function pieceName(piece: string): string {
  const run = /^(\d+)x(\d+)$/.exec(piece);
  if (run === null) return sayIf(`piece.${piece}`) ?? piece;
  return say(`play.run.${RUNS[run[1]!] ?? 'quads'}`, { number: Number(run[2]) });
}
