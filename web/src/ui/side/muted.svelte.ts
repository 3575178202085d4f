import { SvelteSet } from 'svelte/reactivity';

/** Public ids of the people whose words this browser does not show; for this visit only. */
export const muted = new SvelteSet<string>();

/** Show somebody's words no longer, or again. */
export function toggleMuted(person: string): void {
    if (!muted.delete(person)) muted.add(person);
}
