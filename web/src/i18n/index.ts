import { untrack } from 'svelte';
import { prefs } from '../prefs.svelte';
import type { Lang } from '../protocol.gen';
import type { game } from '../words.zh.gen';

/** Each language's words are loaded in parts, when they are needed first. */
const PARTS = {
  first: { zh: () => import('./zh'), en: () => import('./en') },
  notes: { zh: () => import('./notes.zh'), en: () => import('./notes.en') },
  panels: { zh: () => import('./panels.zh'), en: () => import('./panels.en') },
  room: { zh: () => import('./room.zh'), en: () => import('./room.en') },
  options: { zh: () => import('../options.zh.gen'), en: () => import('../options.en.gen') },
} as const;

export type Part = keyof typeof PARTS;
type WordKey = keyof typeof game;
export type Facts = Record<string, string | number>;
export type Dictionary = typeof import('./zh') &
  typeof import('./notes.zh') &
  typeof import('./panels.zh') &
  typeof import('./room.zh') &
  typeof import('../options.zh.gen');

const known: Record<Lang, Partial<Dictionary>> = { zh: {}, en: {} };
const needed = new Set<Part>();

/** Load a part of the words, in the language in force or in another.  Rejects if it cannot be had. */
export async function need(part: Part, lang: Lang = untrack(() => prefs.lang)): Promise<void> {
  needed.add(part);
  Object.assign(known[lang], await PARTS[part][lang]());
}

/** The game's texts in a language that is not spoken now. */
export async function foreign(lang: Lang): Promise<Record<string, string>> {
  return (await PARTS.first[lang]()).game;
}

/** Speak a language from now on: as soon as its words are there, and not if they cannot be had. */
export async function speak(lang: Lang): Promise<void> {
  try {
    await Promise.all([...needed].map((part) => need(part, lang)));
    prefs.lang = lang;
  } catch {
    return;
  }
}

/** A page or panel that is being loaded, with the words that it needs. */
export async function opened<T>(
  loading: Promise<{ default: T }>,
  parts: readonly Part[] = ['panels'],
): Promise<T> {
  const [module] = await Promise.all([loading, ...parts.map((part) => need(part))]);
  return module.default;
}

/** The words of one area, in the language in force. */
export function words<Area extends keyof Dictionary>(area: Area): Dictionary[Area] {
  return known[prefs.lang][area]!;
}

/** The game's text of a key, with its `{name}` parameters filled in. */
export function say(key: WordKey, facts: Facts = {}): string {
  return fill(words('game')[key], facts);
}

/** The game's text of a key that is put together; undefined if there is none. */
export function sayIf(key: string, facts: Facts = {}): string | undefined {
  const text = (words('game') as Record<string, string>)[key];
  return text === undefined ? undefined : fill(text, facts);
}

/** A text with its `{name}` parameters filled in. */
export function fill(text: string, facts: Facts): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(facts[name] ?? whole));
}
