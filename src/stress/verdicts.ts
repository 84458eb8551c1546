import { holm } from '../statistics/holm.ts';
import type { Effect } from './effect.ts';

/** The chance of at least one false effect among all that are measured together. */
export const FALSE_EFFECTS = 0.05;

export interface Verdict {
  /** After Holm's correction. */
  readonly p: number;
  readonly is: 'lower' | 'higher' | 'undecided';
}

/** Which effects are shown: with probability 95% none of them is false, whenever asking ended. Null where nothing was measured. */
export function verdictsOf(effects: readonly (Effect | null)[]): (Verdict | null)[] {
  const known = effects.filter((effect) => effect !== null);
  const adjusted = holm(Float64Array.from(known, ({ p }) => p));
  let at = 0;
  return effects.map((effect) => {
    if (effect === null) return null;
    const p = adjusted[at++];
    const side = effect.change < 0 ? 'lower' : 'higher';
    return { p, is: p <= FALSE_EFFECTS ? side : 'undecided' };
  });
}
