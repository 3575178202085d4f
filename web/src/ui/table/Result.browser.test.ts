import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';
import { pretend, type Pretended } from '../../fixtures/pretend';
import { prefs } from '../../prefs.svelte';
import type { DealResult, Match, RoomView } from '../../protocol.gen';
import Result from './Result.svelte';
import { measureOf } from './result';

let table: Pretended;

beforeEach(() => {
  prefs.lang = 'zh';
  table = pretend();
});

afterEach(() => table.game.close());

const won: DealResult = {
  tricks: 70,
  dug: 60,
  penalties: -10,
  total: 120,
  winner: 'defenders',
  steps: 1,
  kitty: ['5h', 'Kd', '3c'],
};

async function open(match: Partial<Match>, room: Partial<RoomView> = {}): Promise<Element> {
  const ready = { phase: 'ready' as const, turn: null, due: [], banker: 1, result: won };
  table.show(
    { ...ready, levels: ['3', '2'], levels_before: ['2', '2'], next_banker: 2, ...match },
    room,
  );
  const { game } = table;
  const props = { game, match: game.match!, room: game.room!, result: game.match!.result! };
  const { container } = await render(Result, props);
  return container;
}

const rows = (container: Element) =>
  [...container.querySelectorAll('.sum > div')].map((row) =>
    [...row.querySelectorAll('dt, dd')].map((cell) => cell.textContent?.trim()).join(' '),
  );

describe('the result', () => {
  test('adds up what the defenders have', async () => {
    const container = await open({});
    expect(rows(container)).toEqual(['各墩得分 70', '抠底15 × 4 +60', '罚分 -10', '闲家得分 120']);
  });

  test('leaves out what there was not', async () => {
    const plain = { ...won, dug: 0, penalties: 0, total: 70 };
    expect(rows(await open({ result: plain }))).toEqual(['各墩得分 70', '闲家得分 70']);
  });

  test('says in one line what it means for us, and how the levels moved', async () => {
    const container = await open({});
    expect(page.getByRole('heading').element().textContent).toBe('我方上台，升 1 级');
    const [ours, theirs] = [...container.querySelectorAll('.levels dd')];
    expect(ours?.textContent?.replace(/\s/g, '')).toBe('2→3');
    expect(theirs?.textContent?.replace(/\s/g, '')).toBe('2');
  });

  test('tells the same deal from the other side', async () => {
    await open({ banker: 0 });
    expect(page.getByRole('heading').element().textContent).toBe('对方上台，升 1 级');
  });

  test('names the next banker, or that the bank is raced for', async () => {
    const container = await open({});
    expect(container.querySelector('.then')?.textContent?.trim()).toBe('下一局李叔坐庄');
    table.show({});
    const raced = await open({ next_banker: null });
    expect(raced.querySelector('.then')?.textContent?.trim()).toBe('下一局重新抢庄');
  });

  test('goes on when one is ready, and then says who is waited for', async () => {
    await open({});
    await page.getByRole('button', { name: '下一局' }).click();
    expect(table.socket.said.at(-1)).toMatchObject({ t: 'next' });
  });

  test('waits for people only', async () => {
    const container = await open({}, { ready: [0] });
    expect(container.querySelector('.wait')?.textContent).toBe('等Kevin');
  });

  test('of the last deal names the winner and why, and the host can begin again', async () => {
    await open({ phase: 'ended', ended: 'goal', winner: 0 });
    expect(page.getByRole('heading').element().textContent).toBe('我方胜');
    await page.getByRole('button', { name: '再来一场' }).click();
    expect(table.socket.said.at(-1)).toMatchObject({ t: 'again' });
  });
});

describe('the measure of a deal', () => {
  const row = (points: number, steps: number, winner: 'declarers' | 'defenders' = 'defenders') => ({
    points,
    winner,
    steps,
  });

  test('is the bank, and what every further level takes', () => {
    const rows = [row(0, 3, 'declarers'), row(80, 0), row(120, 1), row(160, 2)];
    expect(measureOf(rows, 90)).toBe('80 分上台，之后每 40 分升 1 级');
  });

  test('names the row that applied where the rows are uneven', () => {
    const rows = [row(0, 1, 'declarers'), row(80, 0), row(120, 1), row(125, 2)];
    expect(measureOf(rows, 130)).toBe('80 分上台，125 分起升 2 级');
    expect(measureOf(rows, 85)).toBe('80 分上台');
  });
});
