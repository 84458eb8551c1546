import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import { mean } from '../../../src/statistics/mean.ts';
import { type MeanWithError, meanWithError } from '../../../src/statistics/mean-with-error.ts';
import type { Residuals } from './residuals.ts';
import type { Speaker } from './synthesis-matrix.ts';

/** A mean over generators; its standard error treats them as a sample. */
export interface GeneratorMean extends MeanWithError {
  readonly generators: number;
}

/** The effect of reflection, compared with answering alone. */
export interface ModeEffect {
  /** Ability of a generator's reflected answers − that of its solo ones, in units of the calibration's scale. */
  readonly shift: GeneratorMean;
  /** From the easiest to the hardest level of items; empty if no other models exist to order them. */
  readonly levels: readonly LevelEffect[];
}

/** Share right, reflected − solo, at items of one level. */
export interface LevelEffect {
  readonly share: GeneratorMean;
  /** The difference that the fitted abilities predict; the two agree if reflection only shifts ability. */
  readonly expected: GeneratorMean;
}

export const LEVELS = 3;

/**
 * Reflected against solo answers of the same generators, each generator counting once; null if none has both.
 *
 * For a pair of generator and critic, levels are thirds of the items by the share right of all *other* models alone. With the
 * generator's own answers, an item would count as hard if its reflection happened to fail; with the critic's, if it argued for
 * an error. The difference would then fall from level to level even without a difference of modes. A pool of two has no other
 * models, so no levels.
 */
export function modeEffect(
  { scores, items }: ResponseMatrix,
  speakers: readonly Speaker[],
  { expected }: Residuals,
  abilities: ArrayLike<number>,
): ModeEffect | null {
  const width = items.length;
  const rows = (keep: (speaker: Speaker) => boolean) =>
    speakers.flatMap((speaker, i) => (keep(speaker) ? [i] : []));
  const shifts: number[] = [];
  const levels = Array.from({ length: LEVELS }, () => ({
    share: [] as number[],
    expected: [] as number[],
  }));
  for (const generator of new Set(speakers.map((speaker) => speaker.generator))) {
    const solo = rows((s) => s.generator === generator && s.mode === 'solo');
    const reflected = rows((s) => s.generator === generator && s.mode === 'reflected');
    if (solo.length === 0 || reflected.length === 0) continue;
    const ability = (own: readonly number[]) => mean(own.map((i) => abilities[i]));
    shifts.push(ability(reflected) - ability(solo));
    const own = levels.map(() => ({ share: [] as number[], expected: [] as number[] }));
    for (const i of reflected) {
      const { critic } = speakers[i];
      const others = rows(
        (s) => s.mode === 'solo' && s.generator !== generator && s.generator !== critic,
      );
      levelsBy(scores, others, width).forEach((level, l) => {
        const differences = (values: ArrayLike<number>) =>
          level
            .map((j) => values[i * width + j] - columnMean(values, solo, width, j))
            .filter((difference) => !Number.isNaN(difference));
        const seen = differences(scores);
        if (seen.length === 0) return;
        own[l].share.push(mean(seen));
        own[l].expected.push(mean(differences(expected)));
      });
    }
    own.forEach(({ share, expected: promised }, l) => {
      if (share.length === 0) return;
      levels[l].share.push(mean(share));
      levels[l].expected.push(mean(promised));
    });
  }
  if (shifts.length === 0) return null;
  return {
    shift: meanOver(shifts),
    levels: levels.every(({ share }) => share.length === 0)
      ? []
      : levels.map((level) => ({
          share: meanOver(level.share),
          expected: meanOver(level.expected),
        })),
  };
}

/** Items from easy to hard by the share right of some rows, in LEVELS parts of equal size; none if there are no answers. */
function levelsBy(scores: Float32Array, rows: readonly number[], width: number): number[][] {
  const easiness = Array.from({ length: width }, (_, j) => columnMean(scores, rows, width, j));
  const ranked = easiness
    .flatMap((share, j) => (Number.isNaN(share) ? [] : [j]))
    .sort((j, k) => easiness[k] - easiness[j] || j - k);
  return Array.from({ length: LEVELS }, (_, l) =>
    ranked.slice(
      Math.round((l * ranked.length) / LEVELS),
      Math.round(((l + 1) * ranked.length) / LEVELS),
    ),
  );
}

/** The mean of the answered entries of a column; NaN if there are none. */
function columnMean(
  values: ArrayLike<number>,
  rows: readonly number[],
  width: number,
  j: number,
): number {
  let [sum, count] = [0, 0];
  for (const i of rows) {
    const value = values[i * width + j];
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
  }
  return sum / count;
}

function meanOver(values: readonly number[]): GeneratorMean {
  return { ...meanWithError(values), generators: values.length };
}
