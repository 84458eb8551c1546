import { calibrate } from '../../calibration/fit/calibrate.ts';
import { marginalLogLikelihood } from '../../calibration/fit/marginal-log-likelihood.ts';
import { type ItemParameters, itemParameters } from '../irt/parameters.ts';
import { pickExaminees, type ResponseMatrix } from '../irt/responses.ts';
import { randomStream } from '../random.ts';
import { dealFolds } from '../statistics/deal-folds.ts';
import { mean } from '../statistics/mean.ts';
import { spearman } from '../statistics/spearman.ts';
import { agreement, meanAgreement } from './agreement.ts';
import { familiesOf } from './families.ts';
import { TOLERANCE } from './fold-fit.ts';
import { formPredictions, randomPredictions, type ShortForms, scoresOnAll } from './short-form.ts';

/** How well item parameters that were made without recorded models predict these models. */
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
    readonly shares: FormAgreement;
    readonly recorded: FormAgreement | null;
    readonly random: FormAgreement;
  };
}

/** Log-likelihood of an answer, with one ability per model, integrated over N(0, 1). */
export interface LogLikelihoods {
  readonly parameters: number;
  /** Predicted by the logit of the item's share right in the pool + the ability. */
  readonly shares: number;
  /** Predicted by the mean of these shares, as if all items were equal. */
  readonly alike: number;
  /** Predicted by a calibration on the other recorded models without the model's family; null if they are too few. */
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
  /** By item: share right in the pool, within (0, 1). */
  readonly shares: ArrayLike<number>;
  /** Recorded models that are not in the pool, on the items of the parameters; each with an answer. */
  readonly recorded: ResponseMatrix;
  /** One per model; null to read them off the names. */
  readonly families: readonly string[] | null;
  readonly forms: ShortForms;
  /** Called before each calibration and each draw. */
  readonly onStep?: (doing: string, done: number, all: number) => void;
}

const FOLDS = 5;
/** The fewest recorded models to calibrate on. */
const FEWEST = 3;

/** Compares parameters with baselines on the answers of recorded models; calibrations are without the families they predict. */
export function predictRecorded(request: PredictRecordedRequest): RecordedPrediction {
  const { parameters, recorded, forms, onStep = () => {} } = request;
  const shares = atLogitOf(request.shares);
  const alike = atLogitOf(new Float64Array(parameters.count).fill(mean(request.shares)));
  const n = recorded.examinees.length;
  const families = familiesOf(recorded.examinees, request.families, 2);
  const folds = n > FEWEST && families.count >= 2 ? Math.min(FOLDS, families.count) : 0;
  const fold = folds === 0 ? [] : dealFolds(families.of, folds, randomStream(forms.seed, 'folds'));
  const all = 1 + folds + forms.draws;
  let done = 0;
  const step = (doing: string) => onStep(doing, done++, all);
  /** The calibration that predicts each model, and the row of the model. */
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
    const { sum, answers } = marginalLogLikelihood(parameters, row);
    const per = (items: ItemParameters) => marginalLogLikelihood(items, row).sum / answers;
    const own = ofModel.get(i);
    return {
      model,
      answers,
      parameters: sum / answers,
      shares: per(shares),
      alike: per(alike),
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
      shares: agreement(formPredictions(shares, recorded, forms, draw), known),
      recorded: isWhole ? agreement(byFold, known) : null,
      random: agreement(randomPredictions(recorded, forms, draw), known),
    };
  });
  const over = (values: readonly ReturnType<typeof agreement>[]): FormAgreement => {
    const { mae, kendall } = meanAgreement(values);
    return { error: mae, tau: kendall };
  };
  const meanOf = (of: (model: RecordedModelPrediction) => number) => mean(models.map(of));
  return {
    models,
    logLikelihood: {
      parameters: meanOf((model) => model.parameters),
      shares: meanOf((model) => model.shares),
      alike: meanOf((model) => model.alike),
      recorded: isWhole ? meanOf((model) => model.recorded!) : null,
    },
    difficulty,
    forms: {
      items: forms.length,
      parameters: over(drawn.map((draw) => draw.parameters)),
      shares: over(drawn.map((draw) => draw.shares)),
      recorded: isWhole ? over(drawn.flatMap((draw) => draw.recorded ?? [])) : null,
      random: over(drawn.map((draw) => draw.random)),
    },
  };
}

/** Items whose chance of a right answer at ability θ is 1/(1 + exp(−(logit share + θ))). */
function atLogitOf(shares: ArrayLike<number>): ItemParameters {
  const b = Array.from(shares, (share) => Math.log1p(-share) - Math.log(share));
  return itemParameters({ a: b.map(() => 1), b });
}
