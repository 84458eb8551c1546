import { join } from 'node:path';
import { bankFiles, keyFile } from './bank-files.ts';

/** What a program is given. */
export interface StepInput {
  readonly args: readonly string[];
  /** The files among them: results hold for their contents. */
  readonly files: readonly string[];
}

/** One run of a program of evidence. */
export interface Step {
  readonly name: string;
  readonly program: string;
  readonly page: string;
  /** Where the program keeps results and goes on from, below the folder of the code; null if its page is all that it makes. */
  readonly kept: { readonly option: string; readonly path: string } | null;
  /** Whether `--out` of the program is a folder. */
  readonly isFolder: boolean;
  /** Makes the files it is given. @param folder for them */
  readonly input: (folder: string) => StepInput;
}

export interface StepSources {
  /** Folder of matrices. */
  readonly data: string;
  /** Answer keys of mmlu-pro; beside the matrices if it is not given. */
  readonly answerKeys: string | undefined;
}

/** Matrices by name, and the column of items.csv that is their tag. */
const MATRICES: Readonly<Record<string, string | null>> = {
  math: 'subject',
  legalbench: 'task',
  arc_challenge: null,
};
const STRANGE = ['mmlu-pro', 'cruxeval-o', 'ikp', 'math', 'legalbench', 'arc_challenge'];
const WHEN = ['math', 'mmlu-pro', 'cruxeval-o', 'ikp', 'legalbench'];
const NO_INPUT: StepInput = { args: [], files: [] };

/** Every step, in the order in which they are made. */
export function allSteps({ data, answerKeys }: StepSources): Step[] {
  const recordings = join(data, '../mmlu_pro');
  const keysOf = (bank: string, folder: string): string[] => {
    if (bank !== 'mmlu-pro') return [];
    const made = answerKeys ?? keyFile(join(recordings, 'items.csv'), join(folder, 'keys.csv'));
    return made === null ? [] : [made];
  };
  const ofBank = (bank: string, folder: string): StepInput =>
    Object.hasOwn(MATRICES, bank)
      ? bankFiles(join(data, bank), bank, MATRICES[bank], join(folder, bank))
      : { args: ['--bank', bank], files: [] };
  return [
    { ...alone('ranking', 'ranking.md'), kept: { option: '--kept', path: '..' }, isFolder: true },
    ...STRANGE.map((bank) => ({
      ...alone('strange', 'strange-models.md'),
      name: `strange-${bank}`,
      kept: { option: '--raw', path: 'strange.jsonl' },
      input: (folder: string) => {
        const { args, files } = ofBank(bank, folder);
        const keys = keysOf(bank, folder);
        return {
          args: [...args, ...keys.flatMap((file) => ['--answer-keys', file])],
          files: [...files, ...keys],
        };
      },
    })),
    ...WHEN.map((bank) => ({
      ...alone('when', 'adaptive-or-random.md'),
      name: `when-${bank}`,
      kept: { option: '--raw', path: 'when.jsonl' },
      input: (folder: string) => ofBank(bank, folder),
    })),
    { ...alone('orders', 'orders.md'), kept: { option: '--raw', path: 'orders.jsonl' } },
    {
      ...alone('paper-page', 'paper.md'),
      kept: { option: '--study', path: 'paper' },
      isFolder: true,
    },
    { ...alone('costs', 'costs.md'), kept: { option: '--raw', path: 'costs.jsonl' } },
    {
      ...alone('endpoints', 'endpoints.md'),
      input: () => ({
        args: [recordings],
        files: ['items.csv', 'outputs_1500.jsonl.gz'].map((name) => join(recordings, name)),
      }),
    },
    {
      ...alone('audit', 'audit.md'),
      input: () => ({
        args: [join(data, '..')],
        files: ['items.csv', 'responses.csv', 'outputs_1500.jsonl.gz'].map((name) =>
          join(recordings, name),
        ),
      }),
    },
    alone('agreement', 'agreement.md'),
    alone('fractions', 'fractional-scores.md'),
    alone('graded', 'graded.md'),
    {
      ...alone('graded-tests', 'graded-tests.md'),
      kept: { option: '--raw', path: 'graded-tests.jsonl' },
      input: () => ({
        args: [data],
        files: ['algotune/responses.csv.gz', 'algotune/examinees.csv']
          .concat(['ikp/researcher_graded.csv.gz', 'ikp/examinees.csv'])
          .map((name) => join(data, name)),
      }),
    },
    alone('likelihoods', 'log-likelihoods.md'),
    alone('calibration', 'calibration.md'),
    alone('abilities', 'ability-distributions.md'),
    alone('flags', 'flags.md'),
    alone('judges', 'judges.md'),
    alone('humans', 'humans.md'),
    alone('people', 'people.md'),
    alone('raters', 'raters.md'),
    { ...alone('dif', 'dif.md'), kept: { option: '--raw', path: 'dif.jsonl' } },
    { ...alone('noise', 'noise.md'), kept: { option: '--raw', path: 'noise.jsonl' } },
    { ...alone('pretest', 'pretest.md'), kept: { option: '--raw', path: 'pretest.jsonl' } },
    {
      ...alone('refresh', 'refresh.md'),
      kept: { option: '--raw', path: 'refresh.jsonl' },
      input: () => {
        const dates = join(data, 'ikp', 'examinees.csv');
        return { args: [dates], files: [dates] };
      },
    },
    { ...alone('compare', 'compare.md'), kept: { option: '--raw', path: 'compare.jsonl' } },
    { ...alone('series', 'series.md'), kept: { option: '--raw', path: 'series.jsonl' } },
    alone('watch', 'watch.md'),
    { ...alone('stress', 'stress.md'), kept: { option: '--raw', path: 'stress.jsonl' } },
  ];
}

/** A program that is started without anything, and makes its page. */
function alone(program: string, page: string): Step {
  return {
    name: program,
    program,
    page,
    kept: null,
    isFolder: false,
    input: () => NO_INPUT,
  };
}
