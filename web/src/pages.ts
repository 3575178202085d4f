import type { Component } from 'svelte';
import type { Game } from './game.svelte';
import { opened } from './i18n';

/** Every page takes what it needs of these. */
export interface Shown {
  game: Game | null;
  code?: string;
  number?: number;
}

const ROOM = ['room', 'panels'] as const;

const PAGES = {
  start: () => opened(import('./ui/Start.svelte'), []),
  table: () => opened(import('./ui/Table.svelte'), []),
  room: () => opened(import('./ui/Room.svelte'), ROOM),
  rules: () => opened(import('./ui/side/RulesReader.svelte')),
  replay: () => opened(import('./ui/Replay.svelte')),
  link: () => opened(import('./ui/lobby/Claim.svelte'), ROOM),
};

export type PageName = keyof typeof PAGES;

/** A page, as soon as it and its words are loaded. */
export function loaded(name: PageName): Promise<Component<Shown>> {
  return PAGES[name]() as unknown as Promise<Component<Shown>>;
}

/** Fetch what a playing table needs, before it is asked for. */
export function expectTable(): void {
  void Promise.all([loaded('table'), import('./game.svelte')]).catch(() => undefined);
}
