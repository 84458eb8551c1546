import {
  AdaptiveSession,
  answersOf,
  type CalibrationEngine,
  calibrate,
  type ItemParameters,
  PUBLISHED,
  pickExaminees,
  predictedScore,
  prepareBank,
  type RecordedBank,
  type RefreshResult,
  type ResponseMatrix,
  refreshCalibration,
} from 'thetarank';
import { recordedExaminees } from 'thetarank/study';

export const LENGTHS = [50, 100, 243] as const;
/** Answers of each new model where it took an adaptive test only. */
export const SPARSE_ITEMS = 100;
/** Half-width of a 90% interval in standard errors. */
const NORMAL_90 = 1.6448536269514722;
const FIT = { mode: 'integrated', rung: '3pl-shrunken' } as const;

/** A calibration, and how tests of the models of 2026 on it do. */
export interface RealRow {
  readonly name: string;
  readonly examinees: number;
  /** Items whose curve it has. */
  readonly items: number;
  /** Of a refresh. */
  readonly refresh: {
    readonly method: string;
    readonly refusal: string | null;
    readonly drifted: number;
    readonly anchors: number;
    readonly designEffect: number;
    readonly newMean: number | null;
    readonly retirements: number;
    /** Items that every new model has right, and items that none has, which told earlier models apart. */
    readonly saturated: number;
    readonly unsolved: number;
  } | null;
  /** By length: mean absolute error of the predicted score, mean signed error, and coverage of its 90% interval, of `models` models. */
  readonly tests: readonly {
    readonly length: number;
    readonly error: number;
    readonly bias: number;
    readonly coverage: number;
  }[];
  readonly models: number;
}

/**
 * Calibrations on the models released before 2025, refreshed with those of 2025, tested on those of 2026.
 * @param released by model, as 2025-01-31
 */
export function realDrift(
  bank: RecordedBank,
  released: ReadonlyMap<string, string>,
  engine: CalibrationEngine,
): RealRow[] {
  const { responses } = bank;
  const yearOf = (name: string) => Number(released.get(name)?.slice(0, 4));
  const rows = (isIn: (year: number) => boolean) =>
    responses.examinees.flatMap((name, i) => (isIn(yearOf(name)) ? [i] : []));
  const before = rows((year) => year < 2025);
  const since = rows((year) => year === 2025);
  const both = [...before, ...since];
  const after = rows((year) => year > 2025);
  const old = calibrate(pickExaminees(responses, before), { ...FIT, engine });
  const scratch = calibrate(pickExaminees(responses, both), { ...FIT, engine });
  const full = pickExaminees(responses, both);
  const isNew = Uint8Array.from(both, (_, k) => (k < before.length ? 0 : 1));
  const sparse = adaptiveOnly(full, isNew, old.parameters);
  const refresh = (matrix: ResponseMatrix, method: 'link' | 'fixed') =>
    refreshCalibration({
      matrix,
      isNew,
      families: bank.families ? both.map((i) => bank.families![i]) : null,
      old: {
        items: responses.items,
        parameters: old.parameters,
        standardErrors: old.standardErrors,
      },
      fit: FIT,
      method,
      engine,
    });
  const found: RealRow[] = [];
  const add = (name: string, parameters: ItemParameters, result: RefreshResult | null) => {
    found.push({
      name,
      examinees: name === 'old' ? before.length : both.length,
      items: parameters.count,
      refresh: result && {
        method: result.method,
        refusal: result.refusal,
        drifted: result.changes.filter(({ hasDrifted }) => hasDrifted).length,
        anchors: result.anchors,
        designEffect: result.designEffect,
        newMean: result.abilities.new?.mean ?? null,
        retirements: result.retirements.length,
        saturated: result.uniform.filter(({ isRight }) => isRight).length,
        unsolved: result.uniform.filter(({ isRight }) => !isRight).length,
      },
      tests: testModels(bank, after, parameters),
      models: after.length,
    });
  };
  add('old', old.parameters, null);
  for (const [answers, matrix] of [
    ['full', full],
    ['adaptive', sparse],
  ] as const)
    for (const method of ['link', 'fixed'] as const) {
      const result = refresh(matrix, method);
      add(`${answers} ${method}`, result.parameters, result);
    }
  add('scratch', scratch.parameters, null);
  return found;
}

/** New examinees keep the answers that an adaptive test asks them for. */
function adaptiveOnly(
  matrix: ResponseMatrix,
  isNew: Uint8Array,
  parameters: ItemParameters,
): ResponseMatrix {
  const bank = prepareBank(matrix.items, parameters);
  const width = matrix.items.length;
  const scores = matrix.scores.slice();
  isNew.forEach((one, i) => {
    if (one === 0) return;
    const row = Float64Array.from(matrix.scores.subarray(i * width, (i + 1) * width));
    const asked = askAdaptive(bank, row, [SPARSE_ITEMS], `${i}`)[0].asked;
    for (let j = 0; j < width; j++) if (asked[j] === 0) scores[i * width + j] = Number.NaN;
  });
  return { ...matrix, scores };
}

/** The published adaptive test on recorded answers, and what it says after each length. */
function askAdaptive(
  bank: ReturnType<typeof prepareBank>,
  row: Float64Array,
  lengths: readonly number[],
  seed: string,
) {
  const most = lengths[lengths.length - 1];
  const exclude = bank.ids.filter((_, j) => Number.isNaN(row[j]));
  const session = new AdaptiveSession(bank, {
    ...PUBLISHED,
    seed,
    exclude,
    stop: { rule: 'length', items: most },
  });
  const asked = new Uint8Array(row.length);
  let count = 0;
  return lengths.map((length) => {
    for (; count < length; count++) {
      const [issued] = session.next();
      if (issued === undefined) break;
      asked[issued.index] = 1;
      session.recordAt(issued.index, row[issued.index]);
    }
    return { asked: asked.slice(), estimate: session.estimate };
  });
}

function testModels(
  bank: RecordedBank,
  models: readonly number[],
  parameters: ItemParameters,
): RealRow['tests'] {
  const { responses } = bank;
  const prepared = prepareBank(responses.items, parameters);
  const { examinees, actual } = recordedExaminees(bank);
  const sums = LENGTHS.map((length) => ({ length, error: 0, bias: 0, coverage: 0 }));
  for (const i of models) {
    const { scores, weights } = examinees[i];
    askAdaptive(prepared, scores, LENGTHS, `${i}`).forEach(({ asked, estimate }, k) => {
      const own = scores.map((u, j) => (asked[j] === 1 ? u : Number.NaN));
      const { score, se } = predictedScore(answersOf(parameters, own), estimate, weights);
      const error = score - actual[i];
      sums[k].error += Math.abs(error) / models.length;
      sums[k].bias += error / models.length;
      if (Math.abs(error) <= NORMAL_90 * se) sums[k].coverage += 1 / models.length;
    });
  }
  return sums;
}
