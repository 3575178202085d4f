import { beforeEach, describe, expect, it } from 'vitest';
import { prefs } from '../prefs.svelte';
import { foreign, opened, say, sayIf, speak, words } from '.';

beforeEach(() => {
  prefs.lang = 'zh';
});

describe('the words', () => {
  it('are those of the language in force, as soon as it is spoken', async () => {
    expect(words('table').play).toBe('出牌');
    await speak('en');
    expect(prefs.lang).toBe('en');
    expect(words('table').play).toBe('Play');
    expect(say('suit.S')).toBe('spades');
  });

  it('have their facts filled in, and none where there is no text', () => {
    expect(say('play.run.pairs', { number: 3 })).toBe('3 连对');
    expect(sayIf('play.run.none')).toBeUndefined();
  });

  it('can be had in the language that is not spoken', async () => {
    expect((await foreign('en'))['term.kitty']).toBe('kitty');
    expect(prefs.lang).toBe('zh');
  });

  it('are there when what needs them is', async () => {
    expect(await opened(Promise.resolve({ default: 'a panel' }), ['room'])).toBe('a panel');
    expect(words('room').start).toBe('开始打牌');
  });
});
