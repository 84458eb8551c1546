import { fail } from '../../../src/errors.ts';
import {
  type CategoryMatrix,
  pickCategoryRows,
} from '../../../src/irt/polytomous/category-matrix.ts';
import { randomStream, shuffle } from '../../../src/random.ts';
import { studentQuantile } from '../../../src/statistics/student-quantile.ts';
import { calibratePolytomous } from '../calibrate-polytomous.ts';
import { heldOutLikelihoods } from '../held-out-likelihood.ts';
import { cutAnswers, withinSides } from './cut-answers.ts';

/** Models of graded scores that can be compared; `binary` is the 2PL of scores at or above a cut. */
const GRADED_CANDIDATES = ['graded', 'gpcm', 'beta', 'binary'] as const;
export type GradedCandidate = (typeof GRADED_CANDIDATES)[number];

export interface ChoiceOptions {
  readonly seed: string | number;
  /** Default all. */
  readonly candidates?: readonly GradedCandidate[] | undefined;
  /** Default 5. */
  readonly folds?: number | undefined;
  /** Group of each examinee, such as a family of models: whole groups are left out. Default: everyone alone. */
  readonly groups?: readonly (string | number)[] | undefined;
  /** Scores from here on count as right for `binary`. Default 0.5. */
  readonly cut?: number | undefined;
  /** As in a calibration, the same for all candidates, so that no category is impossible. Above 0, default 1. */
  readonly pseudoAnswers?: number | undefined;
  readonly onFit?: ((done: number, fits: number) => void) | undefined;
}

/** How well one model predicts examinees that its calibration did not know. */
export interface CandidateReport {
  readonly model: GradedCandidate;
  /** Held-out log-likelihood, and its mean per answer. Higher is better. */
  readonly logLikelihood: number;
  readonly perAnswer: number;
  /** How much lower than that of the best model it is, and the standard error of this difference over groups of examinees. */
  readonly below: number;
  readonly belowError: number;
  /** Parameters of one calibration. */
  readonly parameters: number;
  /** True if all calibrations converged. */
  readonly converged: boolean;
}

export interface ModelChoice {
  readonly best: GradedCandidate;
  /** True if every other candidate is lower by at least two standard errors of the difference, of few groups by the 95% point of Student's t. */
  readonly isClear: boolean;
  /** In the order of the candidates. */
  readonly candidates: readonly CandidateReport[];
  readonly folds: number;
  readonly answers: number;
}

const CLEAR = 2;
/** Of few groups the standard error is itself uncertain: with six, 2.57 of them. */
const CLEAR_TAIL = 0.025;

/**
 * Chooses the model of graded scores by the likelihood of left-out examinees: folds of whole groups, calibrations on the others, the marginal likelihood of the
 * answers left out. All candidates predict the same categories. A model with more parameters gains nothing by fitting noise, so no penalty is needed
 * (Stone 1977, JRSS B 39, 44–47).
 *
 * @throws OPTION_INVALID; CATEGORIES_UNUSABLE for items with fewer than three levels
 */
export function choosePolytomousModel(matrix: CategoryMatrix, options: ChoiceOptions): ModelChoice {
  const { candidates = GRADED_CANDIDATES, seed, folds = 5, cut = 0.5, pseudoAnswers = 1 } = options;
  check(matrix, options);
  const n = matrix.examinees.length;
  const groups = options.groups ?? matrix.examinees.map((_, i) => i);
  const names = [...new Set(groups)];
  const foldOf = new Map(
    shuffle([...names], randomStream(seed, 'model-choice', 'folds')).map((name, k) => [
      name,
      k % folds,
    ]),
  );
  const found = candidates.map((model) => ({
    model,
    own: new Float64Array(n),
    parameters: 0,
    converged: true,
  }));
  let done = 0;
  for (let fold = 0; fold < folds; fold++) {
    const rows = (isLeftOut: boolean) =>
      matrix.examinees.flatMap((_, i) =>
        (foldOf.get(groups[i]) === fold) === isLeftOut ? [i] : [],
      );
    const leftOut = rows(true);
    const training = pickCategoryRows(matrix, rows(false));
    const tested = pickCategoryRows(matrix, leftOut);
    for (const candidate of found) {
      const { likelihoods, parameters, converged } = predict(
        candidate.model,
        training,
        tested,
        cut,
        pseudoAnswers,
      );
      leftOut.forEach((i, k) => {
        candidate.own[i] = likelihoods[k];
      });
      candidate.parameters = parameters;
      candidate.converged &&= converged;
      options.onFit?.(++done, folds * candidates.length);
    }
  }
  return report(found, groups, names, matrix, folds);
}

interface Found {
  readonly model: GradedCandidate;
  /** Held-out log-likelihood of each examinee. */
  readonly own: Float64Array;
  readonly parameters: number;
  readonly converged: boolean;
}

function predict(
  model: GradedCandidate,
  training: CategoryMatrix,
  tested: CategoryMatrix,
  cut: number,
  pseudoAnswers: number,
) {
  const isBinary = model === 'binary';
  const fit = calibratePolytomous(isBinary ? cutAnswers(training, cut) : training, {
    model: isBinary ? 'graded' : model,
    pseudoAnswers,
    errors: 'none',
  });
  const answers = isBinary ? cutAnswers(tested, cut) : tested;
  const likelihoods = heldOutLikelihoods(fit.items, answers, fit.quadrature.nodes);
  let parameters = fit.freeParameters;
  if (isBinary) {
    const within = withinSides(training, cut, pseudoAnswers);
    const width = tested.items.length;
    tested.answers.forEach((k, at) => {
      if (k >= 0) likelihoods[Math.floor(at / width)] += within[at % width][k];
    });
    // Shares within two sides, which each add up to 1.
    parameters += training.categories.reduce((sum, all) => sum + all - 2, 0);
  }
  return { likelihoods, parameters, converged: fit.converged };
}

function report(
  found: readonly Found[],
  groups: readonly (string | number)[],
  names: readonly (string | number)[],
  { answers }: CategoryMatrix,
  folds: number,
): ModelChoice {
  const count = answers.reduce((sum, k) => sum + (k >= 0 ? 1 : 0), 0);
  const total = ({ own }: Found) => own.reduce((sum, value) => sum + value, 0);
  const clear = Math.max(CLEAR, studentQuantile(CLEAR_TAIL, names.length - 1));
  const best = found.reduce((one, other) => (total(other) > total(one) ? other : one));
  const candidates = found.map((candidate): CandidateReport => {
    const differences = new Map(names.map((name) => [name, 0]));
    groups.forEach((name, i) => {
      differences.set(name, differences.get(name)! + best.own[i] - candidate.own[i]);
    });
    const below = total(best) - total(candidate);
    const centre = below / names.length;
    const squares = [...differences.values()].reduce((sum, d) => sum + (d - centre) ** 2, 0);
    const logLikelihood = total(candidate);
    return {
      model: candidate.model,
      logLikelihood,
      perAnswer: logLikelihood / count,
      below,
      belowError: Math.sqrt((squares * names.length) / (names.length - 1)),
      parameters: candidate.parameters,
      converged: candidate.converged,
    };
  });
  return {
    best: best.model,
    isClear: candidates.every(
      ({ model, below, belowError }) => model === best.model || below >= clear * belowError,
    ),
    candidates,
    folds,
    answers: count,
  };
}

function check(
  { examinees, items, categories }: CategoryMatrix,
  { folds = 5, cut = 0.5, pseudoAnswers = 1, candidates, groups }: ChoiceOptions,
): void {
  const invalid = (option: string, found: string | number, accepted: string) =>
    fail('OPTION_INVALID', { option, found: `${found}`, accepted });
  if (groups !== undefined && groups.length !== examinees.length)
    invalid('groups', groups.length, `one for each of the ${examinees.length} examinees`);
  const most = new Set(groups ?? examinees.keys()).size;
  if (!(Number.isInteger(folds) && folds >= 2 && folds <= most))
    invalid('folds', folds, `a whole number from 2 to ${most}, the number of groups of examinees`);
  if (!(cut > 0 && cut <= 1)) invalid('cut', cut, 'a number above 0 and at most 1');
  if (!(pseudoAnswers > 0 && Number.isFinite(pseudoAnswers)))
    invalid('pseudoAnswers', pseudoAnswers, 'a number above 0');
  if (candidates?.length === 0) invalid('candidates', 'none', GRADED_CANDIDATES.join(', '));
  for (const name of candidates ?? [])
    if (!GRADED_CANDIDATES.includes(name))
      invalid('candidates', name, GRADED_CANDIDATES.join(', '));
  const few = categories.findIndex((all) => all < 3);
  if (few >= 0)
    fail('CATEGORIES_UNUSABLE', {
      item: items[few],
      found: `${categories[few]} levels`,
      accepted: 'at least three, without which all models are one',
    });
}
