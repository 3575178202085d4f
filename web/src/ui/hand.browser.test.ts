import { SvelteSet } from 'svelte/reactivity';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { numbered, sorted, type Card } from '../cards';
import { prefs } from '../prefs.svelte';
import type { Group, Order } from '../protocol.gen';
import '../tokens.css';
import CardFace from './CardFace.svelte';
import Fan from './Fan.svelte';
import Hand from './Hand.svelte';

const STRIP = { x: 6, y: 20 };
const HAND = '6s 6s 7s 7s Qs Ad Kc 4h 5d 5h BJ';

/** Hearts are trump at level 5. */
const ORDER: Order = { LJ: ['trump', 99], BJ: ['trump', 100] };
for (const suit of 'shcd') {
  [...'23456789TJQKA'].forEach((rank, row) => {
    const side: [Group, number] = [suit.toUpperCase() as Group, row];
    const trump: [Group, number] = ['trump', suit === 'h' ? 98 : 97];
    ORDER[rank + suit] = rank === '5' ? trump : suit === 'h' ? ['trump', 80 + row] : side;
  });
}

beforeEach(async () => {
  prefs.lang = 'zh';
  await page.viewport(800, 700);
});

/** A hand on the page whose picked cards leave it when it is played. */
async function dealt(codes: string, props: { enabled?: boolean; reserve?: number } = {}) {
  let cards: Card[] = sorted(numbered(codes.split(' ')), ORDER, 'trump-last');
  const picked = new SvelteSet<string>();
  const onpick = vi.fn((ids: string[], on: boolean) => {
    for (const id of ids)
      if (on) picked.add(id);
      else picked.delete(id);
  });
  const onplay = vi.fn(() => {
    cards = cards.filter(({ id }) => !picked.has(id));
    picked.clear();
    void screen.rerender({ cards });
  });
  const base = { order: ORDER, picked, enabled: true, still: true, onpick, onplay };
  const screen = await render(Hand, { ...base, cards, ...props });
  const box = screen.container.querySelector<HTMLElement>('.hand')!;
  const card = (id: string) => box.querySelector<HTMLElement>(`[data-card="${id}"]`)!;
  const tap = (id: string) => userEvent.click(card(id), { position: STRIP, force: true });
  const slide = (from: string, to: string) =>
    userEvent.dragAndDrop(card(from), card(to), {
      sourcePosition: STRIP,
      targetPosition: STRIP,
    });
  return { screen, box, card, tap, slide, picked, onpick, onplay };
}

const names = (picked: Set<string>) => [...picked].sort().join(' ');
const standing = () => (document.activeElement as HTMLElement).dataset.card;

describe('by pointer', () => {
  test('a tap picks a card, another puts it back', async () => {
    const { tap, card, picked } = await dealt(HAND);
    await tap('Ad#0');
    expect(names(picked)).toBe('Ad#0');
    expect(card('Ad#0').getAttribute('aria-pressed')).toBe('true');
    await tap('Ad#0');
    expect(names(picked)).toBe('');
  });

  test('a slide picks a run, however fast it is', async () => {
    const { slide, picked } = await dealt(HAND);
    await slide('7s#0', 'Kc#0');
    expect(names(picked)).toBe('7s#0 7s#1 Ad#0 Kc#0 Qs#0'.split(' ').sort().join(' '));
  });

  test('a slide from a picked card puts the run back', async () => {
    const { slide, picked } = await dealt(HAND);
    await slide('6s#0', 'Qs#0');
    await slide('6s#1', '7s#1');
    expect(names(picked)).toBe('6s#0 Qs#0');
  });

  test('a double tap picks the pair, a second one the pairs next to it', async () => {
    const { card, picked } = await dealt(HAND);
    await userEvent.dblClick(card('6s#0'), { position: STRIP });
    expect(names(picked)).toBe('6s#0 6s#1');
    await userEvent.dblClick(card('6s#0'), { position: STRIP });
    expect(names(picked)).toBe('6s#0 6s#1 7s#0 7s#1');
  });

  test('a long press picks the pair, also where one of it is picked', async () => {
    const { tap, card, picked } = await dealt(HAND);
    await tap('7s#1');
    await userEvent.click(card('7s#1'), { position: STRIP, delay: 600 });
    expect(names(picked)).toBe('7s#0 7s#1');
  });

  test('Shift and a click pick all from the last card to this one', async () => {
    const { tap, card, picked } = await dealt(HAND);
    await tap('7s#1');
    await userEvent.click(card('Ad#0'), { position: STRIP, modifiers: ['Shift'] });
    expect(names(picked)).toBe('7s#1 Ad#0 Qs#0'.split(' ').sort().join(' '));
  });

  test('a swipe up plays what is picked and nothing else', async () => {
    const { tap, card, screen, picked, onplay } = await dealt(HAND);
    screen.container.style.paddingTop = '200px';
    await tap('Ad#0');
    await userEvent.dragAndDrop(card('Qs#0'), document.body, {
      sourcePosition: STRIP,
      targetPosition: { x: card('Qs#0').getBoundingClientRect().x + 6, y: 20 },
    });
    expect(onplay).toHaveBeenCalledOnce();
    expect(names(picked)).toBe('');
    expect(card('Ad#0')).toBeNull();
    expect(card('Qs#0')).not.toBeNull();
  });

  test('nothing is picked while the hand is closed', async () => {
    const { tap, box, onpick, onplay } = await dealt(HAND, { enabled: false });
    await tap('Ad#0');
    box.querySelector('button')!.focus();
    await userEvent.keyboard('[Space][Enter]');
    expect(onpick).not.toHaveBeenCalled();
    expect(onplay).not.toHaveBeenCalled();
  });
});

test('the picked cards, and no others, shake once when they are refused', async () => {
  const { screen, tap, card } = await dealt(HAND);
  const moves = (id: string) =>
    card(id)
      .getAnimations()
      .filter((one) => !(one instanceof CSSAnimation || one instanceof CSSTransition)).length;
  await tap('Ad#0');
  await screen.rerender({ still: false });
  await screen.rerender({ shake: 1 });
  expect([moves('Ad#0'), moves('Qs#0')]).toEqual([1, 0]);
  await expect.poll(() => moves('Ad#0')).toBe(0);
});

describe('by keyboard', () => {
  test('arrows move, Space picks and puts back', async () => {
    const { card, picked } = await dealt(HAND);
    card('6s#0').focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}[Space]');
    expect(names(picked)).toBe('7s#0');
    await userEvent.keyboard('{ArrowLeft}[Space]{ArrowRight}[Space]');
    expect(names(picked)).toBe('6s#1');
  });

  test('Home and End go to the ends and no further', async () => {
    const { card } = await dealt(HAND);
    card('6s#0').focus();
    await userEvent.keyboard('{End}{ArrowRight}');
    expect(standing()).toBe('BJ#0');
    await userEvent.keyboard('{Home}{ArrowLeft}');
    expect(standing()).toBe('6s#0');
  });

  test('Shift and arrows pick a run', async () => {
    const { card, picked } = await dealt(HAND);
    card('6s#0').focus();
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
    expect(names(picked)).toBe('6s#0 6s#1 7s#0');
  });

  test('one card only is a tab stop', async () => {
    const { box, card } = await dealt(HAND);
    card('Qs#0').focus();
    await expect
      .poll(() => [...box.querySelectorAll<HTMLElement>('[tabindex="0"]')])
      .toEqual([card('Qs#0')]);
  });

  test('Enter plays, and the focus stays in the hand, on the next card', async () => {
    const { card, box, onplay } = await dealt(HAND);
    const visited: Element[] = [];
    box.addEventListener('focusin', ({ target }) => visited.push(target as Element));
    card('Qs#0').focus();
    await userEvent.keyboard('[Space][Enter]');
    expect(onplay).toHaveBeenCalledOnce();
    await expect.poll(standing).toBe('Ad#0');
    expect(visited).toContain(box);
  });

  test('the focus waits on the hand when its last card is played', async () => {
    const { card, box } = await dealt('Qs');
    card('Qs#0').focus();
    await userEvent.keyboard('[Space][Enter]');
    await expect.poll(() => document.activeElement).toBe(box);
  });
});

describe('by assistive technology', () => {
  test('a click without a pointer picks once', async () => {
    const { card, picked, onpick } = await dealt(HAND);
    card('Ad#0').click();
    expect(names(picked)).toBe('Ad#0');
    expect(onpick).toHaveBeenCalledOnce();
  });

  test('a click that follows a pointer is the pointer’s', async () => {
    const { box, card, onpick } = await dealt(HAND);
    card('Ad#0').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    box.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
    card('Ad#0').click();
    expect(onpick).not.toHaveBeenCalled();
  });

  test('a click by pointer picks once', async () => {
    const { tap, onpick } = await dealt(HAND);
    await tap('Ad#0');
    expect(onpick).toHaveBeenCalledOnce();
  });

  test('cards say their names, and which are trump, from the kitty or suggested', async () => {
    const cards = numbered(['6s', '4h']);
    const all = new Set(['4h#0']);
    const screen = await render(Hand, {
      ...{ cards, order: ORDER, picked: new Set<string>(), enabled: true },
      ...{ fresh: all, suggested: all, onpick: vi.fn(), onplay: vi.fn() },
    });
    await expect.element(screen.getByLabelText('手牌，2 张')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: '黑桃6' })).toBeVisible();
    const trump = screen.getByRole('button', { name: '红桃4，主牌，底牌，提示' });
    await expect.element(trump).toBeVisible();
  });
});

describe('the room it takes', () => {
  const deck = (count: number) =>
    Object.keys(ORDER).concat(Object.keys(ORDER)).slice(0, count).join(' ');

  test.each([
    [54, 360, 640],
    [54, 667, 375],
    [33, 390, 844],
  ])('%i cards at %i × %i stay inside it without scrolling', async (count, width, height) => {
    await page.viewport(width, height);
    const { box } = await dealt(deck(count));
    const outside = () => {
      const room = box.getBoundingClientRect();
      return [...box.children].filter((card) => {
        const { left, right, bottom } = card.getBoundingClientRect();
        const spare = Math.min(left - room.left, room.right - right, room.bottom - bottom);
        return spare < -0.1;
      }).length;
    };
    await expect.poll(outside).toBe(0);
    expect(box.children).toHaveLength(count);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });

  test('is kept from the first card on', async () => {
    await page.viewport(390, 844);
    const full = await dealt(deck(33));
    const height = full.box.offsetHeight;
    await full.screen.rerender({ cards: numbered(['6s']), reserve: 33 });
    expect(full.box.offsetHeight).toBe(height);
  });
});

describe('cards on the table', () => {
  test('say what they are', async () => {
    const screen = await render(Fan, { codes: ['6s', 'BJ', ''], order: ORDER });
    await expect.element(screen.getByRole('img', { name: '黑桃6、大王、牌背' })).toBeVisible();
  });

  test('lie in two lines when there are more than eight', async () => {
    const lines = async (count: number) => {
      const { container } = await render(Fan, { codes: Array<string>(count).fill('6s') });
      return [...container.querySelectorAll('.line')].map((line) => line.children.length);
    };
    expect(await lines(8)).toEqual([8]);
    expect(await lines(11)).toEqual([6, 5]);
  });

  test('close up to the width there is', async () => {
    const screen = await render(Fan, { codes: Array<string>(8).fill('6s') });
    screen.container.style.width = '120px';
    const cards = [...screen.container.querySelectorAll('.card')];
    const right = Math.max(...cards.map((card) => card.getBoundingClientRect().right));
    expect(right - screen.container.getBoundingClientRect().left).toBeLessThanOrEqual(120.1);
  });

  test('a joker is lettered in the language in force', async () => {
    const letters = (root: Element) =>
      [...root.querySelectorAll('text')].map((text) => text.textContent!.trim()).join('');
    const { container } = await render(CardFace, { code: 'LJ' });
    expect(letters(container)).toBe('小王');
    prefs.lang = 'en';
    await expect.poll(() => letters(container)).toBe('JOKER');
  });
});
