import type { Order } from './protocol.gen';
import { sayIf, words } from './i18n';

export type Suit = 'S' | 'H' | 'C' | 'D' | 'J';
export type SortOrder = 'trump-last' | 'trump-first';

/** One card of a hand: its face's code and an id that tells equal cards apart, `5h#0`. */
export interface Card {
  id: string;
  code: string;
}

export type { Order };

const TRUMP = 'trump';
const SUITS = ['S', 'H', 'C', 'D'];
const RED = ['H', 'D'];
const POINTS: Record<string, number> = { '5': 5, T: 10, K: 10 };

/** The printed suit; the jokers' is `J`. */
export function suitOf(code: string): Suit {
  return isJoker(code) ? 'J' : (code.charAt(1).toUpperCase() as Suit);
}

export function isJoker(code: string): boolean {
  return code.endsWith('J');
}

/** The rank as printed on the card; a joker has none. */
export function rankText(code: string): string {
  if (isJoker(code)) return '';
  const rank = code.charAt(0);
  return rank === 'T' ? '10' : rank;
}

/** What the card counts when it is taken: 5, 10 or 0. */
export function pointsOf(code: string): number {
  return isJoker(code) ? 0 : (POINTS[code.charAt(0)] ?? 0);
}

export function isTrump(code: string, order: Order): boolean {
  return groupOf(code, order) === TRUMP;
}

/** The suit group that the card follows as: its suit, or `trump`. */
export function groupOf(code: string, order: Order): string {
  return order[code]?.[0] ?? suitOf(code);
}

/** The row of the card in its group; equal rows do not beat each other. */
export function rowOf(code: string, order: Order): number {
  return order[code]?.[1] ?? 0;
}

/** Cards with ids: the first `5h` is `5h#0`, the next `5h#1`. */
export function numbered(codes: readonly string[]): Card[] {
  const seen = new Map<string, number>();
  return codes.map((code) => {
    const copy = seen.get(code) ?? 0;
    seen.set(code, copy + 1);
    return { id: `${code}#${copy}`, code };
  });
}

/** The cards as a player holds them: side suits in alternate colours, each from low to high, and
 * trump at the right end; `trump-first` is the mirror image. */
export function sorted(cards: readonly Card[], order: Order, how: SortOrder): Card[] {
  const groups = arranged(new Set(cards.map((card) => groupOf(card.code, order))));
  const place = ({ code }: Card) => groups.indexOf(groupOf(code, order));
  const rising = [...cards].sort(
    (a, b) =>
      place(a) - place(b) ||
      rowOf(a.code, order) - rowOf(b.code, order) ||
      SUITS.indexOf(suitOf(a.code)) - SUITS.indexOf(suitOf(b.code)) ||
      compareIds(a.id, b.id),
  );
  return how === 'trump-last' ? rising : rising.reverse();
}

/** The groups from left to right: of three side suits the lone colour goes into the middle. */
function arranged(present: Set<string>): string[] {
  const sides = SUITS.filter((suit) => present.has(suit));
  const red = sides.filter((suit) => RED.includes(suit));
  const black = sides.filter((suit) => !RED.includes(suit));
  const [outer, inner] = red.length > black.length ? [red, black] : [black, red];
  const woven = outer.flatMap((suit, i) => [suit, ...inner.slice(i, i + 1)]);
  return [...woven, TRUMP];
}

function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The card's name as a screen reader says it: 黑桃6, 6 of spades. */
export function cardName(code: string): string {
  const t = words('hand');
  if (code === '') return t.back;
  if (isJoker(code)) return sayIf(`joker.${code}`) ?? code;
  return t.card(sayIf(`suit.${suitOf(code)}`) ?? '', sayIf(`rank.${code.charAt(0)}`) ?? '');
}

/** The ids of all cards with this card's face. */
export function alike(card: Card, hand: readonly Card[]): string[] {
  return hand.filter(({ code }) => code === card.code).map(({ id }) => id);
}

/** The ids of this card's pair, triple or quad and of all equally large sets in the rows next to
 * it, up and down its suit group, as far as they follow without a hole. */
export function runThrough(card: Card, hand: readonly Card[], order: Order): string[] {
  const size = alike(card, hand).length;
  const mates = hand.filter(({ code }) => groupOf(code, order) === groupOf(card.code, order));
  const setIn = (row: number) =>
    mates
      .filter(({ code }) => rowOf(code, order) === row)
      .map((mate) => alike(mate, hand))
      .find((ids) => ids.length >= size)
      ?.slice(0, size);
  const found = alike(card, hand);
  for (const step of [1, -1]) {
    let next = rowOf(card.code, order) + step;
    for (let ids = setIn(next); ids; next += step, ids = setIn(next)) found.push(...ids);
  }
  return found;
}
