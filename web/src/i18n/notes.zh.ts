import type { BidForm } from '../ui/table/notes';

/** The first words of advice. */
export const notes = {
  bid: ({ hidden, extra, after, number, jokers, race }: BidForm) =>
    [
      hidden
        ? '亮的级牌扣着放，翻开以前只有你看得见。'
        : `${after ? '发完牌再亮：' : ''}有${number > 1 ? ` ${number} 张相同的` : ''}级牌就能亮主，主花色由你定。`,
      ...(extra ? ['要带一张小王。'] : []),
      ...(jokers === 'ladder' ? ['依次压过：一张、一对、一对王、三张；王打无主。'] : []),
      ...(jokers === 'open' ? ['一对王也能亮，打无主。'] : []),
      { first: '这一局先亮的坐庄。', last: '这一局最后定主的坐庄。', none: '不想亮就等着。' }[race],
    ].join(''),
  kitty: '底牌归你，再扣下同样多张。最后一墩输了，底里的分要翻倍送人。',
  lead: '你先出：单张、对子、拖拉机都行；同一门最大的几手可以一起甩。',
  follow: '跟同一门，张数一样。那门没有了，才能用主牌毙，或者垫牌。',
  throw: '甩的每一手都要最大。',
};
