import { sorted, type Card } from './cards';
import { prefs } from './prefs.svelte';
import type { Hints, HintView, Match, Verdict } from './protocol.gen';
import { renumbered } from './table';

const NONE: ReadonlySet<string> = new Set();

/** Ms from the last touch of a card until the server is asked what is picked. */
export const PREVIEW_AFTER = 40;

/** What the server is asked for while one picks cards. */
export interface Asking {
  preview(id: number, cards: string): void;
  hint(id: number): void;
}

/** The viewer's cards, which of them are picked, and what the server says of them. */
export class Picking {
  private held = $state.raw<Card[]>([]);
  private order = $state.raw<Match['order']>({});
  private asked = 0;
  private hintAsked = 0;
  private hints: HintView[] = [];
  private turnedTo = -1;
  private waiting: ReturnType<typeof setTimeout> | null = null;
  private wanted = false;

  picked = $state.raw<ReadonlySet<string>>(NONE);
  suggested = $state.raw<ReadonlySet<string>>(NONE);
  fresh = $state.raw<ReadonlySet<string>>(NONE);
  verdict = $state.raw<Verdict | null>(null);
  advice = $state.raw<HintView | null>(null);
  hand = $derived(sorted(this.held, this.order, prefs.sort));

  constructor(private readonly asking: Asking) {}

  /** The picked cards as the server reads them, in the order of the hand. */
  get text(): string {
    return this.hand
      .filter((card) => this.picked.has(card.id))
      .map((card) => card.code)
      .join(' ');
  }

  /** Show the hand of a match.  Picks outlive it as far as their cards are held still; `asks`:
   * whether the server can judge them now. */
  follow(match: Match | null, asks: boolean): void {
    const codes = match?.hand ?? [];
    this.held = renumbered(this.held, codes, this.picked);
    this.order = match?.order ?? {};
    const ids = new Set(this.held.map((card) => card.id));
    this.picked = kept(this.picked, ids);
    this.suggested = kept(this.suggested, ids);
    this.fresh = kept(this.fresh, ids);
    this.wanted = asks;
    if (asks) this.judge();
    else this.unjudged();
  }

  /** Mark the cards that were not in the hand before. */
  markFresh(before: readonly Card[]): void {
    const old = new Set(before.map((card) => card.id));
    this.fresh = new Set(this.held.map((card) => card.id).filter((id) => !old.has(id)));
  }

  pick(ids: readonly string[], on: boolean): void {
    const next = new Set(this.picked);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    this.picked = next;
    this.suggested = NONE;
    this.judge();
  }

  /** My cards are played or buried: nothing is picked any more, and no card is new. */
  done(): void {
    this.fresh = NONE;
    this.clear();
  }

  clear(): void {
    this.picked = NONE;
    this.suggested = NONE;
    this.advice = null;
    this.unjudged();
  }

  /** Forget hints: what they were for has passed. */
  forgetHints(): void {
    this.hints = [];
    this.hintAsked += 1;
    this.turnedTo = -1;
    this.advice = null;
    this.suggested = NONE;
  }

  /** Show the next hint, or ask for the first. */
  hint(): void {
    if (this.hints.length > 0) this.turn();
    else this.asking.hint((this.hintAsked += 1));
  }

  /** The server's hints; those for an older question are dropped. */
  hinted({ id, picks }: Hints): void {
    if (id !== this.hintAsked || picks.length === 0) return;
    this.hints = picks;
    this.turn();
  }

  /** The server's verdict; one on an older question is dropped. */
  judged(verdict: Verdict): void {
    if (verdict.id === this.asked && this.picked.size > 0) this.verdict = verdict;
  }

  private turn(): void {
    this.turnedTo = (this.turnedTo + 1) % this.hints.length;
    const advice = this.hints[this.turnedTo]!;
    this.advice = advice;
    const ids = this.idsOf(advice.cards);
    this.suggested = ids;
    if (advice.action === 'play' || advice.action === 'bury') {
      this.picked = ids;
      this.judge();
    }
  }

  private idsOf(codes: readonly string[]): ReadonlySet<string> {
    const ids = new Set<string>();
    for (const code of codes) {
      const card = this.held.find((one) => one.code === code && !ids.has(one.id));
      if (card !== undefined) ids.add(card.id);
    }
    return ids;
  }

  private judge(): void {
    if (!this.wanted || this.picked.size === 0) {
      this.unjudged();
      return;
    }
    this.stopWaiting();
    this.waiting = setTimeout(() => {
      this.waiting = null;
      this.asking.preview((this.asked += 1), this.text);
    }, PREVIEW_AFTER);
  }

  private unjudged(): void {
    this.stopWaiting();
    this.asked += 1;
    this.verdict = null;
  }

  private stopWaiting(): void {
    if (this.waiting !== null) clearTimeout(this.waiting);
    this.waiting = null;
  }
}

function kept(ids: ReadonlySet<string>, held: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...ids].filter((id) => held.has(id)));
}
