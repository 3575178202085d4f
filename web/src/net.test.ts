import { beforeEach, describe, expect, test } from 'vitest';

import { FakeWorld } from './fixtures/world';
import { Net } from './net';
import type { ServerFrame } from './protocol.gen';

let world: FakeWorld;
let net: Net;
let states: string[];
let frames: ServerFrame[];
let overs: number[];

beforeEach(() => {
  world = new FakeWorld();
  states = [];
  frames = [];
  overs = [];
  net = new Net(
    {
      hello: () => ({ t: 'hello', room: 'k7m2qa', since: 7, lang: 'zh' }),
      seq: () => 7,
      frame: (frame) => frames.push(frame),
      changed: (state) => states.push(state),
      over: (code) => overs.push(code),
    },
    world,
  );
});

const pings = (): number => world.socket.sent.filter((frame) => frame.t === 'ping').length;

describe('a connection', () => {
  test('begins with hello, and is live when the server has said something', () => {
    world.socket.onopen?.();
    expect(world.socket.sent[0]).toEqual({ t: 'hello', room: 'k7m2qa', since: 7, lang: 'zh' });
    expect(states).toEqual(['connecting']);
    world.socket.receive({ t: 'presence', online: [] });
    expect(states).toEqual(['connecting', 'live']);
    expect(frames).toEqual([{ t: 'presence', online: [] }]);
  });

  test('that is lost comes back, each time later, but never after more than 5 s', () => {
    const waits: number[] = [];
    for (let time = 0; time < 7; time++) {
      const { length } = world.sockets;
      world.socket.drop(1006);
      const since = world.time;
      while (world.sockets.length === length) world.pass(10);
      waits.push(world.time - since);
    }
    expect(waits).toEqual([200, 400, 800, 1600, 3200, 5000, 5000]);
  });

  test('comes back at any moment of that time', () => {
    world.chance = 0.25;
    world.socket.drop(1006);
    world.pass(49);
    expect(world.sockets).toHaveLength(1);
    world.pass(1);
    expect(world.sockets).toHaveLength(2);
  });

  test('that had been live comes back soon again', () => {
    world.socket.drop(1006);
    world.pass(200);
    world.socket.drop(1006);
    world.pass(400);
    world.socket.accept();
    world.socket.drop(1006);
    world.pass(200);
    expect(world.sockets).toHaveLength(4);
  });

  test('after a restart of the server comes back within 3 s', () => {
    world.chance = 0.5;
    world.socket.accept();
    world.socket.drop(1012);
    world.pass(1499);
    expect(world.sockets).toHaveLength(1);
    world.pass(1);
    expect(world.sockets).toHaveLength(2);
  });

  test.each([4401, 4403, 4404, 4409, 4410, 4429])('closed with %i is over', (code) => {
    world.socket.accept();
    world.socket.drop(code);
    world.pass(60_000);
    expect(world.sockets).toHaveLength(1);
    expect(overs).toEqual([code]);
  });

  test('that is over begins again only when it is told to', () => {
    world.socket.drop(4409);
    net.wake();
    expect(world.sockets).toHaveLength(1);
    net.reconnect();
    expect(world.sockets).toHaveLength(2);
  });

  test('that was closed here stays closed', () => {
    world.socket.accept();
    net.close();
    expect(world.socket.closed).toBe(true);
    net.wake();
    world.pass(60_000);
    expect(world.sockets).toHaveLength(1);
  });
});

describe('a command', () => {
  test('goes out with its number and the last event seen', () => {
    world.socket.accept();
    const cid = net.command({ t: 'play', cards: '5s 5s' });
    expect(cid).toMatch(/^[A-Za-z0-9:_-]{1,40}$/);
    expect(world.socket.said.at(-1)).toEqual({ t: 'play', cards: '5s 5s', cid, seq: 7 });
    expect(net.waiting).toBe(true);
  });

  test('waits for a connection', () => {
    const cid = net.command({ t: 'pass' });
    expect(world.socket.sent).toEqual([]);
    world.socket.accept();
    expect(world.socket.said.map((frame) => frame.t)).toEqual(['hello', 'pass']);
    world.socket.receive({ t: 'ack', cid, seq: 8 });
    expect(net.waiting).toBe(false);
  });

  test('goes out again, under the same number, until it is acknowledged', () => {
    world.socket.accept();
    const cid = net.command({ t: 'pass' });
    world.socket.drop(1006);
    world.pass(200);
    world.socket.accept();
    expect(world.socket.said.at(-1)).toMatchObject({ t: 'pass', cid });
    world.socket.receive({ t: 'ack', cid, seq: 8 });
    world.socket.drop(1006);
    world.pass(200);
    world.socket.accept();
    expect(world.socket.said.map((frame) => frame.t)).toEqual(['hello']);
  });

  test('that was refused does not go out again', () => {
    world.socket.accept();
    const cid = net.command({ t: 'pass' });
    world.socket.receive({ t: 'nack', cid, code: 'not_due', text: '', rule: null, cards: [] });
    expect(net.waiting).toBe(false);
  });

  test('that the server cannot read is given up', () => {
    world.socket.accept();
    net.command({ t: 'pass' });
    world.socket.drop(4400);
    expect(net.waiting).toBe(false);
  });
});

test('what is worth nothing later is dropped without a connection', () => {
  net.send({ t: 'hint', id: 1 });
  world.socket.accept();
  expect(world.socket.said.map((frame) => frame.t)).toEqual(['hello']);
  net.send({ t: 'hint', id: 2 });
  expect(world.socket.said.at(-1)).toEqual({ t: 'hint', id: 2 });
});

describe('heartbeats', () => {
  test('go out every 10 s and carry the last round trip', () => {
    world.socket.accept();
    expect(pings()).toBe(1);
    world.pass(10_000);
    expect(pings()).toBe(2);
    const { t0 } = world.socket.sent.findLast((frame) => frame.t === 'ping')!;
    world.pass(30);
    world.socket.receive({ t: 'pong', t0, t1: 0 });
    world.pass(10_000);
    expect(world.socket.sent.findLast((frame) => frame.t === 'ping')).toMatchObject({
      rtt: 30,
    });
  });

  test('tell that a silent connection is dead after 25 s', () => {
    world.socket.accept();
    const first = world.socket;
    world.pass(24_999);
    expect(first.closed).toBe(false);
    world.pass(1);
    expect(first.closed).toBe(true);
    expect(states.at(-1)).toBe('lost');
  });

  test('a connection that speaks stays', () => {
    world.socket.accept();
    for (let time = 0; time < 6; time++) {
      world.pass(10_000);
      world.socket.receive({ t: 'presence', online: [] });
    }
    expect(world.sockets).toHaveLength(1);
  });
});

describe('waking up', () => {
  test('does not wait for the backoff', () => {
    world.socket.drop(1006);
    net.wake();
    expect(world.sockets).toHaveLength(2);
    world.pass(60_000);
    expect(world.sockets.filter((socket) => !socket.closed)).toHaveLength(1);
  });

  test('finds out whether the connection has died in the meantime', () => {
    world.socket.accept();
    world.pass(3000);
    net.wake();
    world.pass(4000);
    expect(world.sockets).toHaveLength(2);
  });

  test('keeps a connection that answers', () => {
    world.socket.accept();
    world.pass(3000);
    net.wake();
    world.socket.receive({ t: 'pong', t0: 0, t1: 0 });
    world.pass(4000);
    expect(world.sockets).toHaveLength(1);
  });
});
