import { join } from 'node:path';
import { type ResponseMatrix, readFamilies, readResponses } from 'thetarank';
import { type GradedScore, gradedTests, holds, postHocTests } from 'thetarank/study';

export const RANDOM_SHARE = 0.2;
export const CUT = 0.5;
export const INNER_FOLDS = 4;
const CHOICE_FOLDS = 2;
const SEED = 'graded-tests-evidence';

/** What is tested: the strategies of `gradedTests`, and two more from the page. */
const STRATEGIES = [
  { name: 'graded, adaptive', model: 'chosen', randomShare: 0 },
  { name: 'graded, 20% random', model: 'chosen', randomShare: RANDOM_SHARE },
  { name: 'graded, random', model: 'chosen', randomShare: 1 },
  { name: 'binary, adaptive', model: 'binary', randomShare: 0 },
  { name: 'binary, random', model: 'binary', randomShare: 1 },
] as const;
export const PLAIN = 'random, plain mean';
export const ROBUST = '`rank`, robust';

export interface RecordedScores {
  readonly name: string;
  /** Below the folder of the matrices. */
  readonly responses: string;
  readonly examinees: string;
  readonly levels: number;
  readonly folds: number;
  readonly draws: number;
  readonly lengths: readonly number[];
}

/** AlgoTune has six families; each fold of IKP takes a minute. */
export const DATA: readonly RecordedScores[] = [
  {
    name: 'AlgoTune',
    responses: 'algotune/responses.csv.gz',
    examinees: 'algotune/examinees.csv',
    levels: 5,
    folds: 6,
    draws: 20,
    lengths: [10, 20, 40, 80],
  },
  {
    name: 'IKP, researcher items',
    responses: 'ikp/researcher_graded.csv.gz',
    examinees: 'ikp/examinees.csv',
    levels: 3,
    folds: 3,
    draws: 3,
    lengths: [10, 20, 40, 80, 154],
  },
];

/** The tests of one strategy and length, an entry per examinee, in points: means over the draws. */
export interface Row {
  readonly strategy: string;
  readonly items: number;
  readonly squares: readonly number[];
  readonly errors: readonly number[];
  readonly held: readonly number[];
  readonly widths: readonly number[];
  /** √τ² in points; null where there is none. */
  readonly misfit: number | null;
}

export interface Measured {
  readonly name: string;
  readonly items: number;
  readonly families: readonly string[];
  readonly draws: number;
  /** Standard deviation of the recorded scores, in points. */
  readonly spread: number;
  readonly choices: readonly { readonly model: string; readonly isClear: boolean }[];
  readonly rows: readonly Row[];
}

/** @param draws of each test, at most */
export function measure(data: string, of: RecordedScores, draws: number): Measured {
  const responses = readResponses(join(data, of.responses)).matrix;
  const families = readFamilies(join(data, of.examinees), responses.examinees);
  const lengths = lengthsOf(of, responses);
  const drawn = Math.min(of.draws, draws);
  const found = gradedTests({
    responses,
    levels: of.levels,
    families,
    strategies: STRATEGIES,
    lengths,
    draws: drawn,
    folds: of.folds,
    innerFolds: INNER_FOLDS,
    choiceFolds: CHOICE_FOLDS,
    cut: CUT,
    seed: SEED,
    onStep: () => {},
  });
  const { actual, scores, plain, misfits } = found;
  const rowsOf = (strategy: string, tests: GradedScore[][][], own: readonly number[] | null) =>
    lengths.map(
      (items, l): Row => ({
        ...summed(tests[l], actual),
        strategy,
        items,
        misfit: own === null ? null : 100 * own[l],
      }),
    );
  return {
    name: of.name,
    items: responses.items.length,
    families,
    draws: drawn,
    spread: 100 * deviation(actual),
    choices: found.choices,
    rows: [
      ...STRATEGIES.flatMap(({ name }, s) => rowsOf(name, scores[s], misfits[s])),
      ...rowsOf(PLAIN, plain, null),
    ],
  };
}

/** Robust tests of `rank`, which take scores between 0 and 1 as parts of right and wrong answers. */
export function measureRobust(data: string, of: RecordedScores): Row[] {
  const { name, folds, responses: file, examinees } = of;
  const responses = readResponses(join(data, file)).matrix;
  const lengths = lengthsOf(of, responses);
  const { outcomes, actual } = postHocTests({
    bank: { name, simulated: false, responses, tags: {}, fullScore: 'items' },
    lengths,
    strategies: ['robust'],
    folds,
    seeds: 1,
    seed: 1,
    families: readFamilies(join(data, examinees), responses.examinees),
  });
  return lengths.map((items, l) => {
    const tests = outcomes[0][l][0].map(({ score, interval }) => ({
      score,
      low: interval!.low,
      high: interval!.high,
    }));
    return { ...summed([tests], Float64Array.from(actual)), strategy: ROBUST, items, misfit: null };
  });
}

const lengthsOf = ({ lengths }: RecordedScores, { items }: ResponseMatrix) =>
  lengths.filter((length) => length <= items.length);

function summed(draws: readonly (readonly GradedScore[])[], actual: Float64Array) {
  const perExaminee = (value: (test: GradedScore, i: number) => number) =>
    Array.from(actual, (_, i) => {
      const sum = draws.reduce((total, tests) => total + value(tests[i], i), 0);
      return Number((sum / draws.length).toFixed(4));
    });
  const error = ({ score }: GradedScore, i: number) => 100 * (score - actual[i]);
  return {
    squares: perExaminee((test, i) => error(test, i) ** 2),
    errors: perExaminee(error),
    held: perExaminee((test, i) => Number(holds(test, actual[i]))),
    widths: perExaminee(({ low, high }) => 100 * (high - low)),
  };
}

function deviation(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}
