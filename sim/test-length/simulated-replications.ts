import { type CatBank, DEFAULT_BOUNDS, prepareBank } from '../../src/cat/bank.ts';
import type { SessionConfiguration } from '../../src/cat/configuration.ts';
import { type EstimateSoFar, estimateSoFar } from '../../src/cat/estimate-so-far.ts';
import { SELECTORS } from '../../src/cat/select/selectors.ts';
import type { Answers } from '../../src/irt/answers.ts';
import { STANDARD_NORMAL } from '../../src/irt/estimate/estimate.ts';
import { emptyGrid, type LikelihoodGrid } from '../../src/irt/likelihood-grid.ts';
import { predictedScore } from '../../src/irt/predicted-score.ts';
import { randomNormal, randomStream, shuffle } from '../../src/random.ts';
import { mean } from '../../src/statistics/mean.ts';
import { median } from '../../src/statistics/median.ts';
import { NORMAL_95 } from '../../src/statistics/normal-points.ts';
import type { LogTables } from '../monte-carlo/run/log-tables.ts';
import { logTables, SessionKernel } from '../monte-carlo/run/session-kernel.ts';
import { usedParameters } from '../monte-carlo/truth/calibration-error.ts';
import { drawAnswers, drawTrueModel, type TrueModel } from '../monte-carlo/truth/true-model.ts';
import type { Replicate, SimulatedStudy } from './length-study.ts';
import type { MeasureName } from './measures.ts';
import { orderValue } from './order-value.ts';

/** Half-width of a 95% interval in standard errors. */
/** Without information in the answers the standard error is infinite; the bounds limit the error of an estimate. */
const MOST_SE = 12;
const CALIBRATION_RUNG = '3pl-shrunken';

/** The shared part of the sessions of one replication. */
interface Prepared {
  readonly bank: CatBank;
  readonly model: TrueModel;
  readonly tables: LogTables;
}

/**
 * Whether sessions of different lengths differ from the first item on, so that each length needs separate sessions. Other
 * selectors do not look ahead, so one session gives the estimate at every shorter length.
 */
export function needsOwnSessions({ select }: Pick<SimulatedStudy, 'select'>): boolean {
  return SELECTORS[select.rule].needsLength;
}

/** Replications of simulated examinees, each with abilities, answers and calibration of its own. */
export function simulatedReplications(study: SimulatedStudy): Replicate {
  const { seed, examinees, targets, weights } = study;
  const { recalibrates, prepare } = preparation(study);
  let prepared: Prepared | null = null;
  const answers = new Uint8Array(study.items.count);
  const needsScore = targets.some(({ measure }) => measure === 'mae');
  return (replication, lengths) => {
    if (prepared === null || recalibrates) prepared = prepare(replication);
    const { bank, model, tables } = prepared;
    const truth = trueAbilities(study, replication);
    const samples = lengths.map(() => new LengthSample(examinees));
    const path = new SessionPath(bank, tables);
    const ownSessions = needsOwnSessions(study);
    const runs = ownSessions ? lengths : lengths.slice(-1);
    const kernels = runs.map((items) => kernelOf(study, bank, tables, items));
    let items = 0;
    truth.forEach((ability, k) => {
      drawAnswers(model, ability, answers, seed, replication, k);
      const score = needsScore ? answers.reduce((sum, u, j) => sum + weights[j] * u, 0) : 0;
      kernels.forEach((kernel, r) => {
        kernel.run(`${seed}/${replication}/${k}`, answers);
        items += kernel.length;
        path.begin(kernel);
        const first = ownSessions ? r : 0;
        const last = ownSessions ? r + 1 : lengths.length;
        for (let l = first; l < last; l++) {
          const estimate = path.estimateAt(lengths[l], study);
          const predicted = needsScore
            ? predictedScore(path.answers, estimate, weights).score
            : score;
          samples[l].add(k, ability, estimate, predicted - score);
        }
      });
    });
    return {
      values: samples.map((sample) => targets.map(({ measure }) => sample.value(measure, truth))),
      sessions: truth.length * kernels.length,
      items,
      models: null,
    };
  };
}

function preparation({ ids, items, tags, flagged, calibratedOn, seed }: SimulatedStudy) {
  const recalibrates = calibratedOn !== null;
  const source = { ids, items, tags, standardErrors: null, costs: null };
  const calibration = recalibrates
    ? { recalibrate: { examinees: calibratedOn, rung: CALIBRATION_RUNG } as const }
    : {};
  const prepare = (replication: number): Prepared => {
    const model = drawTrueModel(items, {}, seed, replication);
    const used = usedParameters(source, model, calibration, seed, replication);
    const bank = prepareBank(ids, used, tags, DEFAULT_BOUNDS, null, flagged);
    return { bank, model, tables: logTables(bank) };
  };
  return { recalibrates, prepare };
}

function kernelOf(
  { estimator, select }: SimulatedStudy,
  bank: CatBank,
  tables: LogTables,
  items: number,
): SessionKernel {
  const configuration: SessionConfiguration = {
    seed: '',
    lag: 1,
    estimator,
    prior: STANDARD_NORMAL,
    start: 0,
    select,
    exclude: [],
    quotas: [],
    stop: { rule: 'length', items },
  };
  return new SessionKernel(bank, configuration, tables);
}

function trueAbilities(
  { abilities, examinees, seed }: SimulatedStudy,
  replication: number,
): Float64Array {
  if (abilities.kind === 'models') {
    const { list } = abilities;
    if (examinees >= list.length) return Float64Array.from(list);
    const random = randomStream(seed, 'models', replication);
    return shuffle(Float64Array.from(list), random).slice(0, examinees);
  }
  const { mean, sd } = abilities.normal;
  return Float64Array.from(
    { length: examinees },
    (_, k) => mean + sd * randomNormal(randomStream(seed, 'ability', replication, k)),
  );
}

/** The estimates along a session, from its first items on. */
class SessionPath {
  answers: Answers & { count: number };
  readonly #tables: LogTables;
  readonly #grid: LikelihoodGrid;

  constructor({ items, bounds, gridStep }: CatBank, tables: LogTables) {
    this.#tables = tables;
    this.#grid = emptyGrid(...bounds, gridStep);
    this.answers = { items, index: new Int32Array(0), scores: new Float64Array(0), count: 0 };
  }

  begin({ index, scores }: SessionKernel): void {
    this.answers = { items: this.answers.items, index, scores, count: 0 };
    this.#grid.logLikelihood.fill(0);
  }

  /** @param length not below that of the call before */
  estimateAt(length: number, { estimator }: SimulatedStudy): EstimateSoFar {
    const { answers } = this;
    for (; answers.count < length; answers.count++)
      this.#tables.add(this.#grid, answers.index[answers.count], answers.scores[answers.count]);
    return estimateSoFar(estimator, answers, this.#grid, STANDARD_NORMAL);
  }
}

/** The examinees of one replication at one length. */
class LengthSample {
  readonly #estimates: Float64Array;
  readonly #ses: Float64Array;
  #error = 0;
  #squaredError = 0;
  #covered = 0;
  #scoreError = 0;

  constructor(examinees: number) {
    this.#estimates = new Float64Array(examinees);
    this.#ses = new Float64Array(examinees);
  }

  add(k: number, truth: number, { ability, se }: EstimateSoFar, scoreError: number): void {
    const error = ability - truth;
    this.#estimates[k] = ability;
    this.#ses[k] = Math.min(se, MOST_SE);
    this.#error += error;
    this.#squaredError += error * error;
    if (Math.abs(error) <= NORMAL_95 * se) this.#covered++;
    this.#scoreError += Math.abs(scoreError);
  }

  value(measure: MeasureName, truth: Float64Array): number {
    const n = truth.length;
    switch (measure) {
      case 'se':
        return mean(this.#ses);
      case 'median-se':
        return median(this.#ses);
      case 'rmse':
        return this.#squaredError / n;
      case 'bias':
        return this.#error / n;
      case 'coverage':
        return this.#covered / n;
      case 'mae':
        return (100 * this.#scoreError) / n;
      default:
        return orderValue(measure, this.#estimates, truth);
    }
  }
}
