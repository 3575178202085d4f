import { afterEach, describe, expect, it, vi } from 'vitest';
import { copyText } from './copy';

const LINK = 'http://192.168.1.20:8765/r/k7m2qa';

function withClipboard(clipboard: unknown): void {
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as Clipboard);
}

/** What the browser would copy when it is told to; `works`: whether it does. */
function watchCopies(works: boolean): string[] {
  const copied: string[] = [];
  vi.spyOn(document, 'execCommand').mockImplementation(() => {
    const field = document.activeElement as HTMLTextAreaElement;
    copied.push(field.value.slice(field.selectionStart, field.selectionEnd));
    return works;
  });
  return copied;
}

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

describe('copying a link', () => {
  it('uses the clipboard where there is one', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    withClipboard({ writeText });
    expect(await copyText(LINK)).toBe(true);
    expect(writeText).toHaveBeenCalledWith(LINK);
  });

  it('selects and copies the text at an address that has no clipboard', async () => {
    withClipboard(undefined);
    const copied = watchCopies(true);
    expect(await copyText(LINK)).toBe(true);
    expect(copied).toEqual([LINK]);
  });

  it('selects and copies the text where the clipboard is forbidden', async () => {
    withClipboard({ writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) });
    const copied = watchCopies(true);
    expect(await copyText(LINK)).toBe(true);
    expect(copied).toEqual([LINK]);
  });

  it('works within an open dialog, which keeps the focus to itself', async () => {
    withClipboard(undefined);
    const copied = watchCopies(true);
    const dialog = document.createElement('dialog');
    const button = document.createElement('button');
    dialog.append(button);
    document.body.append(dialog);
    dialog.showModal();
    button.focus();
    await copyText(LINK);
    expect(copied).toEqual([LINK]);
  });

  it('says that it failed, and leaves the page and the focus as they were', async () => {
    withClipboard(undefined);
    watchCopies(false);
    const button = document.createElement('button');
    document.body.append(button);
    button.focus();
    expect(await copyText(LINK)).toBe(false);
    expect(document.activeElement).toBe(button);
    expect(document.querySelector('textarea')).toBeNull();
  });
});
