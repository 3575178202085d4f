import { beforeEach, describe, expect, test } from 'vitest';

import { FakeWorld } from './fixtures/world';
import { Playback, type Pace } from './playback';
import type { TableEvent } from './protocol.gen';

const LEISURE: Pace = { trickMs: 1100, motion: 1, reading: 1 };

const played = (seat: number): TableEvent => ({ t: 'Played', seat, cards: '5s', pieces: [] });
const taken: TableEvent = { t: 'TrickTaken', seat: 0, points: 5 };
const dealt: TableEvent = { t: 'Dealt', seat: 0, card: '5s' };
const failed: TableEvent = {
  t: 'ThrowFailed',
  seat: 0,
  cards: 'As Ks',
  pieces: [],
  forced: 'Ks',
  by: 1,
  beaten_by: 'As',
};

let world: FakeWorld;
let pace: Pace;
let shown: string[];
let playback: Playback<null>;

beforeEach(() => {
  world = new FakeWorld();
  pace = LEISURE;
  shown = [];
  playback = new Playback(
    ({ event }) => shown.push(event.t),
    () => pace,
    world,
  );
});

const come = (...events: TableEvent[]): void =>
  events.forEach((event) => playback.push({ event, state: null }));

describe('an event', () => {
  test('that comes alone is shown at once', () => {
    come(played(0));
    expect(shown).toEqual(['Played']);
    expect(playback.caughtUp).toBe(true);
  });

  test('waits until the play before it has been seen', () => {
    come(played(0), played(1));
    expect(shown).toHaveLength(1);
    expect(playback.caughtUp).toBe(false);
    world.pass(259);
    expect(shown).toHaveLength(1);
    world.pass(1);
    expect(shown).toHaveLength(2);
    expect(playback.caughtUp).toBe(true);
  });

  test('does not wait for what was seen long ago', () => {
    come(played(0));
    world.pass(5000);
    come(played(1));
    expect(shown).toHaveLength(2);
  });

  test('after a failed throw waits until it has been read', () => {
    come(failed, played(0));
    world.pass(1599);
    expect(shown).toEqual(['ThrowFailed']);
    world.pass(1);
    expect(shown).toEqual(['ThrowFailed', 'Played']);
  });
});

describe('a full trick', () => {
  test('lies there for the time that the player has chosen', () => {
    pace = { ...LEISURE, trickMs: 2000 };
    come(played(3), taken);
    world.pass(1999);
    expect(shown).toEqual(['Played']);
    world.pass(1);
    expect(shown).toEqual(['Played', 'TrickTaken']);
  });

  test('waits for a touch where the player wants that', () => {
    pace = { ...LEISURE, trickMs: 'tap' };
    come(played(3), taken, played(0));
    world.pass(60_000);
    expect(shown).toEqual(['Played']);
    playback.touch();
    expect(shown).toEqual(['Played', 'TrickTaken']);
    world.pass(320);
    expect(shown).toEqual(['Played', 'TrickTaken', 'Played']);
  });

  test('goes at a touch before its time', () => {
    come(played(3), taken);
    playback.touch();
    expect(shown).toEqual(['Played', 'TrickTaken']);
  });

  test('lies its whole time though the whole result of the deal waits behind it', () => {
    const rest: TableEvent[] = [
      { t: 'Dug', seat: 0, points: 20, factor: 2 },
      {
        t: 'DealScored',
        tricks: 60,
        dug: 20,
        penalties: 0,
        total: 80,
        winner: 'defenders',
        steps: 0,
        kitty: 'Ts',
      },
      { t: 'LevelsMoved', levels: ['2', '2'], climbed: [0, 0], banker: 1 },
      { t: 'Settled', coins: [0, 0, 0, 0] },
      { t: 'MatchEnded', winner: 0, reason: 'deals' },
    ];
    come(played(3), taken, ...rest);
    world.pass(1099);
    expect(shown).toEqual(['Played']);
  });
});

describe('many events', () => {
  test('are shown at once but for the last few', () => {
    come(...Array<TableEvent>(100).fill(dealt));
    expect(shown).toHaveLength(96);
    world.pass(4 * 40);
    expect(shown).toHaveLength(100);
    expect(playback.caughtUp).toBe(true);
  });

  test('cut short what is being shown', () => {
    come(played(3), taken);
    come(...[0, 1, 2, 3, 0].map(played));
    expect(shown).toContain('TrickTaken');
  });
});

test('a snapshot drops what waits', () => {
  come(played(0), played(1), played(2));
  playback.jump();
  world.pass(10_000);
  expect(shown).toHaveLength(1);
  come(played(3));
  expect(shown).toHaveLength(2);
});

test('without time for motion and reading all is shown at once', () => {
  pace = { trickMs: 'tap', motion: 0, reading: 0 };
  come(played(3), taken, failed, played(0), dealt);
  expect(shown).toHaveLength(5);
});

test('without motion a trick is still there to be read', () => {
  pace = { ...LEISURE, motion: 0 };
  come(played(2), played(3), taken);
  expect(shown).toEqual(['Played', 'Played']);
  world.pass(1100);
  expect(shown).toHaveLength(3);
});
