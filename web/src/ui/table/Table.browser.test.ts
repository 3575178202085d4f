import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import { pretend, type Pretended } from '../../fixtures/pretend';
import '../../tokens.css';
import { prefs } from '../../prefs.svelte';
import Table from '../Table.svelte';
import { wire } from '../../fixtures/wire';

let table: Pretended;

beforeEach(async () => {
  prefs.lang = 'zh';
  prefs.seen = ['bid', 'kitty', 'lead', 'follow', 'throw'];
  table = pretend();
  table.show({ turn: 0, due: [{ by: 'seat', action: 'Play', seats: [0] }] });
  await render(Table, { game: table.game });
});

afterEach(() => {
  prefs.trickMs = 1100;
  table.game.close();
});

const said = () => table.socket.said.map((frame) => frame.t);
const picked = () => table.game.picked.size;

describe('the table by keyboard', () => {
  test('asks for a hint, and hands the cards to a bot', async () => {
    await userEvent.keyboard('h');
    expect(said()).toContain('hint');
    await userEvent.keyboard('a');
    expect(table.socket.said.at(-1)).toMatchObject({ t: 'auto', on: true });
  });

  test('picks a card, clears it, and plays one', async () => {
    await userEvent.keyboard('{ArrowRight}');
    await userEvent.keyboard(' ');
    expect(picked()).toBe(1);
    await userEvent.keyboard('{Escape}');
    expect(picked()).toBe(0);
    await userEvent.keyboard(' {Enter}');
    expect(said()).toContain('play');
  });

  test('shows the last trick as long as L is held', async () => {
    const line = page.getByText('第 2 墩：李叔赢');
    await userEvent.keyboard('{l>}');
    await expect.element(line).toBeVisible();
    await userEvent.keyboard('{/l}');
    await expect.element(line).not.toBeInTheDocument();
  });

  test('opens the score, and says nothing to the table while somebody writes', async () => {
    await userEvent.keyboard('p');
    await expect.element(page.getByRole('dialog', { name: '记分' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    const field = document.createElement('input');
    document.body.append(field);
    field.focus();
    await userEvent.keyboard('ah');
    field.remove();
    expect(said()).not.toContain('auto');
    expect(said()).not.toContain('hint');
  });
});

describe('the table', () => {
  test('takes no play while the connection is lost', async () => {
    table.game.pick([table.game.hand[0]!.id], true);
    table.socket.drop(1006);
    await expect.element(page.getByText('连接断开，正在重连…').first()).toBeVisible();
    await userEvent.keyboard('{Enter}');
    expect(said()).not.toContain('play');
  });

  test('offers to take the cards back while a bot plays them', async () => {
    const { room } = table.game;
    const seats = room!.seats.map((one, seat) => ({ ...one, auto: seat === 0 }));
    table.show({}, { seats });
    await page.getByRole('button', { name: '点我取回' }).click();
    expect(table.socket.said.at(-1)).toMatchObject({ t: 'auto', on: false });
  });

  test('deals the rest at a touch where one is alone with bots', async () => {
    const { room } = table.game;
    const dealing = { phase: 'dealing' as const, turn: null, tricks: [], due: [] };
    table.show(dealing);
    await expect.element(page.getByText('发牌中')).toBeVisible();
    expect(page.getByRole('button', { name: '直接发完' }).elements()).toEqual([]);
    const seats = room!.seats.map((one, seat) =>
      seat === 0 ? one : { ...one, kind: 'bot' as const, person: null },
    );
    table.show(dealing, { seats });
    await page.getByRole('button', { name: '直接发完' }).click();
    expect(said()).toContain('rush');
  });

  test('keeps a full trick until it is touched, for those who want that', async () => {
    prefs.trickMs = 'tap';
    table.show({});
    wire.trick.evs.forEach((ev) => table.socket.receive(ev));
    table.world.pass(60_000);
    await page.getByRole('button', { name: '点一下继续' }).click();
    table.world.pass(1);
    expect(table.game.match?.tricks).toHaveLength(wire.trick.match.tricks.length + 1);
    await expect.element(page.getByText('点一下继续')).not.toBeInTheDocument();
  });

  test('lets one who watches take a bot’s seat', async () => {
    const { room } = table.game;
    const seats = room!.seats.map((one, seat) =>
      seat === 0 ? { ...one, person: 'p9', name: '老王' } : one,
    );
    table.show({ seat: null, hand: [], due: [] }, { seats, host: 'p9' });
    await page.getByRole('button', { name: '找个座位' }).click();
    const sheet = page.getByRole('dialog', { name: '房间' });
    await sheet.getByRole('button', { name: '坐这里' }).first().click();
    expect(table.socket.said.at(-1)).toMatchObject({ t: 'sit' });
  });

  test('plays with Enter what a click on the hint has picked', async () => {
    table.game.pick([table.game.hand[0]!.id], true);
    await page.getByRole('button', { name: '提示' }).click();
    await userEvent.keyboard('{Enter}');
    expect(said()).toContain('play');
  });

  test('tells what a mark means, until it is let go', async () => {
    table.game.pick([table.game.hand[0]!.id], true);
    await page.getByRole('button', { name: '庄家' }).click();
    const note = page.getByRole('note').getByText('拿底牌，埋底，先出牌');
    await expect.element(note).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(note).not.toBeInTheDocument();
    expect(picked()).toBe(1);
  });

  test('shows a face at the seat of the one who makes it', async () => {
    const line = { person: 'p2', name: '李叔', seat: 1, text: null, key: 'emote_wow', at: 1 };
    table.socket.receive({ t: 'said', line });
    await expect.element(page.getByRole('img', { name: '哇' })).toBeVisible();
  });
});
