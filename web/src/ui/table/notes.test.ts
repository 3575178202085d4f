import { beforeEach, describe, expect, test } from 'vitest';
import { wire } from '../../fixtures/wire';
import { need, words } from '../../i18n';
import { prefs } from '../../prefs.svelte';
import type { Match, Rules } from '../../protocol.gen';
import { bidForm } from './notes';

const PLAIN = { bid_time: 'deal', bid_hidden: false, bid_min: 1, bid_rises: 'count' };
const known: Match = { ...wire.trick.match, banker: null, declaring: 0 };
const race: Match = { ...known, declaring: null };

beforeEach(async () => {
  prefs.lang = 'zh';
  await need('notes');
});

const said = (match: Match, rules: Rules) =>
  words('notes').bid(bidForm(match, { ...PLAIN, ...rules }));

describe('the note on the first bid', () => {
  test('says what makes a suit trump, and that one may wait', () => {
    expect(said(known, {})).toBe('有级牌就能亮主，主花色由你定。不想亮就等着。');
  });

  test('says whose bid makes the banker where the bank is raced for', () => {
    expect(said(race, { first_banker: 'first-bid' })).toContain('这一局先亮的坐庄');
    expect(said(race, { first_banker: 'last-bid' })).toContain('这一局最后定主的坐庄');
  });

  test('asks for a pair where it takes one, and for the end of the deal where bids come then', () => {
    expect(said(known, { bid_min: 2 })).toContain('有 2 张相同的级牌就能亮主');
    expect(said(known, { bid_time: 'after' })).toContain('发完牌再亮');
  });

  test('tells that hidden bids lie face down, the first with a small joker', () => {
    const hidden = { bid_hidden: true, bid_small_joker: true };
    expect(said(race, hidden)).toMatch(/扣着放.*只有你看得见.*要带一张小王/);
    expect(said(known, hidden)).not.toContain('小王');
  });

  test('names the jokers where they bid', () => {
    expect(said(known, { bid_rises: 'ladder' })).toContain('一张、一对、一对王、三张');
    expect(said(known, { bid_jokers: 'open' })).toContain('一对王也能亮');
  });
});

test('the notes say the same in English', async () => {
  prefs.lang = 'en';
  await need('notes');
  expect(said(known, {})).toBe('A level card makes its suit trump. Or just wait.');
  expect(said(known, { bid_min: 2 })).toContain('2 equal level cards make their suit trump');
});
