import type { Game } from '../../game.svelte';
import type { Match, Rules } from '../../protocol.gen';

export type NoteKey = 'bid' | 'kitty' | 'lead' | 'follow' | 'throw';

/** The note that is due now: each comes once. `parts`: of how many pieces the picked cards are. */
export function noteFor(
  match: Match,
  turn: Game['myTurn'],
  parts: number,
  seen: readonly string[],
): NoteKey | null {
  const key = due(match, turn, parts);
  return key && !seen.includes(key) ? key : null;
}

function due(match: Match, turn: Game['myTurn'], parts: number): NoteKey | null {
  if (match.bids.length) return 'bid';
  if (turn === 'bury') return 'kitty';
  if (turn !== 'play') return null;
  if (match.demand) return 'follow';
  return parts > 1 ? 'throw' : 'lead';
}

/** How bidding goes: what the note on it has to say. */
export interface BidForm {
  hidden: boolean;
  /** Whether a small joker belongs to it. */
  extra: boolean;
  after: boolean;
  /** How many equal level cards it takes. */
  number: number;
  jokers: 'ladder' | 'open' | 'no';
  /** Whose bid makes the banker; none where the banker is known. */
  race: 'first' | 'last' | 'none';
}

/** The form of bidding in this deal. */
export function bidForm(match: Match, rules: Rules): BidForm {
  const race = match.banker === null && match.declaring === null;
  const ladder = rules.bid_rises === 'ladder';
  return {
    hidden: rules.bid_hidden === true,
    extra: rules.bid_small_joker === true && race,
    after: rules.bid_time === 'after',
    number: Number(rules.bid_min),
    jokers: ladder ? 'ladder' : rules.bid_jokers === 'open' ? 'open' : 'no',
    race: !race ? 'none' : rules.first_banker === 'first-bid' ? 'first' : 'last',
  };
}
