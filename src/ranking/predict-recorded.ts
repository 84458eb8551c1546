import { calibrate } from '../../calibration/fit/calibrate.ts';
import { marginalLogLikelihood } from '../../calibration/fit/marginal-log-likelihood.ts';
import type { ItemParameters } from '../irt/parameters.ts';
import { pickExaminees, type ResponseMatrix } from '../irt/responses.ts';
import { randomStream } from '../random.ts';
import { agreement, meanAgreement } from './agreement.ts';
import { familiesOf } from './families.ts';
import { TOLERANCE } from './fold-bank.ts';
import { dealFolds } from './folds.ts';
import { formPredictions, randomPredictions, type ShortForms, scoresOnAll } from './short-form.ts';
import { spearman } from './spearman.ts';

/** How item parameters that were made without recorded models predict these. */
export interface RecordedPrediction {
  readonly models: readonly RecordedModelPrediction[];
  /** Means over the models; higher is better. */
  readonly logLikelihood: LogLikelihoods;
  /** Spearman's correlation of the difficulties with those of a calibration on all these models; null below three. */
  readonly difficulty: number | null;
  /** Scores on all items from short forms: mean absolute error in points, and Kendall's τ-b. */
  readonly forms: {
    readonly items: number;
    readonly parameters: FormAgreement;
    readonly recorded: FormAgreement | null;
    readonly random: FormAgreement;
  };
}

/** Log-likelihood of an answer. */
export interface LogLikelihoods {
  /** Of the parameters, the ability integrated over N(0, 1). */
  readonly parameters: number;
  /** Of the share of each item that the pool has right, as its probability for everyone. */
  readonly shares: number;
  /** Of a calibration on the other recorded models without the model's family; null where there are too few. */
  readonly recorded: number | null;
}

export interface RecordedModelPrediction extends LogLikelihoods {
  readonly model: string;
  readonly answers: number;
}

export interface FormAgreement {
  readonly error: number;
  readonly tau: number | null;
}

export interface PredictRecordedRequest {
  readonly parameters: ItemParameters;
  /** Of each item the share right in the pool, within (0, 1). */
  readonly shares: ArrayLike<number>;
  /** Recorded models that are not in the pool, on the items of the parameters; each with an answer. */
  readonly recorded: ResponseMatrix;
  /** One a model; null to read them off the names. */
  readonly families: readonly string[] | null;
  readonly forms: ShortForms;
  /** Called before each calibration and each of the draws. */
  readonly onStep?: (doing: string, done: number, all: number) => void;
}

const FOLDS = 5;
/** Recorded models below which they are no calibration. */
const FEWEST = 3;

/** Compares parameters with two baselines on the answers of recorded models; calibrations are without the families they predict. */
export function predictRecorded(request: PredictRecordedRequest): RecordedPrediction {
  const { parameters, shares, recorded, forms, onStep = () => {} } = request;
  const n = recorded.examinees.length;
  const families = familiesOf(recorded.examinees, request.families, 2);
  const folds = n > FEWEST && families.count >= 2 ? Math.min(FOLDS, families.count) : 0;
  const fold = folds === 0 ? [] : dealFolds(families.of, folds, randomStream(forms.seed, 'folds'));
  const all = 1 + folds + forms.draws;
  let done = 0;
  const step = (doing: string) => onStep(doing, done++, all);
  /** The calibration that each model is predicted by, with its row. */
  const without: { rows: number[]; parameters: ItemParameters }[] = [];
  for (let k = 0; k < folds; k++) {
    const rows = [...recorded.examinees.keys()].filter((i) => fold[i] === k);
    const others = [...recorded.examinees.keys()].filter((i) => fold[i] !== k);
    step(`calibrating on recorded models without fold ${k + 1}`);
    if (rows.length === 0 || others.length < FEWEST) continue;
    const own = calibrate(pickExaminees(recorded, others), { tolerance: TOLERANCE });
    without.push({ rows, parameters: own.parameters });
  }
  const ofModel = new Map(without.flatMap((part) => part.rows.map((i) => [i, part.parameters])));
  const isWhole = ofModel.size === n;
  const models = recorded.examinees.map((model, i): RecordedModelPrediction => {
    const row = pickExaminees(recorded, [i]);
    const per = (items: ItemParameters) => {
      const { sum, answers } = marginalLogLikelihood(items, row);
      return sum / answers;
    };
    const own = ofModel.get(i);
    return {
      ...{ model, ...ofShares(shares, row.scores) },
      parameters: per(parameters),
      recorded: own === undefined ? null : per(own),
    };
  });
  step('calibrating on all recorded models');
  const difficulty =
    n < FEWEST
      ? null
      : spearman(parameters.b, calibrate(recorded, { tolerance: TOLERANCE }).parameters.b);
  const known = scoresOnAll(recorded);
  const drawn = Array.from({ length: forms.draws }, (_, draw) => {
    step('predicting scores from short forms');
    const byFold = new Float64Array(n);
    for (const { rows, parameters: own } of without)
      formPredictions(own, pickExaminees(recorded, rows), forms, draw).forEach((score, r) => {
        byFold[rows[r]] = score;
      });
    return {
      parameters: agreement(formPredictions(parameters, recorded, forms, draw), known),
      recorded: isWhole ? agreement(byFold, known) : null,
      random: agreement(randomPredictions(recorded, forms, draw), known),
    };
  });
  const over = (values: readonly ReturnType<typeof agreement>[]): FormAgreement => {
    const { mae, kendall } = meanAgreement(values);
    return { error: mae, tau: kendall };
  };
  const mean = (of: (model: RecordedModelPrediction) => number) =>
    models.reduce((sum, model) => sum + of(model), 0) / n;
  return {
    models,
    logLikelihood: {
      parameters: mean((model) => model.parameters),
      shares: mean((model) => model.shares),
      recorded: isWhole ? mean((model) => model.recorded!) : null,
    },
    difficulty,
    forms: {
      items: forms.length,
      parameters: over(drawn.map((draw) => draw.parameters)),
      recorded: isWhole ? over(drawn.flatMap((draw) => draw.recorded ?? [])) : null,
      random: over(drawn.map((draw) => draw.random)),
    },
  };
}

function ofShares(shares: ArrayLike<number>, scores: Float32Array) {
  let [sum, answers] = [0, 0];
  for (const [j, u] of scores.entries()) {
    if (Number.isNaN(u)) continue;
    sum += u * Math.log(shares[j]) + (1 - u) * Math.log1p(-shares[j]);
    answers++;
  }
  return { shares: sum / answers, answers };
}
