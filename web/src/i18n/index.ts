import { prefs } from '../prefs.svelte';
import type { Lang } from '../protocol.gen';
import { WORDS, type WordKey } from '../words.gen';

export type Facts = Record<string, string | number>;

/** One area's own words, in the language in force. */
export function words<T>(dict: Record<Lang, T>): T {
    return dict[prefs.lang];
}

/** The game's text of a key, with its `{name}` parameters filled in. */
export function say(key: WordKey, facts: Facts = {}): string {
    return fill(WORDS[prefs.lang][key], facts);
}

/** The game's text of a key that is put together; undefined if there is none. */
export function sayIf(key: string, facts: Facts = {}): string | undefined {
    const text = (WORDS[prefs.lang] as Record<string, string>)[key];
    return text === undefined ? undefined : fill(text, facts);
}

/** A text with its `{name}` parameters filled in. */
export function fill(text: string, facts: Facts): string {
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(facts[name] ?? whole));
}
