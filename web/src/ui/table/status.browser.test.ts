import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pretend, type Pretended } from '../../fixtures/pretend';
import { prefs } from '../../prefs.svelte';
import { playButton } from './act';
import { statusOf } from './status';

let table: Pretended;

beforeEach(() => {
  prefs.lang = 'zh';
  table = pretend();
});

afterEach(() => table.game.close());

const status = () => statusOf(table.game, table.game.match!);
const toPlay = { turn: 0, due: [{ by: 'seat', action: 'Play' as const, seats: [0] }] };

function judge(ok: boolean, text: string, warning: string | null = null): void {
  table.game.pick([table.game.hand[0]!.id], true);
  const verdict = { names: ['single'], pieces: [], rule: null, cards: [], warning };
  const asked = table.socket.said.findLast((frame) => frame.t === 'preview');
  const id = asked?.t === 'preview' ? asked.id : 1;
  table.socket.receive({ t: 'verdict', id, ok, text, ...verdict });
}

describe('the status line', () => {
  test('tells a follower the suit, the number and what is owed', () => {
    const demand = { group: 'S' as const, number: 4, pieces: ['2x2'] };
    table.show({ ...toPlay, demand });
    expect(status()).toMatchObject({ text: '跟♠ 4 张：2 连对', tone: 'mine' });
  });

  test('does not speak of single cards, and counts equal pieces', () => {
    const demand = { group: 'trump' as const, number: 5, pieces: ['pair', 'pair', 'single'] };
    table.show({ ...toPlay, demand });
    expect(status().text).toBe('跟主牌 5 张：对子 ×2');
  });

  test('tells only suit and number where the table does not assist', () => {
    table.show({ ...toPlay, demand: { group: 'H', number: 2, pieces: null } });
    expect(status().text).toBe('跟♥ 2 张');
  });

  test('says whom the table waits for', () => {
    table.show({ turn: 1, due: [{ by: 'seat', action: 'Play', seats: [1] }] });
    expect(status()).toMatchObject({ text: '等小红出牌', tone: 'plain' });
  });

  test('says who bid what, with the cards in short', () => {
    const bid = { seat: 1, cards: ['2h', '2h'], kind: 'overturn' as const, count: 2 };
    table.show({ phase: 'dealing', due: [], turn: null, bid, shown: [bid] });
    expect(status().text).toBe('小红反主：♥2♥2');
  });

  test('asks for a bid, then for an answer to the one that lies there', () => {
    const due = [{ by: 'seat', action: 'Bid' as const, seats: [0] }];
    const bids = [{ cards: ['2h', '2h'], kind: 'overturn' as const }];
    const bidding = { phase: 'bidding' as const, turn: null, due, bids };
    table.show({ ...bidding, bid: null });
    expect(status().text).toBe('点亮着的花色，或者不亮');
    table.show({ ...bidding, bid: { seat: 1, cards: ['2s'], kind: 'bid', count: 1 } });
    expect(status().text).toBe('点亮着的花色，或者不反');
  });

  test('speaks English, too', () => {
    prefs.lang = 'en';
    table.show({ ...toPlay, demand: { group: 'D', number: 2, pieces: ['pair'] } });
    expect(status().text).toBe('Follow ♦ ×2: pair');
  });
});

describe('the middle button', () => {
  const button = (locked = false) => playButton(table.game, table.game.match!, locked);

  test('says why it cannot be pressed', () => {
    expect(button().why).toBe('还没轮到你');
    table.show(toPlay);
    expect(button().why).toBe('先选牌');
  });

  test('counts what is picked to bury', () => {
    const due = [{ by: 'seat', action: 'Bury' as const, seats: [0] }];
    table.show({ phase: 'burying', turn: 0, bury: 2, due });
    const [first, second, third] = table.game.hand.map((card) => card.id);
    table.game.pick([first!], true);
    expect(button()).toMatchObject({ label: '扣底', detail: '1/2', why: '还要选 1 张' });
    table.game.pick([second!], true);
    expect(button()).toMatchObject({ detail: '2/2', enabled: true });
    table.game.pick([third!], true);
    expect(button().why).toBe('多选了 1 张');
  });

  test('is not pressed while something has still to be seen', () => {
    table.show(toPlay);
    table.game.pick([table.game.hand[0]!.id], true);
    expect(button(false).enabled).toBe(true);
    expect(button(true)).toMatchObject({ enabled: false, why: '请看完这一步' });
  });

  test('tells what the pick is, and the status line what a failure costs', async () => {
    table.show(toPlay);
    await previewed();
    judge(true, '甩牌 A + KK', '失败罚 10 分');
    expect(button()).toMatchObject({ enabled: true, detail: '甩牌 A + KK' });
    expect(status()).toMatchObject({ tone: 'good', warning: '失败罚 10 分' });
  });

  test('is shut with the reason when the pick is refused', async () => {
    table.show(toPlay);
    await previewed();
    judge(false, '须跟♠：你还有一对');
    expect(button()).toMatchObject({ enabled: false, why: '须跟♠：你还有一对', detail: '' });
    expect(status().tone).toBe('bad');
  });
});

/** Pick a card, and wait until its preview has been asked for. */
async function previewed(): Promise<void> {
  table.game.pick([table.game.hand[0]!.id], true);
  await expect.poll(() => table.socket.said.some((frame) => frame.t === 'preview')).toBe(true);
}
