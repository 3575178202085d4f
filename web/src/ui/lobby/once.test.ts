import { describe, expect, it } from 'vitest';
import { Once } from './once.svelte';

describe('a button that works once at a time', () => {
  it('does nothing at a second touch while the first is under way', async () => {
    const once = new Once();
    let made = 0;
    let finish = (): void => {};
    const job = (): Promise<void> => {
      made += 1;
      return new Promise((resolve) => (finish = resolve));
    };
    const first = once.run('huanle-2', job);
    await once.run('jj', job);
    expect([made, once.running]).toEqual([1, 'huanle-2']);
    finish();
    await first;
    expect(once.busy).toBe(false);
  });

  it('keeps why it failed, until it is tried again', async () => {
    const once = new Once();
    const problem = new Error('no network');
    await once.run('join', () => Promise.reject(problem));
    expect([once.problem, once.busy]).toEqual([problem, false]);
    await once.run('join', () => Promise.resolve());
    expect(once.problem).toBeNull();
  });
});
