import { describe, expect, test } from 'vitest';

import { numbered } from './cards';
import { snap, wire } from './fixtures/wire';
import type { Ev } from './protocol.gen';
import { advanced, patched, renumbered, tableOf, type TableState } from './table';

const start = tableOf(snap);

function after(evs: readonly Ev[]): TableState | null {
  return evs.reduce<TableState | null>((table, ev) => table && advanced(table, ev), start);
}

describe('events', () => {
  test('make the server’s match, one trick on', () => {
    const table = after(wire.trick.evs)!;
    expect(table.seq).toBe(start.seq + wire.trick.evs.length);
    expect(table.match!.plays).toEqual([]);
    expect(table.match!.tricks).toHaveLength(start.match!.tricks.length + 1);
    expect(table.match!.tricks.at(-1)!.plays.map((play) => play.seat)).toEqual([2, 3, 0, 1]);
  });

  test('leave the earlier table as it was', () => {
    const before = structuredClone(start);
    after(wire.trick.evs);
    expect(start).toEqual(before);
  });

  test('of which one is missing do not fit', () => {
    expect(after(wire.trick.evs.slice(1))).toBeNull();
  });

  test('that were seen already change nothing', () => {
    const table = advanced(start, wire.trick.evs[0]!)!;
    expect(advanced(table, wire.trick.evs[0]!)).toBe(table);
  });

  test('do not fit when the sum of the match is another', () => {
    const [...evs] = wire.trick.evs;
    evs[evs.length - 1] = { ...evs.at(-1)!, digest: '00000000' };
    expect(after(evs)).toBeNull();
  });

  test('without a patch only count on', () => {
    const ev: Ev = { t: 'ev', seq: start.seq + 1, event: { t: 'DealtOut' }, patch: {} };
    expect(advanced(start, ev)).toEqual({ ...start, seq: start.seq + 1 });
  });

  test('open a match where there was none, and put it away', () => {
    const lobby = { ...start, match: null };
    const opens: Ev = {
      t: 'ev',
      seq: start.seq + 1,
      event: { t: 'TimeCalled' },
      patch: { match: { ...wire.trick.match } },
    };
    expect(advanced(lobby, opens)!.match).toEqual(wire.trick.match);
    const clears: Ev = { ...opens, event: { t: 'MatchCleared' }, patch: { match: null } };
    expect(advanced(start, clears)!.match).toBeNull();
  });
});

test('a name with + brings what a list got more; others are new values', () => {
  const old = { plays: ['a'], points: 5, turn: 1 };
  expect(patched(old, { 'plays+': ['b', 'c'], points: 15 })).toEqual({
    plays: ['a', 'b', 'c'],
    points: 15,
    turn: 1,
  });
});

describe('cards that stay', () => {
  test('keep their ids when the order changes and others come', () => {
    const old = numbered(['5h', '5h', '6s']);
    const now = renumbered(old, ['6s', '5h', 'As', '5h'], new Set());
    expect(now.map((card) => card.id)).toEqual(['6s#0', '5h#0', 'As#0', '5h#1']);
  });

  test('are those that were not picked', () => {
    const old = numbered(['5h', '5h']);
    expect(renumbered(old, ['5h'], new Set(['5h#0']))).toEqual([{ id: '5h#1', code: '5h' }]);
  });

  test('do not lend their ids to cards that come later', () => {
    const kept = renumbered(numbered(['5h', '5h']), ['5h'], new Set(['5h#0']));
    const now = renumbered(kept, ['5h', '5h'], new Set());
    expect(now.map((card) => card.id)).toEqual(['5h#1', '5h#0']);
  });
});
