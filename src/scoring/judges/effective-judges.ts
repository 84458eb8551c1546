import { chanceDisagreement } from '../../statistics/agreement/disagreement-ends.ts';
import { coefficientInterval } from '../../statistics/agreement/jackknife-interval.ts';
import { pearson } from '../../statistics/pearson.ts';
import type { Interval } from '../../statistics/percentile-interval.ts';
import { comparedUnits, type JudgedScores, pairsOf, rowsBy } from './judged-scores.ts';

/** How many independent judges several judges are worth. */
export interface EffectiveJudges {
  /** Judges that are counted: those whose errors vary and correlate with those of another one. A judge who gives all the same grade tells nothing. */
  readonly judges: number;
  /** Mean correlation of their errors. */
  readonly correlation: number;
  /** In [1, judges]. */
  readonly effective: number;
  /** 90%, by leaving out one item at a time. */
  readonly interval: Interval;
  /**
   * `people`: errors are differences from the mean of people's scores; what people get wrong counts as an error that all judges share.
   * `residuals`: what model and question do not explain. The quality of the single answer, which judges should agree on, counts as a shared
   * error then, so the number is a lower bound.
   */
  readonly errors: 'people' | 'residuals';
}

/**
 * The effective number of judges, n/(1 + (n − 1) ρ̄): with errors of equal variance and mean correlation ρ̄ the mean of n judges has the
 * variance of the mean of as many independent ones (Kish's design effect). Six judges whose errors correlate .4 are worth two. At most n: of a negative ρ̄
 * nothing is gained.
 *
 * Null with fewer than two judges that have three answers in common and vary.
 * @see Kish (1965), Survey Sampling, section 5.4
 */
export function effectiveJudges(table: JudgedScores): EffectiveJudges | null {
  const hasPeople = table.people.some((score) => !Number.isNaN(score));
  const errors = hasPeople ? errorsFromPeople(table) : residuals(table);
  const width = table.judges.length;
  const whole = meanCorrelation(errors, width, [...table.models.keys()]);
  if (whole === null) return null;
  const n = whole.judges;
  const worth = (mean: number) => Math.min(n, n / (1 + (n - 1) * Math.max(0, mean)));
  const units = comparedUnits(errors, width, table.items);
  const { low, high } = coefficientInterval(
    whole.mean,
    units,
    (rows) => meanCorrelation(errors, width, rows)?.mean ?? null,
    { chance: chanceDisagreement(errors), isOfSquares: true },
  );
  return {
    judges: n,
    correlation: whole.mean,
    effective: worth(whole.mean),
    interval: {
      low: high === null ? null : worth(high),
      high: low === null ? null : worth(low),
    },
    errors: hasPeople ? 'people' : 'residuals',
  };
}

/** Fewer common answers say nothing of a correlation. */
const FEWEST = 3;

function meanCorrelation(
  errors: Float64Array,
  judges: number,
  rows: Iterable<number> & { length: number },
): { readonly mean: number; readonly judges: number } | null {
  let [sum, pairs] = [0, 0];
  const counted = new Set<number>();
  for (let j = 0; j < judges; j++)
    for (let k = 0; k < j; k++) {
      const { x, y } = pairsOf(
        (row) => errors[row * judges + j],
        (row) => errors[row * judges + k],
        rows,
      );
      const r = x.length < FEWEST ? null : pearson(x, y);
      if (r === null) continue;
      sum += r;
      pairs++;
      counted.add(j).add(k);
    }
  return pairs === 0 ? null : { mean: sum / pairs, judges: counted.size };
}

function errorsFromPeople({ judges, scores, people }: JudgedScores): Float64Array {
  return scores.map((score, at) => score - people[Math.floor(at / judges.length)]);
}

const ROUNDS = 50;
/** A share of a score. */
const ROUNDING = 1e-10;

/** By judge, what is left of its scores after effects of model and item, by alternate means (least squares of an additive table). */
function residuals({ judges, scores, models, items }: JudgedScores): Float64Array {
  const n = judges.length;
  const left = Float64Array.from(scores);
  const groups = [rowsBy(models), rowsBy(items)];
  for (let j = 0; j < n; j++)
    for (let round = 0; round < ROUNDS; round++)
      for (const rows of groups)
        for (const own of rows) {
          let [sum, count] = [0, 0];
          for (const row of own)
            if (!Number.isNaN(left[row * n + j])) {
              sum += left[row * n + j];
              count++;
            }
          if (count > 0) for (const row of own) left[row * n + j] -= sum / count;
        }
  // Of a judge whom model and item explain altogether only rounding is left, which would correlate with anything.
  for (let j = 0; j < n; j++) {
    let [largest, most] = [0, 0];
    for (let at = j; at < left.length; at += n) {
      if (Number.isNaN(left[at])) continue;
      largest = Math.max(largest, Math.abs(scores[at]));
      most = Math.max(most, Math.abs(left[at]));
    }
    if (most <= ROUNDING * largest)
      for (let at = j; at < left.length; at += n) if (!Number.isNaN(left[at])) left[at] = 0;
  }
  return left;
}
