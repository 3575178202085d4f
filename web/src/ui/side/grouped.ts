import type { LogLine } from '../../game.svelte';

/** A deal's lines; `heading` is the one that opened it, empty for what came before. */
export interface Part {
    id: number;
    heading: string;
    lines: LogLine[];
}

/** The log deal by deal: a new part begins where a deal does after other lines. */
export function grouped(log: readonly LogLine[]): Part[] {
    const parts: Part[] = [];
    let before: LogLine['kind'] | null = null;
    for (const line of log) {
        const opens = line.kind === 'deal' && before !== 'deal' && startsDeal(before);
        if (opens) parts.push({ id: line.id, heading: line.text, lines: [] });
        else if (parts.length === 0) parts.push({ id: line.id, heading: '', lines: [line] });
        else parts.at(-1)?.lines.push(line);
        before = line.kind;
    }
    return parts;
}

/** Within a deal its own lines follow bids and plays; only a result or nothing comes before one. */
function startsDeal(before: LogLine['kind'] | null): boolean {
    return before === null || before === 'result' || before === 'room';
}
