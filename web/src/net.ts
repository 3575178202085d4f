import { session } from './api';
import {
  CLOSE_BAD_FRAME,
  CLOSE_AUTH,
  CLOSE_FLOOD,
  CLOSE_NO_ROOM,
  CLOSE_ORIGIN,
  CLOSE_REMOVED,
  CLOSE_REPLACED,
  CLOSE_RESTART,
  SUBPROTOCOL,
  type ClientFrame,
  type Hello,
  type ServerFrame,
} from './protocol.gen';
import { realTime, type Timer } from './playback';

type Loose<T> = T extends { cid: string; seq: number } ? Omit<T, 'cid' | 'seq'> : never;

/** A command without its number, which the connection gives it. */
export type CommandBody = Loose<ClientFrame>;
type CommandFrame = Extract<ClientFrame, { cid: string }>;
type LooseFrame = Exclude<ClientFrame, { cid: string }>;

/** The part of a WebSocket that is used here. */
export interface SocketLike {
  onopen: (() => void) | null;
  onmessage: ((message: { data: string }) => void) | null;
  onclose: ((closing: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface NetWorld extends Timer {
  open(): SocketLike;
  /** Be known to the server, as a new guest if need be. */
  introduce(): Promise<unknown>;
  random(): number;
}

/** Who is told what comes in. */
export interface NetUser {
  hello(): Hello;
  seq(): number;
  frame(frame: ServerFrame): void;
  changed(state: 'connecting' | 'live' | 'lost'): void;
  /** The server has closed for good; the close code says why. */
  over(code: number): void;
}

const FIRST_BACKOFF = 200;
const MOST_BACKOFF = 5_000;
const RESTART_SPREAD = 3_000;
const BEAT = 5_000;
const PING_EVERY = 10_000;
const SILENCE = 25_000;
const WAKE_SILENCE = 4_000;

const FINAL = new Set([
  CLOSE_AUTH,
  CLOSE_ORIGIN,
  CLOSE_NO_ROOM,
  CLOSE_REPLACED,
  CLOSE_REMOVED,
  CLOSE_FLOOD,
]);

export const browserWorld: NetWorld = {
  ...realTime,
  open: () => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return new WebSocket(`${scheme}://${location.host}/ws`, SUBPROTOCOL) as unknown as SocketLike;
  },
  introduce: () => session(),
  random: Math.random,
};

/** A connection to one room that comes back by itself.  A command waits in the outbox until it is
 * acknowledged or refused, and goes out again, under the same number, after each reconnection. */
export class Net {
  private socket: SocketLike | null = null;
  private outbox = new Map<string, CommandFrame>();
  private state: 'connecting' | 'live' | 'lost' | 'over' = 'connecting';
  private open = false;
  private failures = 0;
  private heard = 0;
  private pinged = 0;
  private rtt = 0;
  private retrying: (() => void) | null = null;
  private beating: (() => void) | null = null;

  constructor(
    private readonly user: NetUser,
    private readonly world: NetWorld = browserWorld,
  ) {
    this.connect();
  }

  /** Whether a command waits for its answer. */
  get waiting(): boolean {
    return this.outbox.size > 0;
  }

  /** Send a command, now or as soon as there is a connection; returns its number. */
  command(body: CommandBody): string {
    const cid = newCid();
    const frame = { ...body, cid, seq: this.user.seq() } as CommandFrame;
    this.outbox.set(cid, frame);
    if (this.open) this.put(frame);
    return cid;
  }

  /** Send what is worth nothing later; without a connection it is dropped. */
  send(frame: LooseFrame): void {
    if (this.open) this.put(frame);
  }

  /** Begin anew, with `hello`. */
  reconnect(): void {
    this.drop();
    this.retrying?.();
    this.retrying = null;
    this.connect();
  }

  /** The page is looked at again, or the network is back. */
  wake(): void {
    if (this.state === 'over') return;
    if (this.state === 'lost') {
      this.reconnect();
    } else if (this.state === 'live') {
      this.ping();
      const since = this.world.now();
      this.world.after(WAKE_SILENCE, () => {
        if (this.state === 'live' && this.heard < since) this.reconnect();
      });
    }
  }

  close(): void {
    this.state = 'over';
    this.drop();
    this.retrying?.();
    this.retrying = null;
  }

  private connect(): void {
    this.become('connecting');
    const socket = this.world.open();
    this.socket = socket;
    this.heard = this.world.now();
    socket.onopen = () => this.opened();
    socket.onmessage = ({ data }) => this.received(JSON.parse(data) as ServerFrame);
    socket.onclose = ({ code }) => this.closed(code);
    this.beat();
  }

  private opened(): void {
    this.open = true;
    this.put(this.user.hello());
    this.ping();
    for (const frame of this.outbox.values()) this.put(frame);
  }

  private received(frame: ServerFrame): void {
    this.heard = this.world.now();
    if (this.state !== 'live') {
      this.failures = 0;
      this.become('live');
    }
    if (frame.t === 'pong') this.rtt = Math.min(60_000, this.heard - frame.t0);
    if (frame.t === 'ack' || frame.t === 'nack') this.outbox.delete(frame.cid);
    this.user.frame(frame);
  }

  private closed(code: number): void {
    this.drop();
    if (FINAL.has(code)) {
      this.outbox.clear();
      this.state = 'over';
      this.user.over(code);
      return;
    }
    if (code === CLOSE_BAD_FRAME) this.outbox.clear();
    this.become('lost');
    const spread = code === CLOSE_RESTART ? RESTART_SPREAD : this.backoff();
    this.failures += 1;
    this.retrying = this.world.after(this.world.random() * spread, () => {
      this.retrying = null;
      this.connect();
    });
  }

  private backoff(): number {
    return Math.min(MOST_BACKOFF, FIRST_BACKOFF * 2 ** this.failures);
  }

  private beat(): void {
    this.beating?.();
    this.beating = this.world.after(BEAT, () => {
      const now = this.world.now();
      if (now - this.heard >= SILENCE) {
        this.closed(0);
        return;
      }
      if (this.open && now - this.pinged >= PING_EVERY) this.ping();
      this.beat();
    });
  }

  private ping(): void {
    this.pinged = this.world.now();
    this.put({ t: 'ping', t0: this.pinged, rtt: this.rtt });
  }

  private put(frame: ClientFrame): void {
    this.socket?.send(JSON.stringify(frame));
  }

  private drop(): void {
    this.beating?.();
    this.beating = null;
    const socket = this.socket;
    this.socket = null;
    this.open = false;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private become(state: 'connecting' | 'live' | 'lost'): void {
    this.state = state;
    this.user.changed(state);
  }
}

/** Call when the page is looked at again or the network is back; returns how to stop. */
export function onWake(woke: () => void): () => void {
  if (typeof document === 'undefined') return () => undefined;
  const seen = (): void => {
    if (document.visibilityState === 'visible') woke();
  };
  document.addEventListener('visibilitychange', seen);
  addEventListener('online', woke);
  return () => {
    document.removeEventListener('visibilitychange', seen);
    removeEventListener('online', woke);
  };
}

/** A new number for a command.  `crypto.randomUUID` does not exist on plain http. */
function newCid(): string {
  const parts = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(parts, (part) => part.toString(36)).join('-');
}
