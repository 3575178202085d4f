import { cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';
import type { Place } from './seats';

/** Whether nothing moves: the person asked for less motion, or the page has `?speed=0`. */
export const still =
  typeof matchMedia !== 'undefined' &&
  (matchMedia('(prefers-reduced-motion: reduce)').matches ||
    new URLSearchParams(location.search).get('speed') === '0');

const FROM: Record<Place, [x: number, y: number]> = {
  south: [0, 130],
  east: [130, 0],
  north: [0, -90],
  west: [-130, 0],
};

/** Cards fly in from where their player sits, opaque all the way. */
export function arrive(_node: Element, place: Place): TransitionConfig {
  const [x, y] = FROM[place];
  return {
    duration: still ? 0 : 260,
    easing: cubicOut,
    css: (_t, rest) => `transform: translate(${x * rest}px, ${y * rest}px)`,
  };
}

/** A short fade, for what comes and goes in place. */
export function appear(_node: Element): TransitionConfig {
  return { duration: still ? 0 : 140, css: (t) => `opacity: ${t}` };
}
