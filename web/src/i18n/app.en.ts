import type { app as zh } from './app.zh';

export const app: typeof zh = {
  title: 'Shengji',
  loading: 'Opening…',
  broken: 'This page could not be opened.',
  reload: 'Try again',
  retry: 'Try again',
  here: 'Play on this device',
  missing: 'There is no such page. The address may be mistyped.',
  home: 'Back to the lobby',
};
