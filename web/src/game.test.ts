import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { snap, wire } from './fixtures/wire';
import { FakeWorld, type FakeSocket } from './fixtures/world';
import { Game } from './game.svelte';
import { PREVIEW_AFTER } from './picking.svelte';
import { prefs } from './prefs.svelte';
import type { Ev, Match, TableEvent } from './protocol.gen';

let world: FakeWorld;
let game: Game;
let socket: FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  prefs.lang = 'en';
  prefs.trickMs = 1100;
  world = new FakeWorld();
  game = new Game('k7m2qa', world);
  socket = world.socket;
  socket.accept();
});

afterEach(() => {
  game.close();
  vi.useRealTimers();
});

const mine = (changes: Partial<Match>): Match => ({ ...wire.trick.match, ...changes });

function seen(match: Match): void {
  socket.receive({ ...snap, match });
}

function toPlay(changes: Partial<Match> = {}): void {
  seen(mine({ turn: 0, due: [{ by: 'seat', action: 'Play', seats: [0] }], ...changes }));
}

function happen(event: TableEvent, match: Partial<Match> = {}, seq = snap.seq + 1): void {
  const patch = { match: match as Record<string, unknown> };
  socket.receive({ t: 'ev', seq, event, patch });
}

const last = () => socket.said.at(-1);

describe('a snapshot', () => {
  test('is shown at once, with the cards in hand', () => {
    expect(game.room).toBeNull();
    socket.receive(snap);
    expect(game.room?.code).toBe('k7m2qa');
    expect(game.seat).toBe(0);
    expect(game.isHost).toBe(true);
    expect(game.hand.map((card) => card.code).sort()).toEqual([...snap.match!.hand].sort());
    expect(game.caughtUp).toBe(true);
    expect(game.log).toEqual([]);
  });

  test('drops what has not been shown yet', () => {
    socket.receive(snap);
    wire.trick.evs.forEach((ev) => socket.receive(ev));
    expect(game.caughtUp).toBe(false);
    socket.receive({ ...snap, seq: snap.seq + 5 });
    expect(game.caughtUp).toBe(true);
    expect(game.match!.plays).toEqual([]);
  });
});

describe('events', () => {
  test('are shown one by one, each with its line', () => {
    socket.receive(snap);
    wire.trick.evs.forEach((ev) => socket.receive(ev));
    expect(game.match!.plays).toHaveLength(1);
    expect(game.latest!.plays).toHaveLength(0);
    expect(game.moment?.event.t).toBe('Played');
    world.pass(3 * 260);
    expect(game.match!.plays).toHaveLength(4);
    world.pass(1100);
    expect(game.match!.plays).toHaveLength(0);
    expect(game.caughtUp).toBe(true);
    expect(game.log.map((line) => line.kind)).toEqual(['play', 'play', 'play', 'play', 'trick']);
    expect(new Set(game.log.map((line) => line.id)).size).toBe(5);
  });

  test('of which one is missing bring a whole snapshot, and are not shown until then', () => {
    socket.receive(snap);
    wire.trick.evs.slice(1).forEach((ev) => socket.receive(ev));
    expect(socket.said.slice(1)).toEqual([{ t: 'hello', room: 'k7m2qa', since: null, lang: 'en' }]);
    expect(game.match!.plays).toEqual([]);
    socket.receive({ ...snap, seq: snap.seq + 5 });
    happen({ t: 'TimeCalled' }, { time_up: true }, snap.seq + 6);
    expect(game.match!.time_up).toBe(true);
  });

  test('that leave another match than the server’s bring one too', () => {
    socket.receive(snap);
    const wrong: Ev = { ...wire.trick.evs[0]!, digest: '00000000' };
    socket.receive(wrong);
    expect(last()).toMatchObject({ t: 'hello', since: null });
  });
});

describe('a new connection', () => {
  const greeting = () => {
    world.socket.drop(1006);
    world.pass(5000);
    world.socket.onopen?.();
    return world.socket.said[0];
  };

  test('asks for the events since the last one', () => {
    socket.receive(snap);
    socket.receive(wire.trick.evs[0]!);
    expect(greeting()).toMatchObject({ t: 'hello', since: snap.seq + 1 });
  });

  test('asks for all where events did not fit', () => {
    socket.receive(snap);
    socket.receive(wire.trick.evs[1]!);
    expect(greeting()).toMatchObject({ t: 'hello', since: null });
  });
});

describe('picked cards', () => {
  test('are judged by the server a moment later, and once', () => {
    toPlay();
    game.pick(['5c#0'], true);
    game.pick(['9c#0'], true);
    expect(last()?.t).toBe('hello');
    vi.advanceTimersByTime(PREVIEW_AFTER);
    expect(last()).toMatchObject({ t: 'preview', cards: '5c 9c' });
    expect(socket.said.filter((frame) => frame.t === 'preview')).toHaveLength(1);
  });

  test('have the verdict on them, not one on others', () => {
    toPlay();
    game.pick(['5c#0'], true);
    vi.advanceTimersByTime(PREVIEW_AFTER);
    const first = last() as { id: number };
    game.pick(['9c#0'], true);
    vi.advanceTimersByTime(PREVIEW_AFTER);
    const second = last() as { id: number };
    const verdict = {
      t: 'verdict',
      ok: true,
      names: [],
      pieces: [],
      rule: null,
      cards: [],
    } as const;
    const said = { ...verdict, names: [], pieces: [], cards: [], warning: null };
    socket.receive({ ...said, id: first.id, text: 'old' });
    expect(game.verdict).toBeNull();
    socket.receive({ ...said, id: second.id, text: 'new' });
    expect(game.verdict?.text).toBe('new');
    game.clear();
    expect(game.verdict).toBeNull();
  });

  test('are not judged while another plays', () => {
    seen(mine({ turn: 1, due: [{ by: 'seat', action: 'Play', seats: [1] }] }));
    game.pick(['5c#0'], true);
    vi.advanceTimersByTime(1000);
    expect(last()?.t).toBe('hello');
  });

  test('that were picked before one’s turn are judged when it comes', () => {
    seen(mine({ turn: 3, due: [{ by: 'seat', action: 'Play', seats: [3] }] }));
    game.pick(['5c#0'], true);
    happen(
      { t: 'Played', seat: 3, cards: 'Th', pieces: ['single'] },
      { turn: 0, due: [{ by: 'seat', action: 'Play', seats: [0] }] },
    );
    vi.advanceTimersByTime(PREVIEW_AFTER);
    expect(last()).toMatchObject({ t: 'preview', cards: '5c' });
  });

  test('stay picked while others play, as long as they are held', () => {
    toPlay();
    game.pick(['5c#0', '9c#0'], true);
    const hand = snap.match!.hand.filter((code) => code !== '9c');
    happen({ t: 'Played', seat: 3, cards: 'Th', pieces: ['single'] }, { hand });
    expect([...game.picked]).toEqual(['5c#0']);
  });

  test('are free again after the play, even those that had to stay', () => {
    toPlay();
    game.pick(['5c#0', '9c#0'], true);
    const hand = snap.match!.hand.filter((code) => code !== '9c');
    happen({ t: 'Played', seat: 0, cards: '9c', pieces: ['single'] }, { hand });
    expect(game.picked.size).toBe(0);
  });
});

describe('a command', () => {
  test('is pending until it is acknowledged', () => {
    toPlay();
    game.pick(['9c#0', '5c#0'], true);
    game.play();
    expect(last()).toMatchObject({ t: 'play', cards: '5c 9c', seq: snap.seq });
    expect(game.pending).toBe(true);
    game.play();
    expect(socket.said.filter((frame) => frame.t === 'play')).toHaveLength(1);
    const { cid } = last() as { cid: string };
    socket.receive({ t: 'ack', cid, seq: snap.seq + 1 });
    expect(game.pending).toBe(false);
  });

  test('that is refused says why until something else is tried', () => {
    toPlay();
    game.pick(['5c#0'], true);
    game.play();
    const { cid } = last() as { cid: string };
    socket.receive({
      t: 'nack',
      cid,
      code: 'x',
      text: 'Follow hearts.',
      rule: null,
      cards: ['8h'],
    });
    expect(game.nack).toEqual({ text: 'Follow hearts.', cards: ['8h'] });
    expect([...game.picked]).toEqual(['5c#0']);
    game.pick(['5c#0'], false);
    expect(game.nack).toBeNull();
  });

  test('that the table made needless a moment before is not complained of', () => {
    toPlay();
    game.pass();
    const { cid } = last() as { cid: string };
    happen({ t: 'Passed', seat: 0 }, { due: [] });
    const refusal = { code: 'not_now', text: 'Not now.', rule: null, cards: [] };
    socket.receive({ t: 'nack', cid, ...refusal });
    expect(game.nack).toBeNull();
    expect(game.pending).toBe(false);
  });
});

describe('hints', () => {
  const pick = (action: 'play' | 'bid' | 'pass', ...cards: string[]) => ({
    action,
    cards,
    text: cards.join(),
  });

  function answer(...picks: ReturnType<typeof pick>[]): void {
    const { id } = last() as { id: number };
    socket.receive({ t: 'hints', id, picks });
  }

  test('are picked one after the other, and round again', () => {
    toPlay();
    game.hint();
    expect(last()?.t).toBe('hint');
    answer(pick('play', '5c'), pick('play', '9c', 'Kc'));
    expect([...game.picked]).toEqual(['5c#0']);
    game.hint();
    expect([...game.picked].sort()).toEqual(['9c#0', 'Kc#0']);
    expect(game.advice?.text).toBe('9c,Kc');
    game.hint();
    expect([...game.picked]).toEqual(['5c#0']);
  });

  test('to bid mark cards but pick none', () => {
    seen(mine({ due: [{ by: 'seat', action: 'Bid', seats: [0] }] }));
    expect(game.myTurn).toBe('bid');
    game.hint();
    answer(pick('bid', 'LJ'));
    expect([...game.suggested]).toEqual(['LJ#0']);
    expect(game.picked.size).toBe(0);
    expect(game.advice?.action).toBe('bid');
  });

  test('that come too late are dropped', () => {
    toPlay();
    game.hint();
    const { id } = last() as { id: number };
    happen({ t: 'Played', seat: 3, cards: 'Th', pieces: ['single'] });
    socket.receive({ t: 'hints', id, picks: [pick('play', '5c')] });
    expect(game.picked.size).toBe(0);
  });
});

test('cards that came with the kitty are marked until it is buried', () => {
  seen(mine({ hand: ['5c', '9c'], phase: 'burying' }));
  happen(
    { t: 'KittyTaken', seat: 0, cards: '5c Ah' },
    { hand: ['5c', '5c', '9c', 'Ah'], due: [{ by: 'seat', action: 'Bury', seats: [0] }] },
  );
  expect([...game.fresh].sort()).toEqual(['5c#1', 'Ah#0']);
  expect(game.myTurn).toBe('bury');
  world.pass(1000);
  happen({ t: 'Buried', seat: 0, cards: '5c 9c' }, { hand: ['5c', 'Ah'] }, snap.seq + 2);
  expect(game.fresh.size).toBe(0);
});

test('a clock ends at a time of this machine', () => {
  vi.setSystemTime(50_000);
  const clock = {
    kind: 'play',
    seats: [0],
    total: 20_000,
    left: 8000,
    bank: [0, 0, 0, 0],
  } as const;
  socket.receive({ t: 'clock', clock: { ...clock, seats: [0], bank: [0, 0, 0, 0] } });
  expect(game.clock?.endsAt).toBe(58_000);
  socket.receive({ t: 'clock', clock: null });
  expect(game.clock).toBeNull();
});

test('what others say is unread until it is read', () => {
  socket.receive(snap);
  const line = { person: 'p3', name: 'Kevin', seat: 3, text: 'hi', key: null, at: 0 };
  socket.receive({ t: 'said', line });
  socket.receive({ t: 'said', line: { ...line, person: 'p0' } });
  expect(game.chat).toHaveLength(2);
  expect(game.unread).toBe(1);
  game.read();
  expect(game.unread).toBe(0);
});

test('a table that another device plays comes back when it is touched', () => {
  socket.receive(snap);
  socket.drop(4409);
  expect(game.connection).toBe('over');
  expect(game.over?.text).toBe('You went on playing on another device.');
  world.pass(60_000);
  expect(world.sockets).toHaveLength(1);
  game.retry();
  expect(game.over).toBeNull();
  expect(world.sockets).toHaveLength(2);
});

test('one whom the server no longer knows comes in again, once', async () => {
  socket.receive(snap);
  socket.drop(4401);
  expect(game.connection).toBe('lost');
  await vi.waitFor(() => expect(world.sockets).toHaveLength(2));
  world.socket.accept();
  expect(world.socket.said).toEqual([{ t: 'hello', room: 'k7m2qa', since: null, lang: 'en' }]);
  world.socket.drop(4401);
  expect(game.connection).toBe('over');
  expect(world.introductions).toBe(1);
});

test('one whom the server will not know is told so', async () => {
  world.known = false;
  socket.receive(snap);
  socket.drop(4401);
  await vi.waitFor(() => expect(game.over?.code).toBe(4401));
  expect(world.sockets).toHaveLength(1);
});

test('a command that the server could not read is not waited for any longer', () => {
  toPlay();
  game.pass();
  expect(game.pending).toBe(true);
  socket.drop(4400);
  world.pass(5000);
  world.socket.accept();
  expect(game.pending).toBe(false);
});
