import { LuDecomposition, Matrix, solve } from 'ml-matrix';
import { fail } from '../errors.ts';
import { mean } from '../statistics/mean.ts';
import { type Cells, cellsOf } from './cells.ts';
import { type Clusters, clusteredDegrees } from './clustered-degrees.ts';
import { EFFECT_NAMES, type Effect, FACETS, size, subsetsOf, WITHIN } from './effects.ts';
import type { Observations } from './observations.ts';

/** A mean square of the design. */
export interface MeanSquare {
  readonly effect: Effect;
  readonly df: number;
  readonly value: number;
  /** Degrees of freedom that intervals count with: of repeats fewer, if their variance differs from item to item. */
  readonly intervalDf: number;
}

/** Estimates of variance components as combinations of mean squares. */
export interface VarianceComponents {
  readonly meanSquares: readonly MeanSquare[];
  /** One per mean square, in the same order; below 0 if the mean squares say so. */
  readonly components: readonly {
    readonly effect: Effect;
    readonly estimate: number;
    /** Σ of these times the mean squares is the estimate. */
    readonly weights: Float64Array;
  }[];
  /** Facets with at least two levels, as a set. */
  readonly facets: number;
  /** Whether some cell was asked twice, so that repeats are known apart from the largest interaction. */
  readonly hasRepeats: boolean;
  /** Effects that the design cannot tell from others: no component is given for them. */
  readonly confounded: readonly Effect[];
  /** Whether every cell has the same number of answers. */
  readonly isBalanced: boolean;
}

/**
 * Variance components of the random model score = μ + Σ effects + repeat, over models, items, conditions and their interactions, by the
 * analogous-ANOVA procedure (Henderson's method 1): with T(α) = Σ (sum of a cell)² / (answers in it) over the cells of α, the analogous
 * sum of squares is SS(α) = Σ_{β ⊆ α} (−1)^(|α| − |β|) T(β), and E T(α) = N μ² + Σ_γ k(α, γ) σ²(γ) + cells(α) σ²(repeats) with
 * k(α, γ) = Σ n(α ∪ γ)² / n(α) over the cells of α ∪ γ. Equating mean squares with their expectations gives estimates that are unbiased for any
 * pattern of missing cells that does not depend on the effects. For balanced designs they are those of the analysis of variance.
 * A facet with one level has no effects of its own: its variance is in those of the others.
 *
 * @throws NOISE_DESIGN if no component can be told from others
 * @see Henderson (1953), Biometrics 9, 226–252; Brennan (2001), Generalizability Theory, 7.1; Searle, Casella & McCulloch (1992), 5.3
 */
export function varianceComponents(observations: Observations): VarianceComponents {
  const { models, items, conditions, score } = observations;
  const facets =
    (models.length > 1 ? FACETS.model : 0) |
    (items.length > 1 ? FACETS.item : 0) |
    (conditions.length > 1 ? FACETS.condition : 0);
  const centre = mean(score);
  const { cells, squares: squared } = cellsOf(observations, facets, centre);
  const sets = subsetsOf(facets);
  const own = (set: Effect) => cells.get(set) as Cells;
  const n = score.length;
  const top = own(facets);
  const hasRepeats = n > top.count.length && facets !== 0;

  const total = new Map(sets.map((set) => [set, squares(own(set))]));
  const expected = new Map(
    sets.map((set) => [set, new Map(sets.map((of) => [of, coefficient(own(set), own(set | of))]))]),
  );
  const signed = (set: Effect, value: (below: Effect) => number) =>
    subsetsOf(set).reduce(
      (sum, below) => sum + ((size(set) - size(below)) % 2 === 0 ? 1 : -1) * value(below),
      0,
    );
  const degrees = (set: Effect) => signed(set, (below) => own(below).count.length);

  const effects = sets.filter((set) => set !== 0 && degrees(set) > 0);
  const meanSquares: MeanSquare[] = effects.map((set) => {
    const df = degrees(set);
    const value = signed(set, (below) => total.get(below)!) / df;
    return { effect: set, df, value, intervalDf: df };
  });
  if (hasRepeats) meanSquares.push(withinCells(own, facets, squared));
  if (meanSquares.length === 0)
    fail('NOISE_DESIGN', { reason: 'every answer is of a cell of its own, or all are of one' });

  const matrix = new Matrix(
    meanSquares.map(({ effect, df }) => [
      ...effects.map((of) =>
        effect === WITHIN ? 0 : signed(effect, (below) => expected.get(below)!.get(of)!) / df,
      ),
      ...(hasRepeats ? [1] : []),
    ]),
  );
  const lu = new LuDecomposition(matrix);
  if (lu.isSingular())
    fail('NOISE_DESIGN', {
      reason: `the effects ${effects.map((set) => EFFECT_NAMES.get(set)).join(', ')} cannot be told apart`,
    });
  const inverse = solve(matrix, Matrix.eye(meanSquares.length));
  return {
    meanSquares,
    components: meanSquares.map(({ effect }, row) => {
      const weights = Float64Array.from(inverse.getRow(row));
      const estimate = meanSquares.reduce((sum, { value }, k) => sum + weights[k] * value, 0);
      return { effect, estimate, weights };
    }),
    facets,
    hasRepeats,
    confounded: sets.filter((set) => set !== 0 && !effects.includes(set)),
    isBalanced:
      top.count.every((count) => count === top.count[0]) &&
      top.count.length ===
        sets
          .filter((set) => size(set) === 1)
          .reduce((product, set) => product * own(set).count.length, 1),
  };
}

/** A share of a sum of squares. */
const ROUNDING = 1e-12;

/** The mean square of repeats within the cells of all facets. */
function withinCells(
  own: (set: Effect) => Cells,
  facets: number,
  squared: Float64Array,
): MeanSquare {
  const { count, sum } = own(facets);
  const excess = new Float64Array(count.length);
  let [df, total] = [0, 0];
  for (let k = 0; k < count.length; k++) {
    const own = squared[k] - sum[k] ** 2 / count[k];
    // Equal scores leave rounding, which would make repeats worth a price.
    excess[k] = own > ROUNDING * squared[k] ? own : 0;
    total += excess[k];
    df += count[k] - 1;
  }
  const value = total / df;
  for (let k = 0; k < count.length; k++) excess[k] -= (count[k] - 1) * value;
  const clusters = (set: Effect): Clusters | null =>
    (set & facets) === set ? { of: own(set).of, count: own(set).count.length } : null;
  const [items, models] = [clusters(FACETS.item), clusters(FACETS.model)];
  const both = clusters(FACETS.item | FACETS.model);
  const first = items ?? models;
  return {
    effect: WITHIN,
    df,
    value,
    intervalDf:
      first === null
        ? df
        : clusteredDegrees(excess, value, df, {
            first,
            second: items === null ? null : models,
            both,
          }),
  };
}

/** T(α): Σ (sum)² / count. */
function squares({ count, sum }: Cells): number {
  let total = 0;
  for (let k = 0; k < count.length; k++) total += sum[k] ** 2 / count[k];
  return total;
}

/** k(α, γ): Σ n(α ∪ γ)² / n(α) over the cells of both. */
function coefficient(own: Cells, both: Cells): number {
  let total = 0;
  for (let k = 0; k < both.count.length; k++)
    total += both.count[k] ** 2 / own.count[own.of[both.first[k]]];
  return total;
}
