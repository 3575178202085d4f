/** A finished deal as the list of its moments, and the way through them. */
import type { GameEvent, OpenMatch, PlayMade, Replay } from '../../protocol.gen';
import { patched } from '../../table';

export interface Frame {
    match: OpenMatch;
    /** What led here; null before the first event. */
    event: GameEvent | null;
}

/** Every moment of the deal: before its first event, then after each. */
export function framesOf(replay: Replay): Frame[] {
    let match = replay.match;
    const frames: Frame[] = [{ match, event: null }];
    for (const { event, patch } of replay.steps) {
        match = patched(match, patch);
        frames.push({ match, event });
    }
    return frames;
}

/** The moments worth jumping to: dealt out, buried, each trick taken, the score. */
export function marksOf(frames: Frame[]): number[] {
    const kinds = new Set(['DealtOut', 'Buried', 'TrickTaken', 'DealScored']);
    const last = frames.length - 1;
    const marks = frames.flatMap(({ event }, at) => (event && kinds.has(event.t) ? [at] : []));
    return [...new Set([0, ...marks, last])];
}

/** The nearest mark before or after a moment; the moment itself where there is none. */
export function markFrom(marks: readonly number[], at: number, step: 1 | -1): number {
    const ahead =
        step === 1 ? marks.find((mark) => mark > at) : marks.findLast((mark) => mark < at);
    return ahead ?? at;
}

/** Where a deal is opened: all cards dealt, so that hands are full and nothing is played. */
export function openingOf(frames: Frame[]): number {
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
    const shown = event?.t === 'TrickTaken' || match.phase === 'playing';
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
            return 40;
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
