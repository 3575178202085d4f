import type { GameEvent, TableEvent } from './protocol.gen';

/** How fast events are shown. */
export interface Pace {
  /** How long a full trick lies there; `tap`: until the table is touched. */
  trickMs: number | 'tap';
  /** Factor of the time for motion; 0 for none. */
  motion: number;
  /** Factor of the time for reading; 0 for none. */
  reading: number;
}

export interface Step<State> {
  event: TableEvent;
  state: State;
}

/** Where time comes from; `after` returns how to call it off. */
export interface Timer {
  now(): number;
  after(ms: number, done: () => void): () => void;
}

export const realTime: Timer = {
  now: () => performance.now(),
  after: (ms, done) => {
    const id = setTimeout(done, ms);
    return () => clearTimeout(id);
  },
};

/** Of so many plays, cards or bids in waiting only the last ones are shown at leisure. */
const CROWD = 4;
const CROWDING = new Set<string>(['Dealt', 'BidMade', 'Passed', 'Played']);

/** Ms until what comes after an event may be shown. */
const MOTION: Partial<Record<GameEvent['t'], number>> = {
  Dealt: 40,
  Played: 260,
  TrickTaken: 320,
  KittyTaken: 300,
  Buried: 300,
};
const READING: Partial<Record<GameEvent['t'], number>> = {
  BidMade: 500,
  BidsShown: 1200,
  TrumpSet: 700,
  DealVoided: 1200,
  ThrowFailed: 1600,
  Penalised: 600,
  Dug: 900,
};

/** How long an event is to be seen before the next one. */
export function minimumMs(event: TableEvent, next: TableEvent, pace: Pace): number {
  const full = next.t === 'TrickTaken' && pace.reading > 0;
  if (full && pace.trickMs === 'tap') return Infinity;
  const trick = full ? Number(pace.trickMs) * pace.reading : 0;
  const name = event.t as GameEvent['t'];
  return Math.max(trick, (MOTION[name] ?? 0) * pace.motion, (READING[name] ?? 0) * pace.reading);
}

/** Shows events one after the other, each for its time, and catches up when many wait. */
export class Playback<State> {
  private queue: Step<State>[] = [];
  private shown: TableEvent | null = null;
  private since = 0;
  private touched = false;
  private callOff: (() => void) | null = null;

  constructor(
    private readonly show: (step: Step<State>) => void,
    private readonly pace: () => Pace,
    private readonly timer: Timer = realTime,
  ) {}

  /** Whether all that came has been shown. */
  get caughtUp(): boolean {
    return this.queue.length === 0;
  }

  push(step: Step<State>): void {
    this.queue.push(step);
    this.advance();
  }

  /** Forget what waits: a snapshot has told all. */
  jump(): void {
    this.rest();
    this.queue = [];
    this.shown = null;
  }

  /** Let a full trick, or whatever is to be read, go now. */
  touch(): void {
    if (this.caughtUp) return;
    this.touched = true;
    this.advance();
  }

  private advance(): void {
    this.rest();
    for (let next = this.queue[0]; next !== undefined; next = this.queue[0]) {
      const wait = this.waitFor(next.event);
      if (wait > 0) {
        if (wait < Infinity) this.callOff = this.timer.after(wait, () => this.advance());
        return;
      }
      this.queue.shift();
      this.shown = next.event;
      this.since = this.timer.now();
      this.touched = false;
      this.show(next);
    }
  }

  private rest(): void {
    this.callOff?.();
    this.callOff = null;
  }

  private waitFor(next: TableEvent): number {
    if (this.shown === null || this.touched || this.crowded()) return 0;
    const passed = this.timer.now() - this.since;
    return Math.max(0, minimumMs(this.shown, next, this.pace()) - passed);
  }

  private crowded(): boolean {
    return this.queue.filter((step) => CROWDING.has(step.event.t)).length > CROWD;
  }
}
