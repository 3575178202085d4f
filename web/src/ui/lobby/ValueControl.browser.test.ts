import { beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { prefs } from '../../prefs.svelte';
import type { OptionView } from '../../protocol.gen';
import type { LevelTable } from './rulesdata';
import ValueControl from './ValueControl.svelte';

const TABLE: LevelTable = {
  decks: 2,
  rows: [
    [0, 'declarers', 1],
    [80, 'defenders', 0],
  ],
  above: 40,
  below: 0,
};

beforeEach(() => {
  prefs.lang = 'en';
});

/** The control for an option with a value, and what it asks to change the value to. */
async function control(name: string, values: OptionView['values'], value: unknown) {
  const onchange = vi.fn();
  const screen = await render(ValueControl, {
    option: { name, group: 'cards', values },
    value,
    describedby: '',
    error: null,
    tablesOf: (preset: string) => Promise.resolve([preset]),
    onchange,
  });
  return { screen, onchange };
}

describe('the control of an option', () => {
  it('offers a list of choices by their names and gives the value itself', async () => {
    const { screen, onchange } = await control('decks', [1, 2, 3, 4], 2);
    await screen.getByRole('combobox').selectOptions('3');
    expect(onchange).toHaveBeenLastCalledWith(3);
  });

  it('turns a flag', async () => {
    const { screen, onchange } = await control('bombs', 'flag', false);
    await screen.getByRole('switch').click();
    expect(onchange).toHaveBeenLastCalledWith(true);
  });

  it('says what a count means and leaves a wrong one to the server', async () => {
    const { screen, onchange } = await control('match_minutes', 'count', 60);
    await expect.element(screen.getByText('60 minutes')).toBeVisible();
    await screen.getByRole('textbox').fill('90');
    expect(onchange).toHaveBeenLastCalledWith(90);
    await screen.getByRole('textbox').fill('soon');
    expect(onchange).toHaveBeenLastCalledWith('soon');
  });

  it('takes a number of cards for the kitty, or one of its words', async () => {
    const { screen, onchange } = await control('kitty', 'kitty', 12);
    await screen.getByRole('textbox').fill('16');
    expect(onchange).toHaveBeenLastCalledWith(16);
    await screen.getByRole('combobox').selectOptions('none');
    expect(onchange).toHaveBeenLastCalledWith('none');
  });

  it('chooses one level', async () => {
    const { screen, onchange } = await control('goal_level', 'level', 'A');
    await screen.getByRole('combobox').selectOptions('10');
    expect(onchange).toHaveBeenLastCalledWith('T');
  });

  it('puts must-play levels in and takes them out', async () => {
    const { screen, onchange } = await control('must_play', 'levels', ['A']);
    await screen.getByRole('button', { name: '10' }).click();
    expect(onchange).toHaveBeenLastCalledWith(['T', 'A']);
    await screen.getByRole('button', { name: 'A', pressed: true }).click();
    expect(onchange).toHaveBeenLastCalledWith([]);
  });

  it('moves a suit up in the order of overturns', async () => {
    const { screen, onchange } = await control('overturn_order', 'suits', 'SHCD');
    await screen.getByRole('button', { name: 'diamonds' }).click();
    expect(onchange).toHaveBeenLastCalledWith('SHDC');
  });

  it('edits the cells of a level table', async () => {
    const { screen, onchange } = await control('level_tables', 'tables', [TABLE]);
    await screen.getByRole('textbox', { name: /^Row 2, Defenders/ }).fill('75');
    expect(onchange).toHaveBeenLastCalledWith([
      { ...TABLE, rows: [TABLE.rows[0], [75, 'defenders', 0]] },
    ]);
    await screen.getByRole('combobox', { name: 'Row 1, Side' }).selectOptions('defenders');
    expect(onchange).toHaveBeenLastCalledWith([
      { ...TABLE, rows: [[0, 'defenders', 1], TABLE.rows[1]] },
    ]);
  });

  it('adds and drops rows of a level table, and adds a table', async () => {
    const { screen, onchange } = await control('level_tables', 'tables', [TABLE]);
    await screen.getByRole('button', { name: 'Add a row' }).click();
    expect(onchange.mock.lastCall?.[0][0].rows).toHaveLength(3);
    await screen.getByRole('button', { name: 'Remove row 1' }).click();
    expect(onchange.mock.lastCall?.[0][0].rows).toEqual([TABLE.rows[1]]);
    await screen.getByRole('button', { name: 'Add a table' }).click();
    expect(onchange).toHaveBeenLastCalledWith([TABLE, { ...TABLE, decks: 3 }]);
  });

  it('copies the level tables of another preset', async () => {
    const { screen, onchange } = await control('level_tables', 'tables', [TABLE]);
    await screen.getByRole('combobox', { name: /^Use the level table/ }).selectOptions('jj');
    await vi.waitFor(() => expect(onchange).toHaveBeenLastCalledWith(['jj']));
  });
});
