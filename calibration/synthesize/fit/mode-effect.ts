import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import type { Residuals } from './residuals.ts';
import type { Speaker } from './synthesis-matrix.ts';

/** A mean over generators; its standard error takes them for a sample, and is null with fewer than two. */
export interface GeneratorMean {
  readonly mean: number;
  readonly se: number | null;
  readonly generators: number;
}

/** What reflection does beside answering alone. */
export interface ModeEffect {
  /** Ability of a generator's reflected answers − that of its solo ones, in units of the calibration's scale. */
  readonly shift: GeneratorMean;
  /** From the easiest to the hardest level of items. */
  readonly levels: readonly LevelEffect[];
}

export interface LevelEffect {
  /** Share right, reflected − solo. */
  readonly share: GeneratorMean;
  /** The shift of ability that would make that share: where all levels are alike in this, one shift says it all. */
  readonly shift: GeneratorMean;
}

export const LEVELS = 5;

/**
 * Reflected against solo answers of the same generators, each generator counting once; null where none has both.
 *
 * The levels are fifths of the items by the share right of the participants of the *other* generators: by the generator's
 * own answers an item would be hard where its reflection happened to fail. In a level the shift is
 *
 *     Δθ + (D − E) / S,
 *
 * with Δθ the shift over all items, D the difference in share right, E the one that the calibration expects of the fitted
 * abilities, and S = mean of ∂P/∂θ of the generator's participants there: one scoring step from the fit.
 */
export function modeEffect(
  { scores, items }: ResponseMatrix,
  speakers: readonly Speaker[],
  { expected, slope }: Residuals,
  { a, abilities }: { readonly a: ArrayLike<number>; readonly abilities: ArrayLike<number> },
): ModeEffect | null {
  const width = items.length;
  const shifts: number[] = [];
  const levels = Array.from({ length: LEVELS }, () => ({
    share: [] as number[],
    shift: [] as number[],
  }));
  for (const generator of new Set(speakers.map((speaker) => speaker.generator))) {
    const rows = (keep: (speaker: Speaker) => boolean) =>
      speakers.flatMap((speaker, i) => (keep(speaker) ? [i] : []));
    const solo = rows((s) => s.generator === generator && s.mode === 'solo');
    const reflected = rows((s) => s.generator === generator && s.mode === 'reflected');
    if (solo.length === 0 || reflected.length === 0) continue;
    const ability = (own: readonly number[]) => mean(own.map((i) => abilities[i]));
    const shift = ability(reflected) - ability(solo);
    shifts.push(shift);
    const others = rows((s) => s.generator !== generator);
    const easiness = items.map((_, j) => columnMean(scores, others, width, j));
    const ranked = items
      .flatMap((_, j) => (Number.isNaN(easiness[j]) ? [] : [j]))
      .sort((j, k) => easiness[k] - easiness[j] || j - k);
    levels.forEach((level, l) => {
      const of = ranked.slice(
        Math.round((l * ranked.length) / LEVELS),
        Math.round(((l + 1) * ranked.length) / LEVELS),
      );
      let [count, share, promised, steepness] = [0, 0, 0, 0];
      for (const j of of) {
        const difference = (values: ArrayLike<number>) =>
          columnMean(values, reflected, width, j) - columnMean(values, solo, width, j);
        const own = difference(scores);
        if (Number.isNaN(own)) continue;
        count++;
        share += own;
        promised += difference(expected);
        steepness += a[j] * columnMean(slope, [...solo, ...reflected], width, j);
      }
      if (count === 0 || steepness === 0) return;
      level.share.push(share / count);
      level.shift.push(shift + (share - promised) / steepness);
    });
  }
  if (shifts.length === 0) return null;
  return {
    shift: meanOver(shifts),
    levels: levels.map((level) => ({ share: meanOver(level.share), shift: meanOver(level.shift) })),
  };
}

/** The mean of the answered entries of a column; NaN where there are none. */
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

function mean(values: readonly number[]): number {
  return values.reduce((sum, v) => sum + v, 0) / values.length;
}

function meanOver(values: readonly number[]): GeneratorMean {
  const n = values.length;
  const centre = mean(values);
  const squares = values.reduce((sum, v) => sum + (v - centre) ** 2, 0);
  return { mean: centre, se: n > 1 ? Math.sqrt(squares / (n - 1) / n) : null, generators: n };
}
