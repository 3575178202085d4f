import type { LogLine } from '../../game.svelte';

/** A deal's lines; `heading` is the one that opened it, empty for what came before. */
export interface Part {
  id: number;
  heading: string;
  lines: LogLine[];
}

/** The log deal by deal: a deal is open from its first line to its result. */
export function grouped(log: readonly LogLine[]): Part[] {
  const parts: Part[] = [];
  let open = false;
  for (const line of log) {
    if (line.kind === 'deal' && !open) {
      parts.push({ id: line.id, heading: line.text, lines: [] });
      open = true;
    } else if (parts.length === 0) {
      parts.push({ id: line.id, heading: '', lines: [line] });
    } else {
      parts.at(-1)?.lines.push(line);
    }
    if (line.kind === 'result') open = false;
  }
  return parts;
}
