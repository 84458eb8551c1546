import { jackknifeError } from '../../../src/statistics/jackknife-error.ts';
import { mean } from '../../../src/statistics/mean.ts';
import { squaredDeviations } from '../../../src/statistics/squared-deviations.ts';
import type { Mode, Speaker } from '../fit/synthesis-matrix.ts';

/** The spread of the abilities of reflected answers, compared with those of the same models alone. */
export interface SpreadRatio {
  /**
   * Standard deviation of the abilities of reflections over that of the models alone: below 1, a debate brings abilities closer
   * together.
   */
  readonly ratio: number;
  /**
   * Standard error by jackknife over generators; null with fewer than three, or if remaining generators do not differ alone.
   */
  readonly se: number | null;
  /** Number of generators that answered alone and in debates. */
  readonly generators: number;
}

/**
 * The ratio of two standard deviations, because either alone depends only on the scale. Every generator counts once in both,
 * with any number of participants; means and squares are over all its participants, so that the ratio is 1 if a debate changes
 * no ability. Participants of one generator move together, so the standard error leaves out one generator at a time: SE² = (G −
 * 1)/G Σ_g (r₍g₎ − r̄)².
 * @returns null with fewer than two generators that have both, or if these do not differ alone
 * @see Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapter 11
 */
export function spreadRatio(
  speakers: readonly Speaker[],
  abilities: ArrayLike<number>,
): SpreadRatio | null {
  const groups = [...new Set(speakers.map(({ generator }) => generator))].flatMap((generator) => {
    const of = (mode: Mode) =>
      speakers.flatMap((own, i) =>
        own.generator === generator && own.mode === mode ? [abilities[i]] : [],
      );
    const [solo, reflected] = [of('solo'), of('reflected')];
    return solo.length > 0 && reflected.length > 0 ? [{ solo, reflected }] : [];
  });
  const ratioOf = (own: typeof groups) =>
    deviationOf(own.map(({ reflected }) => reflected)) / deviationOf(own.map(({ solo }) => solo));
  const ratio = ratioOf(groups);
  if (groups.length < 2 || !Number.isFinite(ratio)) return null;
  const without = groups.map((left) => ratioOf(groups.filter((own) => own !== left)));
  const isKnown = groups.length > 2 && without.every(Number.isFinite);
  return {
    ratio,
    se: isKnown ? jackknifeError(without) : null,
    generators: groups.length,
  };
}

/** Over groups of equal weight. */
function deviationOf(groups: readonly (readonly number[])[]): number {
  const centre = mean(groups.map(mean));
  return Math.sqrt(mean(groups.map((own) => squaredDeviations(own, centre) / own.length)));
}
