import type { Mode, Speaker } from '../fit/synthesis-matrix.ts';

/** How far participants of one mode lie apart in ability. */
export interface AbilitySpread {
  readonly participants: number;
  readonly generators: number;
  readonly mean: number;
  readonly sd: number;
  /** Jackknife over generators; null with fewer than three. */
  readonly se: number | null;
}

/**
 * Mean and standard deviation of the abilities of a mode, on the scale of the calibration by participants; null with fewer than
 * two. Participants of one generator move together, so that the standard error leaves out one generator at a time:
 * SE² = (G − 1)/G Σ_g (s₍g₎ − s̄)².
 * @see Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapter 11
 */
export function abilitySpread(
  speakers: readonly Speaker[],
  abilities: ArrayLike<number>,
  mode: Mode,
): AbilitySpread | null {
  const own = speakers.flatMap((speaker, i) =>
    speaker.mode === mode ? [{ generator: speaker.generator, ability: abilities[i] }] : [],
  );
  if (own.length < 2) return null;
  const all = own.map(({ ability }) => ability);
  const generators = [...new Set(own.map(({ generator }) => generator))];
  const without = generators.map((left) =>
    own.flatMap(({ generator, ability }) => (generator === left ? [] : [ability])),
  );
  const isSampled = generators.length > 2 && without.every(({ length }) => length > 1);
  return {
    participants: own.length,
    generators: generators.length,
    mean: meanOf(all),
    sd: deviationOf(all),
    se: isSampled ? jackknifeError(without.map(deviationOf)) : null,
  };
}

function jackknifeError(values: readonly number[]): number {
  const centre = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Math.sqrt(((values.length - 1) / values.length) * squares);
}

function deviationOf(values: readonly number[]): number {
  const centre = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
