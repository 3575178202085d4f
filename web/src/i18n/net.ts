/** Why the server has closed the connection for good, by its close code. */
const zh = {
    4401: '不知道你是谁了。请回到大厅再进来。',
    4403: '这个网址不能连上牌桌。请从房主给的链接进来。',
    4404: '没有这个房间，或者它已经关闭。',
    4409: '你在另一台设备上接着打了。',
    4410: '房主请你离开了这个房间。',
    4429: '操作太快了。请歇一会儿再进来。',
    other: '连接断开了。',
} as Record<number, string> & { other: string };

const en: typeof zh = {
    4401: 'The table no longer knows who you are. Go back to the lobby and come in again.',
    4403: 'The table cannot be reached from this address. Use the link that the host gave you.',
    4404: 'There is no such room, or it is closed.',
    4409: 'You went on playing on another device.',
    4410: 'The host removed you from this room.',
    4429: 'That was too fast. Please wait a moment and come in again.',
    other: 'The connection is closed.',
};

export const closing = { zh, en };
