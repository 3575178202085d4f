/** The eleven presets, as the systems that people know them by. */

export type SystemName = 'huanle' | 'eighty' | 'jj' | 'weijia' | 'match';

export interface System {
  name: SystemName;
  presets: string[];
}

const SYSTEMS: System[] = [
  { name: 'huanle', presets: ['huanle-2', 'huanle-1', 'huanle-3'] },
  { name: 'eighty', presets: ['eighty'] },
  { name: 'jj', presets: ['jj', 'jj-home'] },
  { name: 'weijia', presets: ['weijia-2', 'weijia-1', 'weijia-3'] },
  { name: 'match', presets: ['eighty-match', 'four-deck-match'] },
];

/** The systems with those of their presets that the server has. */
export function systems(known: readonly string[]): System[] {
  return SYSTEMS.map(({ name, presets }) => ({
    name,
    presets: presets.filter((id) => known.includes(id)),
  })).filter(({ presets }) => presets.length > 0);
}

/** The preset that is played when nothing else is asked for. */
export const USUAL = 'huanle-2';

/** Every preset that has a place in a system. */
export const PLACED: readonly string[] = SYSTEMS.flatMap(({ presets }) => presets);
