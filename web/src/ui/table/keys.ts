/** What the keyboard can ask of the table. */
export interface Keys {
  hint: () => void;
  clear: () => void;
  act: () => void;
  peek: (on: boolean) => void;
  score: () => void;
  chat: () => void;
  chip: (index: number) => void;
  auto: () => void;
  help: () => void;
  hand: () => void;
}

const WRITABLE = 'input, textarea, select, [contenteditable="true"]';
const PRESSABLE = 'button, a, summary, [role="tab"]';

/** Act on a key, unless somebody is writing or a control has taken it. */
export function pressed(event: KeyboardEvent, keys: Keys): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(WRITABLE)) return;
  const action = actionOf(event, target, keys);
  if (!action) return;
  event.preventDefault();
  action();
}

/** The last trick is seen as long as its key is down. */
export function released(event: KeyboardEvent, keys: Keys): void {
  if (event.key.toLowerCase() === 'l') keys.peek(false);
}

function actionOf(event: KeyboardEvent, target: Element | null, keys: Keys): (() => void) | null {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (/^[1-5]$/.test(key)) return () => keys.chip(Number(key) - 1);
  switch (key) {
    case 'h':
      return keys.hint;
    case 'l':
      return () => keys.peek(true);
    case 'p':
      return keys.score;
    case 'c':
      return keys.chat;
    case 'a':
      return keys.auto;
    case '?':
      return keys.help;
    case 'Escape':
      return keys.clear;
    case 'Enter':
      return target?.closest(PRESSABLE) ? null : keys.act;
    case 'ArrowLeft':
    case 'ArrowRight':
      return keys.hand;
    default:
      return null;
  }
}
