export const hand = {
  hand: (count: number) => `手牌，${count} 张`,
  card: (suit: string, rank: string) => `${suit}${rank}`,
  comma: '，',
  trump: '主牌',
  fresh: '底牌',
  suggested: '提示',
  back: '牌背',
};
