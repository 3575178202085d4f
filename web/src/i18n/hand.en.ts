import type { hand as zh } from './hand.zh';

export const hand: typeof zh = {
  hand: (count) => `Your hand, ${count} ${count === 1 ? 'card' : 'cards'}`,
  card: (suit, rank) => `${rank} of ${suit}`,
  comma: ', ',
  trump: 'trump',
  fresh: 'from the kitty',
  suggested: 'suggested',
  back: 'face down',
};
