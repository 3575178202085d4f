import type { Moment } from '../../game.svelte';
import type { Match, PlayMade, Throw } from '../../protocol.gen';

/** A full trick that lies there still, until it is gathered to its winner. */
export interface Lying {
  plays: PlayMade[];
  winner: number;
  points: number;
  number: number;
}

/** The trick just taken, as long as nothing has been played after it. */
export function lyingTrick(match: Match, moment: Moment | null): Lying | null {
  const last = match.tricks.at(-1);
  const taken = moment?.event.t === 'TrickTaken' && match.plays.length === 0;
  return taken && last ? { ...last, number: match.tricks.length } : null;
}

/** The throw that failed in the trick on the table; until this seat has answered it. */
export function failedThrow(match: Match): Throw | null {
  const last = match.throws.at(-1);
  if (last?.trick !== match.tricks.length) return null;
  const answered = match.plays.some((play) => play.seat === match.seat && play.seat !== last.seat);
  return answered ? null : last;
}
