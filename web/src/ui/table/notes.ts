import type { Game } from '../../game.svelte';
import type { Match } from '../../protocol.gen';

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
