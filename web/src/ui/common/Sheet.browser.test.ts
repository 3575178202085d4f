import { createRawSnippet } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { userEvent } from 'vitest/browser';
import { prefs } from '../../prefs.svelte';
import Sheet from './Sheet.svelte';

let opener: HTMLButtonElement;

beforeEach(() => {
  prefs.lang = 'en';
  opener = document.createElement('button');
  opener.textContent = 'open';
  document.body.append(opener);
  opener.focus();
});

afterEach(() => opener.remove());

function inside(html: string) {
  return createRawSnippet(() => ({ render: () => html }));
}

async function open() {
  const onclose = vi.fn();
  const onkey = vi.fn();
  const children = inside('<p>text <a href="#inside">link</a></p>');
  const screen = await render(Sheet, { title: 'Levels', onclose, onkey, children });
  return { screen, onclose, onkey, dialog: screen.getByRole('dialog', { name: 'Levels' }) };
}

const focused = () => document.activeElement;

describe('a sheet', () => {
  it('takes the focus and makes the page behind inert', async () => {
    const { dialog } = await open();
    expect(dialog.element().contains(focused())).toBe(true);
    opener.focus();
    expect(focused()).not.toBe(opener);
  });

  it('never gives the focus to the page behind, however often one goes on', async () => {
    await open();
    for (let times = 0; times < 8; times++) {
      await userEvent.keyboard('{Tab}');
      expect(focused()).not.toBe(opener);
    }
  });

  it('gives the focus back to where it was', async () => {
    const { screen } = await open();
    await screen.unmount();
    expect(focused()).toBe(opener);
  });

  it('asks to be closed by Escape, its button and a touch beside it', async () => {
    const { screen, onclose, dialog } = await open();
    await userEvent.keyboard('{Escape}');
    expect(onclose).toHaveBeenCalledTimes(1);
    expect(dialog.element()).toHaveProperty('open', true);

    await screen.getByRole('button', { name: 'Close' }).click();
    expect(onclose).toHaveBeenCalledTimes(2);

    dialog.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    expect(onclose).toHaveBeenCalledTimes(3);
  });

  it('stays when what is in it is touched', async () => {
    const { screen, onclose } = await open();
    await screen.getByText('text').click();
    expect(onclose).not.toHaveBeenCalled();
  });

  it('keeps keys from the page behind', async () => {
    const behind = vi.fn();
    window.addEventListener('keydown', behind);
    const { onkey } = await open();
    await userEvent.keyboard('h');
    window.removeEventListener('keydown', behind);
    expect(onkey).toHaveBeenCalledOnce();
    expect(behind).not.toHaveBeenCalled();
  });
});
