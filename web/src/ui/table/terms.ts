import { mount, unmount } from 'svelte';
import Meaning from './Meaning.svelte';

/** Say what a word means, beside the place that names it; it stays until it is let go. */
export default function explain(at: HTMLElement): void {
  const target = at.closest('dialog') ?? document.body;
  const note = mount(Meaning, { target, props: { at, onclose: () => void unmount(note) } });
}
