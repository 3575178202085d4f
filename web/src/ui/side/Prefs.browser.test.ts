import { beforeEach, describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { userEvent } from 'vitest/browser';
import { prefs } from '../../prefs.svelte';
import Prefs from './Prefs.svelte';

beforeEach(() => {
  Object.assign(prefs, { lang: 'en', sound: 0.4, fourColours: false, seen: ['bid'] });
});

async function choose(element: Element): Promise<void> {
  (element as HTMLElement).focus();
  await userEvent.keyboard(' ');
}

describe('the settings', () => {
  it('take effect at once', async () => {
    const screen = await render(Prefs);
    await choose(screen.getByRole('radio', { name: 'Four colours' }).element());
    expect(prefs.fourColours).toBe(true);
    await choose(screen.getByRole('radio', { name: 'Until I tap' }).element());
    expect(prefs.trickMs).toBe('tap');
  });

  it('speak the language that was just chosen', async () => {
    const screen = await render(Prefs);
    await choose(screen.getByRole('radio', { name: '中文' }).element());
    await expect.element(screen.getByRole('group', { name: '语言' })).toBeVisible();
  });

  it('come back from mute to the volume before', async () => {
    const screen = await render(Prefs);
    const mute = screen.getByRole('button', { name: 'Mute' });
    await mute.click();
    expect(prefs.sound).toBe(0);
    await expect.element(mute).toHaveAttribute('aria-pressed', 'true');
    await mute.click();
    expect(prefs.sound).toBe(0.4);
  });

  it('show the first notes again and say so', async () => {
    const screen = await render(Prefs);
    await screen.getByRole('button', { name: 'Show the first notes again' }).click();
    expect(prefs.seen).toEqual([]);
    await expect.element(screen.getByRole('status')).toHaveTextContent('Done');
  });
});
