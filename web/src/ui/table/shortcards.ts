import { isJoker, rankText, suitOf } from '../../cards';
import { say, sayIf } from '../../i18n';

/** Cards in the fewest signs: ♠KK ♥5, with jokers by name. */
export function shortCards(codes: readonly string[]): string {
  const texts = new Map<string, string>();
  for (const code of codes) {
    const head = headOf(code);
    texts.set(head, (texts.get(head) ?? head) + (isJoker(code) ? '' : rankText(code)));
  }
  return [...texts]
    .map(([head, text]) => {
      const jokers = codes.filter((code) => isJoker(code) && headOf(code) === head).length;
      return jokers > 1 ? `${text} ×${jokers}` : text;
    })
    .join(say('list.comma'));
}

function headOf(code: string): string {
  return (isJoker(code) ? sayIf(`joker.${code}`) : sayIf(`sign.${suitOf(code)}`)) ?? '';
}
