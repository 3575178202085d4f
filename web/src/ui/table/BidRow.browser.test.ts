import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import { pretend, type Pretended } from '../../fixtures/pretend';
import '../../tokens.css';
import { prefs } from '../../prefs.svelte';
import type { BidOpen, Match } from '../../protocol.gen';
import BidRow from './BidRow.svelte';

let table: Pretended;

/** The small menu opens upwards, over the mat. */
const ABOVE = '160px';

beforeEach(() => {
  prefs.lang = 'zh';
  document.body.style.paddingTop = ABOVE;
  table = pretend();
});

afterEach(() => {
  document.body.style.paddingTop = '';
  table.game.close();
});

const due = [{ by: 'seat', action: 'Bid' as const, seats: [0] }];
const pair: BidOpen[] = [
  { cards: ['2h'], kind: 'bid' },
  { cards: ['2h', '2h'], kind: 'bid' },
];

async function open(match: Partial<Match>): Promise<void> {
  table.show({ turn: null, bid: null, shown: [], due, phase: 'bidding', ...match });
  const { game } = table;
  await render(BidRow, { game, match: game.match!, room: game.room!, locked: false });
}

/** A press that does not care whether the button is said to be disabled. */
const press = (button: Element) => button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
const sent = () => table.socket.said.filter(({ t }) => t === 'bid' || t === 'pass');

describe('the bidding row', () => {
  test('shows the cards at once where a suit has one bid', async () => {
    await open({ bids: [{ cards: ['2c'], kind: 'bid' }] });
    await page.getByRole('button', { name: '亮主 梅花 1 张' }).click();
    expect(sent()).toMatchObject([{ t: 'bid', cards: '2c' }]);
  });

  test('asks which where a suit has several', async () => {
    await open({ bids: pair });
    await page.getByRole('button', { name: '红桃怎么亮' }).click();
    expect(sent()).toEqual([]);
    await page.getByRole('button', { name: '亮主 红桃 ×2' }).click();
    expect(sent()).toMatchObject([{ t: 'bid', cards: '2h 2h' }]);
  });

  test('can be worked with the keyboard alone', async () => {
    await open({ bids: pair });
    page.getByRole('button', { name: '红桃怎么亮' }).element().focus();
    await userEvent.keyboard('{Enter}');
    const first = page.getByRole('button', { name: '亮主 红桃 ×1' });
    await expect.poll(() => document.activeElement).toBe(first.element());
    await userEvent.keyboard('{Enter}');
    expect(sent()).toMatchObject([{ t: 'bid', cards: '2h' }]);
  });

  test('has every suit in its place, also where it cannot be bid', async () => {
    await open({ bids: [] });
    const off = page.getByRole('button', { name: '现在不能亮' });
    expect(off.elements()).toHaveLength(5);
    press(off.elements()[0]!);
    expect(sent()).toEqual([]);
  });

  test('passes when one is asked, and calls it by what lies there', async () => {
    const bid = { seat: 1, cards: ['2s'], kind: 'bid' as const, count: 1 };
    await open({ bids: [], bid, shown: [bid] });
    await page.getByRole('button', { name: '不反' }).click();
    expect(sent()).toMatchObject([{ t: 'pass' }]);
  });

  test('does not pass during the deal', async () => {
    await open({ bids: [], phase: 'dealing' });
    press(page.getByRole('button', { name: '不亮' }).element());
    expect(sent()).toEqual([]);
  });
});
