import { describe, expect, it } from 'vitest';
import { PLACED, systems } from './presets';
import {
  changedOptions,
  grouped,
  overPreset,
  raisedSuit,
  toggledLevel,
  typed,
  withRow,
  type LevelTable,
} from './rulesdata';

const BASE = { id: 'jj', decks: 2, throws: 'all', must_play: ['A'], bombs: false };

describe('the presets on the start page', () => {
  it('stand in one system each', () => {
    expect(new Set(PLACED).size).toBe(PLACED.length);
  });

  it('are only those that the server has', () => {
    expect(systems(['jj', 'huanle-2'])).toEqual([
      { name: 'huanle', presets: ['huanle-2'] },
      { name: 'jj', presets: ['jj'] },
    ]);
  });
});

describe('a ruleset that is edited', () => {
  it('is compared with its preset by value', () => {
    expect(changedOptions({ ...BASE, must_play: ['A'] }, BASE)).toEqual([]);
    expect(changedOptions({ ...BASE, must_play: [], bombs: true }, BASE)).toEqual([
      'must_play',
      'bombs',
    ]);
  });

  it('is sent as the preset and what differs from it', () => {
    const rules = { ...BASE, id: 'custom', decks: 3 };
    expect(overPreset('jj', rules, BASE)).toEqual({ id: 'jj', decks: 3 });
  });

  it('shows its options in groups, in the order in which they came', () => {
    const option = (name: string, group: string) => ({ name, group, values: 'flag' });
    const options = [option('a', 'cards'), option('b', 'match'), option('c', 'cards')];
    expect(grouped(options)).toEqual([
      { name: 'cards', options: [options[0], options[2]] },
      { name: 'match', options: [options[1]] },
    ]);
  });
});

describe('the values of options', () => {
  it('take a whole number as a number and leave everything else to the server', () => {
    expect([' 40 ', '-35', '0'].map(typed)).toEqual([40, -35, 0]);
    expect(['', '4.5', 'ten', '1e3'].map(typed)).toEqual(['', '4.5', 'ten', '1e3']);
  });

  it('keep levels in the order of the ladder', () => {
    expect(toggledLevel(['5', 'K'], 'T')).toEqual(['5', 'T', 'K']);
    expect(toggledLevel(['5', 'T', 'K'], 'T')).toEqual(['5', 'K']);
  });

  it('move a suit up by one place, the first not at all', () => {
    expect(raisedSuit('SHCD', 2)).toBe('SCHD');
    expect(raisedSuit('SHCD', 0)).toBe('SHCD');
  });

  it('add a row to a level table above its last', () => {
    const table: LevelTable = {
      decks: 2,
      rows: [
        [0, 'declarers', 1],
        [80, 'defenders', 0],
      ],
      above: 40,
      below: 0,
    };
    expect(withRow(table).rows).toEqual([...table.rows, [120, 'defenders', 1]]);
  });
});
