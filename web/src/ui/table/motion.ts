/** Whether nothing moves: the person asked for less motion, or the page has `?speed=0`. */
export const still =
  typeof matchMedia !== 'undefined' &&
  (matchMedia('(prefers-reduced-motion: reduce)').matches ||
    new URLSearchParams(location.search).get('speed') === '0');
