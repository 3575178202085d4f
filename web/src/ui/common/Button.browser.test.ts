import { createRawSnippet } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import Button from './Button.svelte';

const children = createRawSnippet(() => ({ render: () => '<span>Play</span>' }));

async function button(props: { disabled?: boolean; why?: string; busy?: boolean } = {}) {
  const onclick = vi.fn();
  const screen = await render(Button, { ...props, onclick, children });
  return { onclick, found: screen.getByRole('button', { name: 'Play' }) };
}

async function press(element: Element): Promise<void> {
  (element as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
}

describe('a button', () => {
  it('does what it says', async () => {
    const { onclick, found } = await button();
    await press(found.element());
    expect(onclick).toHaveBeenCalledOnce();
  });

  it('can be reached when it is disabled, and then tells why and does nothing', async () => {
    const { onclick, found } = await button({ disabled: true, why: 'Follow spades' });
    await press(found.element());
    expect(document.activeElement).toBe(found.element());
    expect(onclick).not.toHaveBeenCalled();
    await expect.element(found).toHaveAccessibleDescription('Follow spades');
    await expect.element(page.getByRole('tooltip')).toBeVisible();
  });

  it('does nothing twice while it is busy', async () => {
    const { onclick, found } = await button({ busy: true });
    await press(found.element());
    expect(onclick).not.toHaveBeenCalled();
  });

  it('is large enough for a finger', async () => {
    const { found } = await button();
    const { width, height } = found.element().getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  });
});
