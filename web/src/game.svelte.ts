import type { Card } from './cards';
import { words } from './i18n';
import { browserWorld, Net, onWake, type CommandBody, type NetWorld } from './net';
import { paceNow } from './pace';
import { Picking } from './picking.svelte';
import { Playback, type Step } from './playback';
import { prefs } from './prefs.svelte';
import { CLOSE_AUTH } from './protocol.gen';
import type {
  ChatLine,
  Clock,
  Hello,
  HintView,
  Match,
  RoomView,
  Rules,
  ServerFrame,
  Settings,
  Snap,
  TableEvent,
  Verdict,
  You,
} from './protocol.gen';
import { sound, type Sound } from './sfx';
import { advanced, tableOf, type TableState } from './table';
import { tell, type LineKind } from './tell';

export type Connection = 'connecting' | 'live' | 'lost' | 'over';

/** A line of what happened, for reading and for the screen reader. */
export interface LogLine {
  id: number;
  text: string;
  kind: LineKind;
}

/** What has just been shown; `at` is the time in ms, as `Date.now()` tells it. */
export interface Moment {
  id: number;
  event: TableEvent;
  at: number;
}

/** A running clock; `endsAt` is the time in ms, as `Date.now()` tells it. */
export type Countdown = Clock & { endsAt: number };

const MOST_LINES = 500;
const MOST_CHAT = 200;
/** The refusal of what the table did by itself a moment before: nobody need read it. */
const TOO_LATE = 'not_now';

const TURNS = { Bid: 'bid', Bury: 'bury', Play: 'play' } as const;

const SOUNDS: Partial<Record<TableEvent['t'], Sound>> = {
  Dealt: 'deal',
  BidMade: 'bid',
  BidsShown: 'bid',
  Played: 'play',
  TrickTaken: 'take',
  ThrowFailed: 'fail',
  Buried: 'take',
};

/** One opened room: what is shown of it, and all that one can do there. */
export class Game {
  connection = $state<Connection>('connecting');
  over = $state.raw<{ code: number; text: string } | null>(null);
  room = $state.raw<RoomView | null>(null);
  match = $state.raw<Match | null>(null);
  latest = $state.raw<Match | null>(null);
  caughtUp = $state(true);
  you = $state.raw<You | null>(null);
  clock = $state.raw<Countdown | null>(null);
  online = $state.raw<string[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  log = $state.raw<LogLine[]>([]);
  pending = $state(false);
  moment = $state.raw<Moment | null>(null);
  nack = $state.raw<{ text: string; cards: string[] } | null>(null);
  notice = $state.raw<{ code: string; text: string } | null>(null);

  private readonly picking: Picking;
  private readonly playback: Playback<TableState>;
  private readonly net: Net;
  private readonly stopListening: () => void;
  private table: TableState | null = null;
  private shown: TableState | null = null;
  /** Whether a whole snapshot was asked for, since events no longer fit. */
  private anew = false;
  /** Whether the server was just told who is here, since it did not know. */
  private introduced = false;
  private left = false;
  private count = 0;

  constructor(
    readonly code: string,
    private readonly world: NetWorld = browserWorld,
  ) {
    this.picking = new Picking({
      preview: (id, cards) => this.net.send({ t: 'preview', id, cards }),
      hint: (id) => this.net.send({ t: 'hint', id }),
    });
    this.playback = new Playback<TableState>((step) => this.show(step), paceNow, world);
    this.net = new Net(
      {
        hello: () => this.hello(),
        seq: () => this.shown?.seq ?? 0,
        frame: (frame) => this.received(frame),
        changed: (state) => this.connected(state),
        over: (code) => this.ended(code),
      },
      world,
    );
    this.stopListening = onWake(() => this.net.wake());
  }

  // -- what is seen ------------------------------------------------------------------------------

  get seat(): number | null {
    const mine = this.room?.seats.findIndex((one) => one.person === this.you?.person) ?? -1;
    return mine < 0 ? null : mine;
  }

  get isHost(): boolean {
    return this.room !== null && this.room.host === this.you?.person;
  }

  /** What the table waits for from me. */
  get myTurn(): 'bid' | 'bury' | 'play' | null {
    return turnOf(this.match);
  }

  get hand(): Card[] {
    return this.picking.hand;
  }

  get picked(): ReadonlySet<string> {
    return this.picking.picked;
  }

  get suggested(): ReadonlySet<string> {
    return this.picking.suggested;
  }

  /** Cards that came with the kitty. */
  get fresh(): ReadonlySet<string> {
    return this.picking.fresh;
  }

  get verdict(): Verdict | null {
    return this.picking.verdict;
  }

  /** The hint that is shown, with its reason. */
  get advice(): HintView | null {
    return this.picking.advice;
  }

  // -- commands ----------------------------------------------------------------------------------

  pick(ids: readonly string[], on: boolean): void {
    this.nack = null;
    this.picking.pick(ids, on);
    sound('select', prefs.sound);
  }

  clear(): void {
    this.nack = null;
    this.picking.clear();
  }

  play(): void {
    this.withPicked((cards) => ({ t: 'play', cards }));
  }

  bury(): void {
    this.withPicked((cards) => ({ t: 'bury', cards }));
  }

  bid(cards: readonly string[]): void {
    this.command({ t: 'bid', cards: cards.join(' ') });
  }

  pass(): void {
    this.command({ t: 'pass' });
  }

  /** Show the next thing that might be done. */
  hint(): void {
    this.nack = null;
    this.picking.hint();
  }

  next(): void {
    this.command({ t: 'next' });
  }

  again(): void {
    this.command({ t: 'again' });
  }

  start(): void {
    this.command({ t: 'start' });
  }

  sit(seat: number): void {
    this.command({ t: 'sit', seat });
  }

  stand(): void {
    this.command({ t: 'stand' });
  }

  swap(a: number, b: number): void {
    this.command({ t: 'swap', a, b });
  }

  kick(seat: number): void {
    this.command({ t: 'kick', seat });
  }

  bot(seat: number, tier: string | null): void {
    this.command({ t: 'bot', seat, tier });
  }

  setRules(rules: Rules): void {
    this.command({ t: 'rules', rules });
  }

  setSettings(settings: Settings): void {
    this.command({ t: 'setup', settings });
  }

  auto(on: boolean): void {
    this.command({ t: 'auto', on });
  }

  rush(): void {
    this.command({ t: 'rush' });
  }

  rename(name: string): void {
    this.command({ t: 'rename', name });
  }

  answer(person: string, yes: boolean): void {
    this.command({ t: 'answer', person, yes });
  }

  say(text: string): void {
    this.net.send({ t: 'chat', text });
  }

  phrase(key: string): void {
    this.net.send({ t: 'phrase', key });
  }

  /** Texts come in this language from now on. */
  speak(lang: 'zh' | 'en'): void {
    this.net.send({ t: 'lang', lang });
  }

  /** All that was said has been read. */
  read(): void {
    this.unread = 0;
  }

  /** Let go what waits to be seen, such as a full trick. */
  touch(): void {
    this.playback.touch();
  }

  /** Try again now, or take the table back from another device. */
  retry(): void {
    this.over = null;
    this.net.reconnect();
  }

  close(): void {
    this.left = true;
    this.stopListening();
    this.playback.jump();
    this.picking.clear();
    this.net.close();
  }

  private withPicked(body: (cards: string) => CommandBody): void {
    if (this.picked.size > 0 && !this.pending) this.command(body(this.picking.text));
  }

  private command(body: CommandBody): void {
    this.nack = null;
    this.net.command(body);
    this.pending = this.net.waiting;
  }

  // -- what comes in -----------------------------------------------------------------------------

  private hello(): Hello {
    const since = this.anew ? null : (this.table?.seq ?? null);
    return { t: 'hello', room: this.code, since, lang: prefs.lang };
  }

  private connected(state: Connection): void {
    this.connection = state;
    if (state === 'live') this.pending = this.net.waiting;
  }

  private received(frame: ServerFrame): void {
    switch (frame.t) {
      case 'snap':
        return this.jump(frame);
      case 'ev':
        return this.advance(frame);
      case 'ack':
        this.pending = this.net.waiting;
        return;
      case 'nack':
        this.pending = this.net.waiting;
        if (frame.code === TOO_LATE && turnOf(this.latest) === null) return;
        this.nack = { text: frame.text, cards: frame.cards };
        return;
      case 'clock':
        this.clock = running(frame.clock);
        return;
      case 'presence':
        this.online = frame.online;
        return;
      case 'said':
        this.chat = [...this.chat, frame.line].slice(-MOST_CHAT);
        if (frame.line.person !== this.you?.person) this.unread += 1;
        return;
      case 'verdict':
        return this.picking.judged(frame);
      case 'hints':
        return this.picking.hinted(frame);
      case 'notice':
        this.notice = { code: frame.code, text: frame.text };
    }
  }

  /** A snapshot is shown at once: nobody wants to see again what has passed. */
  private jump(snap: Snap): void {
    this.anew = false;
    this.introduced = false;
    this.playback.jump();
    this.you = snap.you;
    this.chat = snap.chat;
    this.clock = running(snap.clock);
    this.online = snap.online;
    this.table = tableOf(snap);
    this.latest = this.table.match;
    this.picking.forgetHints();
    this.put(this.table);
  }

  private advance(ev: Extract<ServerFrame, { t: 'ev' }>): void {
    if (this.table === null || this.anew) return;
    const next = advanced(this.table, ev);
    if (next === this.table) return;
    if (next === null) {
      this.anew = true;
      this.net.send(this.hello());
      return;
    }
    this.table = next;
    this.latest = next.match;
    this.caughtUp = false;
    this.playback.push({ event: ev.event, state: next });
    this.caughtUp = this.playback.caughtUp;
  }

  private show({ event, state }: Step<TableState>): void {
    const before = this.shown ?? state;
    const held = this.hand;
    const turn = this.myTurn;
    const mine = 'seat' in event && event.seat === state.match?.seat;
    if (event.t !== 'Dealt') this.picking.forgetHints();
    this.caughtUp = this.playback.caughtUp;
    this.put(state);
    if (mine && event.t === 'KittyTaken') this.picking.markFresh(held);
    if (mine && (event.t === 'Played' || event.t === 'Buried')) this.picking.done();
    this.count += 1;
    this.moment = { id: this.count, event, at: Date.now() };
    this.write(event, before, state);
    this.ring(event, turn);
  }

  private put(state: TableState): void {
    this.shown = state;
    this.room = state.room;
    this.match = state.match;
    const turn = this.myTurn;
    this.picking.follow(state.match, turn === 'play' || turn === 'bury');
    this.caughtUp = this.playback.caughtUp;
  }

  private write(event: TableEvent, before: TableState, after: TableState): void {
    const told = tell(event, before, after);
    if (told !== null) this.log = [...this.log, { id: this.count, ...told }].slice(-MOST_LINES);
  }

  private ring(event: TableEvent, turnBefore: string | null): void {
    const turned = this.myTurn !== null && this.myTurn !== turnBefore;
    const name = turned && event.t !== 'Dealt' ? 'turn' : SOUNDS[event.t];
    if (name !== undefined) sound(name, prefs.sound);
  }

  /** Come in again as somebody whom the server knows; everything is seen anew. */
  private async introduce(): Promise<void> {
    this.introduced = true;
    this.anew = true;
    this.connection = 'lost';
    try {
      await this.world.introduce();
      if (!this.left) this.retry();
    } catch {
      this.ended(CLOSE_AUTH);
    }
  }

  private ended(code: number): void {
    this.pending = false;
    if (code === CLOSE_AUTH && !this.introduced) {
      void this.introduce();
      return;
    }
    this.connection = 'over';
    this.over = { code, text: words('closing')[code] ?? words('closing').other };
  }
}

function turnOf(match: Match | null): 'bid' | 'bury' | 'play' | null {
  if (match === null || match.seat === null) return null;
  const seat = match.seat;
  const mine = match.due.find((due) => due.by === 'seat' && due.seats.includes(seat));
  return TURNS[mine?.action as keyof typeof TURNS] ?? null;
}

function running(clock: Clock | null): Countdown | null {
  return clock === null ? null : { ...clock, endsAt: Date.now() + clock.left };
}
