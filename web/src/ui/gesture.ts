import type { Card } from '../cards';

/** What a gesture does to the hand. */
export interface Deeds {
  picked(card: Card): boolean;
  anyPicked(): boolean;
  /** Whether there are other cards with its face. */
  paired(card: Card): boolean;
  /** Whether every copy of the card's face is picked. */
  whole(card: Card): boolean;
  /** The cards from one to the other, both included, if they lie in one row; else the second. */
  between(from: Card, to: Card): Card[];
  pick(cards: Card[], on: boolean): void;
  /** Picks all copies of the face, and with `further` the sets in the next rows too. */
  pickSet(card: Card, further: boolean): void;
  play(): void;
}

export interface Point {
  x: number;
  y: number;
}

const SLOP = 8;
const SWIPE = 44;
const DOUBLE_MS = 320;
const HOLD_MS = 450;

interface Press extends Point {
  card: Card;
  last: Card;
  wasPicked: boolean;
  wasWhole: boolean;
  hadOthers: boolean;
  kind: 'tap' | 'slide' | 'swipe' | 'hold';
}

/** One finger (or the mouse) on the hand: a tap picks a card or puts it back, a slide does so with
 * a run, a double tap or a long press picks the card's whole set, a swipe up plays. */
export class Gesture {
  private press: Press | null = null;
  private tapped: { code: string; at: number; whole: boolean } | null = null;
  private timer = 0;

  constructor(private readonly deeds: Deeds) {}

  get active(): boolean {
    return this.press !== null;
  }

  down(card: Card, { x, y }: Point): void {
    const wasPicked = this.deeds.picked(card);
    const [hadOthers, wasWhole] = [this.deeds.anyPicked(), this.deeds.whole(card)];
    this.press = { card, last: card, x, y, wasPicked, wasWhole, hadOthers, kind: 'tap' };
    if (!wasPicked) this.deeds.pick([card], true);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.hold(), HOLD_MS);
  }

  /** The pointer has gone to a point where `card` is seen. */
  move(card: Card | undefined, { x, y }: Point): void {
    const press = this.press;
    if (!press) return;
    const [dx, dy] = [x - press.x, y - press.y];
    if (press.kind === 'tap' && Math.hypot(dx, dy) > SLOP) this.set(press, dx, dy);
    if (press.kind !== 'slide' || !card || card.id === press.last.id) return;
    this.deeds.pick(this.deeds.between(press.last, card), !press.wasPicked);
    press.last = card;
  }

  up({ y }: Point, at: number): void {
    const press = this.press;
    this.cancel();
    if (!press || press.kind === 'slide' || press.kind === 'hold') return;
    if (press.kind === 'swipe' && press.y - y >= SWIPE) this.swipe(press);
    else this.tap(press, at);
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.press = null;
  }

  private set(press: Press, dx: number, dy: number): void {
    clearTimeout(this.timer);
    press.kind = -dy > 1.5 * Math.abs(dx) ? 'swipe' : 'slide';
    if (press.kind === 'slide' && press.wasPicked) this.deeds.pick([press.card], false);
  }

  private hold(): void {
    if (!this.press) return;
    this.press.kind = 'hold';
    this.deeds.pickSet(this.press.card, this.press.wasWhole);
  }

  private tap({ card, wasPicked, wasWhole }: Press, at: number): void {
    const first = this.tapped;
    this.tapped = null;
    const again = first?.code === card.code && at - first.at < DOUBLE_MS;
    if (again && this.deeds.paired(card)) {
      this.deeds.pickSet(card, first.whole);
      return;
    }
    if (wasPicked) this.deeds.pick([card], false);
    this.tapped = { code: card.code, at, whole: wasWhole };
  }

  /** A swipe plays what is picked; the card under the finger goes along only if it is alone. */
  private swipe({ card, wasPicked, hadOthers }: Press): void {
    if (!wasPicked && hadOthers) this.deeds.pick([card], false);
    this.deeds.play();
  }
}
