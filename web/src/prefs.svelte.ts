import type { Lang } from './protocol.gen';

/** What a person has chosen on this device. */
export interface Prefs {
  lang: Lang;
  theme: 'auto' | 'dark' | 'light';
  fourColours: boolean;
  /** Volume, from 0 to 1. */
  sound: number;
  /** How long a full trick lies there; `tap`: until the table is touched. */
  trickMs: 800 | 1100 | 2000 | 'tap';
  sort: 'trump-last' | 'trump-first';
  leftHand: boolean;
  /** Keys of the hints that were read. */
  seen: string[];
}

const KEY = 'shengji';

const DEFAULTS: Prefs = {
  lang: 'zh',
  theme: 'auto',
  fourColours: false,
  sound: 0.5,
  trickMs: 1100,
  sort: 'trump-last',
  leftHand: false,
  seen: [],
};

export const prefs = $state<Prefs>(load());

/** The stored choices over the defaults; the language is the browser's until it is chosen. */
function load(): Prefs {
  const first: Prefs = { ...DEFAULTS, lang: browserLang(), seen: [] };
  try {
    return { ...first, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Prefs>) };
  } catch {
    return first;
  }
}

function browserLang(): Lang {
  const wanted = typeof navigator === 'undefined' ? 'zh' : navigator.language;
  return wanted.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

/** Keep the choices, where the browser lets us. */
export function savePrefs(): void {
  const text = JSON.stringify(prefs);
  try {
    localStorage.setItem(KEY, text);
  } catch {
    return;
  }
}
