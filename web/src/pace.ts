import type { Pace } from './playback';
import { prefs } from './prefs.svelte';

const STILL: Pace = { trickMs: 0, motion: 0, reading: 0 };

/** Whether the page's address says `speed=0`: all is shown at once. */
export const instant =
  typeof location !== 'undefined' && new URLSearchParams(location.search).get('speed') === '0';

/** The pace of this moment: nothing waits while nobody looks, and nothing moves for those who do
 * not want it. */
export function paceNow(): Pace {
  if (instant || (typeof document !== 'undefined' && document.hidden)) return STILL;
  return { trickMs: prefs.trickMs, motion: lessMotion() ? 0 : 1, reading: 1 };
}

function lessMotion(): boolean {
  return (
    typeof matchMedia !== 'undefined' && matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}
