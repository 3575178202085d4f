import type { app as zh } from './app.zh';

export const app: typeof zh = {
  title: 'Shengji',
  loading: 'Opening…',
  broken: 'This page could not be opened.',
  reload: 'Try again',
  retry: 'Try again',
  here: 'Play on this device',
  home: 'Back to the lobby',
};
