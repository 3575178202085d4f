/** A finished deal as the list of its moments, and the way through them. */
import type { GameEvent, OpenMatch, PlayMade, Replay } from '../../protocol.gen';
import { patched } from '../../table';

export interface Frame {
  match: OpenMatch;
  /** What led here; null before the first event. */
  event: GameEvent | null;
}

/** Every moment of the deal: before its first event, then after each.  Cards are dealt a round at
 * a time, and the rest of a round before anything else happens. */
export function framesOf({ match: first, steps }: Replay): Frame[] {
  const frames: Frame[] = [{ match: first, event: null }];
  let match = first;
  let dealt = 0;
  steps.forEach(({ event, patch }, at) => {
    match = patched(match, patch);
    if (event.t === 'Dealt') dealt += 1;
    const goesOn = event.t === 'Dealt' && steps[at + 1]?.event.t === 'Dealt';
    if (!goesOn || dealt % match.hands.length === 0) frames.push({ match, event });
  });
  return frames;
}

/** The moments worth jumping to: dealt out, buried, each trick taken, the score. */
export function marksOf(frames: readonly Frame[]): number[] {
  const kinds = new Set(['DealtOut', 'Buried', 'TrickTaken', 'DealScored']);
  const last = frames.length - 1;
  const marks = frames.flatMap(({ event }, at) => (event && kinds.has(event.t) ? [at] : []));
  return [...new Set([0, ...marks, last])];
}

/** The nearest mark before or after a moment; the moment itself where there is none. */
export function markFrom(marks: readonly number[], at: number, step: 1 | -1): number {
  const ahead =
    step === 1 ? marks.find((mark) => mark > at) : marks.filter((mark) => mark < at).at(-1);
  return ahead ?? at;
}

/** Where a deal is opened: all cards dealt, so that hands are full and nothing is played. */
export function openingOf(frames: readonly Frame[]): number {
  const dealt = frames.findIndex(({ event }) => event?.t === 'DealtOut');
  return Math.max(dealt, 0);
}

export interface Laid {
  plays: PlayMade[];
  best: number | null;
  /** The trick is over; its winner is `best`. */
  over: boolean;
  /** The trick's number from 1; 0 before the first lead. */
  number: number;
}

/** What lies on the table; between two tricks the one that was just taken. */
export function laidAt({ match, event }: Frame): Laid {
  const last = match.tricks.at(-1);
  if (match.plays.length > 0 || last === undefined) {
    const number = match.tricks.length + (match.plays.length > 0 ? 1 : 0);
    return { plays: match.plays, best: match.best_seat, over: false, number };
  }
  const shown = event?.t === 'TrickTaken';
  return {
    plays: shown ? last.plays : [],
    best: shown ? last.winner : null,
    over: true,
    number: match.tricks.length,
  };
}

/** Whose kitty it is and what lies there now; null before anybody buried. */
export function kittyAt(match: OpenMatch): { seat: number; cards: string[] } | null {
  const last = match.buried.at(-1);
  return last ? { seat: last[0], cards: last[1] } : null;
}

/** How long a moment stays when the deal plays by itself, in ms at normal speed. */
export function restOf(event: GameEvent | null): number {
  switch (event?.t) {
    case 'Dealt':
      return 120;
    case 'Passed':
      return 350;
    case 'Played':
      return 800;
    case 'ThrowFailed':
      return 2200;
    default:
      return 1300;
  }
}
