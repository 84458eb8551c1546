import { calibrate } from '../../calibration/fit/calibrate.ts';
import type { CalibrationEngine } from '../../calibration/fit/marginal/engine/calibration-engine.ts';
import { refreshCalibration } from '../../calibration/refresh/refresh-calibration.ts';
import type { RefreshMethod, RefreshResult } from '../../calibration/refresh/refresh-types.ts';
import { probability } from '../../src/irt/probability.ts';
import { pickExaminees } from '../../src/irt/responses.ts';
import { mean } from '../../src/statistics/mean.ts';
import { median } from '../../src/statistics/median.ts';
import { variance } from '../../src/statistics/variance.ts';
import { adaptiveAnswers, type DriftBank, type DriftBankDesign, driftBank } from './drift-bank.ts';
import { oracleDrift } from './oracle-drift.ts';

export interface DriftStudyDesign extends DriftBankDesign {
  readonly method: Exclude<RefreshMethod, 'auto'>;
  /** Items that new examinees are asked by an adaptive test; null for all. */
  readonly adaptive: number | null;
  /** False: an oracle, which takes time, is not asked. */
  readonly hasOracle: boolean;
  /** True: also with every item pooled, as if none had drifted. */
  readonly pools: boolean;
  /** Default `marginal`. */
  readonly mode?: 'integrated' | 'marginal';
}

/** Counts of items, of those that drifted and of the others. */
interface Counts {
  readonly drifted: number;
  readonly stable: number;
}

/** What one simulated refresh found. */
export interface DriftOutcome {
  readonly items: Counts;
  /** Items with p < 0.05 of the likelihood ratio of a shift, and flagged after the correction. */
  readonly found: Counts;
  readonly flagged: Counts;
  /** |z| > 1.96 of the robust z of difficulty. */
  readonly byRobustZ: Counts;
  readonly byOracle: Counts | null;
  /** How far the new examinees' mean ability is from the truth: by the anchors, by all items weighted by precision, and by the median shift. */
  readonly scale: { readonly anchors: number; readonly all: number; readonly median: number };
  /** Standard errors of that by the anchors: the one that is reported, and the one of the anchors if none of them had drifted. */
  readonly errors: { readonly reported: number; readonly anchors: number };
  /** Why nothing moves. */
  readonly refusal: RefreshResult['refusal'];
  /** Stocking and Lord's constants, with how far the intercept is from the truth and its error; how far the same old examinees moved on average. */
  readonly link: {
    readonly slope: number;
    readonly intercept: number;
    readonly distance: number;
    readonly error: number | null;
    /** The part of the error that anchors show. */
    readonly jackknife: number | null;
  };
  readonly moved: number;
  /** Mean squared errors of the curves that are kept, of old ones, and of those from new answers alone. */
  readonly curves: Record<
    'kept' | 'old' | 'alone' | 'pooled',
    { drifted: number | null; stable: number | null }
  >;
  /** Mean shift found in stable items. */
  readonly bias: number;
  readonly rounds: number;
  readonly settled: boolean;
}

const ALPHA = 0.05;
const CLEAR = 1.96;
/** Abilities at which curves are compared, weighted as the new examinees' are distributed. */
const NODES = Array.from({ length: 31 }, (_, k) => -2.5 + 0.2 * k);
const CENTRE = 0.5;

/** One simulated bank: calibrated on its old examinees, refreshed with all. */
export function replicateDrift(
  seed: string,
  design: DriftStudyDesign,
  engine: CalibrationEngine,
): DriftOutcome {
  const bank = driftBank(seed, design);
  const { isNew } = bank;
  const rows = Array.from(isNew.keys()).filter((i) => isNew[i] === 0);
  const fit = { mode: design.mode ?? 'marginal', rung: '3pl-shrunken' } as const;
  const before = calibrate(pickExaminees(bank.matrix, rows), { ...fit, engine });
  const matrix =
    design.adaptive === null
      ? bank.matrix
      : adaptiveAnswers(bank, before.parameters, design.adaptive, seed);
  const request = {
    matrix,
    isNew,
    families: null,
    old: {
      items: matrix.items,
      parameters: before.parameters,
      standardErrors: before.standardErrors,
    },
    fit,
    method: design.method,
    engine,
  };
  const result = refreshCalibration(request);
  const pooled = design.pools ? refreshCalibration({ ...request, method: 'link', alpha: 0 }) : null;
  return outcomeOf(bank, result, pooled, design.hasOracle ? oracleDrift(bank) : null, fit.mode);
}

function outcomeOf(
  bank: DriftBank,
  result: RefreshResult,
  pooled: RefreshResult | null,
  oracle: Float64Array | null,
  mode: 'integrated' | 'marginal',
): DriftOutcome {
  const { hasDrift, abilities, isNew } = bank;
  const { changes } = result;
  const anchorWeights = changes.reduce(
    (sum, { isAnchor, drift }) => sum + (isAnchor && drift?.se ? 1 / drift.se ** 2 : 0),
    0,
  );
  const count = (isCounted: (j: number) => boolean): Counts => {
    const found = { drifted: 0, stable: 0 };
    hasDrift.forEach((one, j) => {
      if (isCounted(j)) found[one === 1 ? 'drifted' : 'stable']++;
    });
    return found;
  };
  const known = changes.flatMap(({ drift }, j) =>
    drift !== null && drift.shift !== null && drift.se !== null
      ? [{ j, shift: drift.shift, weight: 1 / drift.se ** 2 }]
      : [],
  );
  // The old calibration puts its examinees at mean 0 and variance 1.
  const part = (one: number) => abilities.filter((_, i) => isNew[i] === one);
  const unit = Math.sqrt(variance(part(0)));
  const truth = (mean(part(1)) - mean(part(0))) / unit;
  // The free calibration puts all examinees there (integrated), or the old ones (marginal).
  const intercept = mode === 'marginal' ? 0 : (mean(abilities) - mean(part(0))) / unit;
  const anchors = (result.abilities.new?.mean ?? Number.NaN) - truth;
  const reported = result.abilities.new?.error ?? Number.NaN;
  const linkVariance = result.link.errors?.intercept ?? null;
  const weights = known.reduce((sum, { weight }) => sum + weight, 0);
  const all = known.reduce((sum, { shift, weight }) => sum + (shift * weight) / weights, 0);
  const stable = known.filter(({ j }) => hasDrift[j] === 0);
  const olds = result.models.filter((model) => !model.isNew);
  const curveError = (curve: 'new' | 'old' | 'fromNew', of: RefreshResult | null) => ({
    drifted: meanSquare(bank, of, curve, 1),
    stable: meanSquare(bank, of, curve, 0),
  });
  return {
    items: count(() => true),
    found: count((j) => (changes[j].drift?.p.shift ?? 1) < ALPHA),
    flagged: count((j) => changes[j].hasDrifted),
    byRobustZ: count((j) => Math.abs(changes[j].drift?.robustZ.difficulty ?? 0) > CLEAR),
    byOracle: oracle && count((j) => oracle[j] < ALPHA),
    scale: {
      anchors,
      // An item that is harder by the whole bank's shift is not harder: the examinees are weaker.
      all: anchors - all,
      median: anchors - median(known.map(({ shift }) => shift)),
    },
    errors: {
      reported,
      anchors: 1 / Math.sqrt(anchorWeights),
    },
    refusal: result.refusal,
    link: {
      slope: result.link.slope,
      intercept: result.link.intercept,
      distance: result.link.intercept - intercept,
      error: linkVariance === null ? null : Math.sqrt(linkVariance),
      jackknife:
        linkVariance === null
          ? null
          : Math.sqrt(Math.max(0, linkVariance - (mean(isNew) * reported) ** 2)),
    },
    moved: mean(olds.map((model) => model.new.ability - model.old.ability)),
    curves: {
      kept: curveError('new', result),
      old: curveError('old', result),
      alone: curveError('fromNew', result),
      pooled: curveError('new', pooled),
    },
    bias: mean(stable.map(({ shift }) => shift)),
    rounds: result.purification.rounds,
    settled: result.purification.settled,
  };
}

/** Mean squared distance to the curve that new examinees follow, of items that drifted or of the others. */
function meanSquare(
  { curves, hasDrift, shift }: DriftBank,
  result: RefreshResult | null,
  name: 'new' | 'old' | 'fromNew',
  drifted: 0 | 1,
): number | null {
  if (result === null) return null;
  const errors = result.changes.flatMap((change, j) => {
    const curve = change[name];
    if (curve === null || hasDrift[j] !== drifted) return [];
    let [sum, weights] = [0, 0];
    for (const theta of NODES) {
      const weight = Math.exp(-0.5 * (theta - CENTRE) ** 2);
      const p = probability(theta, curve.a, curve.b, curve.c, curve.d);
      const moved = curves.b[j] + drifted * shift;
      sum += weight * (p - probability(theta, curves.a[j], moved, curves.c[j], 1)) ** 2;
      weights += weight;
    }
    return [sum / weights];
  });
  return errors.length === 0 ? null : mean(errors);
}
