import type { Facts } from '.';

export const log = {
  none: '这里会写下从现在起发生的事。',
  dealtOut: '牌发完了。',
  passedBid: (who: string) => `${who}不亮。`,
  passedOverturn: (who: string) => `${who}不反。`,
  led: (who: string, cards: string) => `${who}先出：${cards}`,
  played: (who: string, cards: string) => `${who}：${cards}`,
  pieces: (names: string) => `（${names}）`,
  thrown: ({ seat, cards, by, forced }: Facts, beaten: string) =>
    `${seat}甩 ${cards} 失败：${by}有 ${beaten}，只能出 ${forced}。`,
  fined: (ours: boolean): string => (ours ? '我方' : '对方'),
  scored: (total: number, need: number, result: string) =>
    `闲家得 ${total} 分，${need} 分上台：${result}。`,
  took: (who: string) => `${who}赢了这一墩`,
  matchStarted: (preset: string) => `比赛开始：${preset}。`,
  cameIn: (who: string) => `${who}进来了。`,
  satDown: (who: string) => `${who}坐下了。`,
  stoodUp: (who: string) => `${who}离开了座位。`,
  botSeated: '一个电脑坐下了。',
  botLeft: '一个电脑离开了。',
  swapped: (a: string, b: string) => `${a}和${b}换了座位。`,
  autoOn: {
    asked: (who: string) => `${who}开始托管。`,
    time: (who: string) => `${who}超时，由电脑代打。`,
    away: (who: string) => `${who}不在，由电脑代打。`,
  },
  autoOff: (who: string) => `${who}自己打了。`,
  host: (who: string) => `现在${who}是房主。`,
  renamed: (before: string, after: string) => `${before}改名为${after}。`,
  rules: (preset: string) => `规则改成：${preset}。`,
  setUp: '房主改了房间的设置。',
  ready: (who: string) => `${who}准备好了。`,
  asked: (who: string) => `${who}想坐下来打。`,
  cleared: '回到大厅，可以再开一场。',
  closed: '房间关闭了。',
  someone: '有人',
};
