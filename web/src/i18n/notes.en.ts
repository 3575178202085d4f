import type { notes as zh } from './notes.zh';

export const notes: typeof zh = {
  bid: ({ hidden, extra, after, number, jokers, race }) =>
    [
      hidden
        ? 'Level cards that you bid lie face down; till they are turned, only you see them.'
        : (after ? 'Bid now, after the deal. ' : '') +
          (number > 1
            ? `${number} equal level cards make their suit trump.`
            : 'A level card makes its suit trump.'),
      ...(extra ? ['Add one small joker.'] : []),
      ...(jokers === 'ladder' ? ['Each beats the last: one, a pair, two jokers, three.'] : []),
      ...(jokers === 'open' ? ['Two equal jokers bid no trump.'] : []),
      {
        first: 'This deal, the first bidder is banker.',
        last: 'This deal, the last bid makes the banker.',
        none: 'Or just wait.',
      }[race],
    ].join(' '),
  kitty: 'The kitty is yours. Bury as many: lose the last trick, and its points multiply.',
  lead: 'You lead: a single, pair or tractor, or a throw of unbeatable cards of one suit.',
  follow: 'Follow the suit, card for card. When out of it, ruff with trump or discard.',
  throw: 'Each part must be unbeatable.',
};
