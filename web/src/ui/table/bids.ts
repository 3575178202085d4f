import { isJoker, suitOf } from '../../cards';
import type { BidKind, BidOpen, BidSeen, Match } from '../../protocol.gen';

export type ChipSuit = 'S' | 'H' | 'C' | 'D' | 'NT';

/** One way to bid by a chip: what is shown, and how many level cards or jokers lie then. */
export interface Choice {
  cards: string[];
  kind: BidKind;
  count: number;
  joker: 'LJ' | 'BJ' | null;
}

/** A chip of the bidding row; without choices it is not legal now. */
export interface Chip {
  suit: ChipSuit;
  choices: Choice[];
}

const CHIPS: ChipSuit[] = ['S', 'H', 'C', 'D', 'NT'];
const BIDDING_PHASES = ['dealing', 'bidding', 'overturning'];

/** The suit that a bid would make trump; jokers alone stand for no trump. */
export function bidSuit(cards: readonly string[]): ChipSuit {
  const level = cards.find((code) => !isJoker(code));
  return level === undefined ? 'NT' : (suitOf(level) as ChipSuit);
}

/** The five chips, each with its legal bids, the smaller first. */
export function chipsOf(bids: readonly BidOpen[], current: BidSeen | null): Chip[] {
  return CHIPS.map((suit) => ({
    suit,
    choices: bids
      .filter((bid) => bidSuit(bid.cards) === suit)
      .map((bid) => choiceOf(bid, current))
      .sort((a, b) => a.count - b.count),
  }));
}

function choiceOf(bid: BidOpen, current: BidSeen | null): Choice {
  const jokers = bid.cards.filter(isJoker);
  const alone = jokers.length === bid.cards.length;
  const added = alone ? jokers.length : bid.cards.length - jokers.length;
  const before = bid.kind === 'reinforce' ? (current?.count ?? 0) : 0;
  return {
    cards: bid.cards,
    kind: bid.kind,
    count: before + added,
    joker: jokers.length ? (jokers[0] as 'LJ' | 'BJ') : null,
  };
}

/** Whether the bidding row has its place on the table, for one who sits there. */
export function chipsShown(match: Match): boolean {
  return match.seat !== null && BIDDING_PHASES.includes(match.phase);
}

/** Whether this seat is asked for a bid and may say no. */
export function mayPass(match: Match): boolean {
  return (
    (match.phase === 'bidding' || match.phase === 'overturning') &&
    match.due.some(
      (one) => one.action === 'Bid' && match.seat !== null && one.seats.includes(match.seat),
    )
  );
}

/** The cards that lie at a seat as its bid, in the order shown; null is a card face down. */
export function bidLaid(match: Match, seat: number): (string | null)[] {
  const shown = match.shown.filter((bid) => bid.seat === seat);
  const last = shown.findLastIndex((bid) => bid.kind !== 'reinforce');
  return shown
    .slice(Math.max(last, 0))
    .flatMap((bid) => bid.cards ?? Array<null>(hiddenCount(shown, bid)).fill(null));
}

function hiddenCount(shown: readonly BidSeen[], bid: BidSeen): number {
  const before = shown[shown.indexOf(bid) - 1];
  return bid.kind === 'reinforce' ? bid.count - (before?.count ?? 0) : bid.count;
}
