/** Why the server has closed the connection for good, by its close code. */
export const closing = {
  4401: '不知道你是谁了。请回到大厅再进来。',
  4403: '这个网址不能连上牌桌。请从房主给的链接进来。',
  4404: '没有这个房间，或者它已经关闭。',
  4409: '你在另一台设备上接着打了。',
  4410: '房主请你离开了这个房间。',
  4429: '操作太快了。请歇一会儿再进来。',
  other: '连接断开了。',
} as Record<number, string> & { other: string };
