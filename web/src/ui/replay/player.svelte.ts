import { markFrom, restOf, type Frame } from './frames';

export const SPEEDS = [0.5, 1, 2, 4] as const;

/** Where one is in a deal, and the way on: by hand, or by itself at some speed. */
export class Player {
  at = $state(0);
  playing = $state(false);
  speed = $state<number>(1);

  /** `marks` are the moments that `mark` stops at. */
  constructor(
    readonly frames: readonly Frame[],
    readonly marks: readonly number[],
    at = 0,
  ) {
    this.at = at;
  }

  get last(): number {
    return this.frames.length - 1;
  }

  get atEnd(): boolean {
    return this.at === this.last;
  }

  get frame(): Frame {
    const frame = this.frames[this.at];
    if (!frame) throw new RangeError(`no moment ${this.at}`);
    return frame;
  }

  /** How long this moment stays while the deal plays, in ms. */
  get rest(): number {
    return restOf(this.frame.event) / this.speed;
  }

  /** Stop there, or at the nearest end. */
  go(to: number): void {
    this.playing = false;
    this.at = Math.min(Math.max(to, 0), this.last);
  }

  step(by: 1 | -1): void {
    this.go(this.at + by);
  }

  mark(by: 1 | -1): void {
    this.go(markFrom(this.marks, this.at, by));
  }

  /** Play on, from the start if the end was reached, or pause. */
  toggle(): void {
    if (!this.playing && this.atEnd) this.at = 0;
    this.playing = !this.playing;
  }

  /** The next moment of a deal that plays; at the end it stops. */
  advance(): void {
    if (!this.atEnd) this.at += 1;
    if (this.atEnd) this.playing = false;
  }
}
