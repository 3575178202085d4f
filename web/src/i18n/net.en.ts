import type { closing as zh } from './net.zh';

export const closing: typeof zh = {
  4401: 'The table no longer knows who you are. Go back to the lobby and come in again.',
  4403: 'The table cannot be reached from this address. Use the link that the host gave you.',
  4404: 'There is no such room, or it is closed.',
  4409: 'You went on playing on another device.',
  4410: 'The host removed you from this room.',
  4429: 'That was too fast. Please wait a moment and come in again.',
  other: 'The connection is closed.',
};
