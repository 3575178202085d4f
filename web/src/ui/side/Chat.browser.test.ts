import { beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { userEvent } from 'vitest/browser';
import type { Game } from '../../game.svelte';
import { prefs } from '../../prefs.svelte';
import Chat from './Chat.svelte';
import { isMuted, toggleMuted } from './muted.svelte';

const ANN = { person: 'p1', name: 'Ann', seat: 1, text: 'A fine hand', key: null, at: 1 };
const BOB = { person: 'p2', name: 'Bob', seat: null, text: null, key: 'thanks', at: 2 };

function room() {
  const game = {
    chat: [ANN, BOB],
    unread: 2,
    you: { person: 'p0', name: 'Me' },
    say: vi.fn(),
    phrase: vi.fn(),
    read: vi.fn(),
  };
  return { ...game, shown: render(Chat, { game: game as unknown as Game }) };
}

beforeEach(() => {
  prefs.lang = 'en';
  for (const person of ['p1', 'p2']) if (isMuted(person)) toggleMuted(person);
});

describe('the chat', () => {
  it('shows texts and phrases, and takes them as read', async () => {
    const { shown, read } = room();
    const log = (await shown).getByRole('log');
    await expect.element(log).toHaveTextContent('A fine hand');
    await expect.element(log).toHaveTextContent('Thank you');
    expect(read).toHaveBeenCalled();
  });

  it('says what was typed once, without blanks round it, and clears the line', async () => {
    const { shown, say } = room();
    const field = (await shown).getByRole('textbox');
    (field.element() as HTMLElement).focus();
    await userEvent.keyboard('  well done {Enter}{Enter}');
    expect(say.mock.calls).toEqual([['well done']]);
    await expect.element(field).toHaveValue('');
  });

  it('says a quick phrase by its key', async () => {
    const { shown, phrase } = room();
    await (await shown).getByRole('button', { name: 'Well played!' }).click();
    expect(phrase).toHaveBeenCalledWith('good_play');
  });

  it('has faces beside the phrases, each with a name', async () => {
    const { shown, phrase } = room();
    const faces = (await shown).getByRole('group', { name: 'Faces' });
    await faces.getByRole('button', { name: 'Haha' }).click();
    expect(phrase).toHaveBeenCalledWith('emote_laugh');
    const phrases = (await shown).getByRole('group', { name: 'Quick phrases' });
    await expect.element(phrases.getByText('Haha')).not.toBeInTheDocument();
  });

  it('hides the words of somebody who was muted, until they are heard again', async () => {
    const screen = await room().shown;
    await screen.getByRole('button', { name: 'Mute Ann', exact: true }).click();
    await expect.element(screen.getByRole('log')).not.toHaveTextContent('A fine hand');
    await screen.getByRole('button', { name: 'Unmute Ann' }).click();
    await expect.element(screen.getByRole('log')).toHaveTextContent('A fine hand');
  });
});
