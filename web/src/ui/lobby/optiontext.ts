/** The words of the rules' options; this module is big and loaded with the editor only. */

import { fill, say, sayIf, words } from '../../i18n';
import type { OptionView } from '../../protocol.gen';

export function optionWord(
  key: string,
  facts: Record<string, string | number> = {},
): string | null {
  const text = (words('options') as Record<string, string>)[key];
  return text === undefined ? null : fill(text, facts);
}

export const optionLabel = (name: string): string => optionWord(`option.${name}.label`) ?? name;

/** What a value of an option means; null where nothing can be said in a few words. */
export function valueText({ name, values }: OptionView, value: unknown): string | null {
  if (typeof value === 'boolean') return optionWord(value ? 'flag.yes' : 'flag.no');
  const told = optionWord(`option.${name}.value.${String(value)}`);
  if (told !== null) return told;
  if (typeof value === 'number') {
    return optionWord(`option.${name}.count`, { number: value }) ?? String(value);
  }
  if (values === 'suits') return [...String(value)].map(suitSign).join(say('list.above'));
  if (values === 'levels') return levelsText(value as string[]);
  return typeof value === 'string' ? levelText(value) : null;
}

export const levelText = (level: string): string => sayIf(`rank.${level}`) ?? level;
export const suitSign = (suit: string): string => sayIf(`sign.${suit}`) ?? suit;
export const suitName = (suit: string): string => sayIf(`suit.${suit}`) ?? suit;

const levelsText = (levels: readonly string[]): string =>
  levels.length ? levels.map(levelText).join(say('list.comma')) : say('list.none');
