/** What the cards say to a screen reader. */
const zh = {
    hand: (count: number) => `手牌，${count} 张`,
    card: (suit: string, rank: string) => `${suit}${rank}`,
    comma: '，',
    trump: '主牌',
    fresh: '底牌',
    suggested: '提示',
    back: '牌背',
};

const en: typeof zh = {
    hand: (count) => `Your hand, ${count} ${count === 1 ? 'card' : 'cards'}`,
    card: (suit, rank) => `${rank} of ${suit}`,
    comma: ', ',
    trump: 'trump',
    fresh: 'from the kitty',
    suggested: 'suggested',
    back: 'face down',
};

export const hand = { zh, en };
