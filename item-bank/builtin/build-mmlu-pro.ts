import { fail } from '../../src/errors.ts';
import type { ItemParameters } from '../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import type { Bank } from '../bank.ts';
import type { CsvFile } from './csv-file.ts';
import { itemTag } from './item-tag.ts';
import { mmluProFamily } from './mmlu-pro-families.ts';
import { allToGrid } from './parameter-grid.ts';
import { readAnswers } from './read-answers.ts';
import { readTable } from './read-table.ts';

/**
 * The bank `mmlu-pro` from the recorded answers of the benchmark's own evaluation. No question text, option or key is
 * taken over.
 *
 * @param responses first column `examinee`, then one column per item; cells 0, 1 or empty (not asked)
 * @param items one row per item, in the order of those columns; at least the columns `item`, `category`, `src`, `n_options`
 * @param calibrate gives the item parameters
 * @throws FILE_INVALID with the place of the first thing that is not so
 */
export function mmluProBank(
  responses: CsvFile,
  items: CsvFile,
  calibrate: (responses: ResponseMatrix) => { readonly parameters: ItemParameters },
): Bank {
  const matrix = readAnswers(responses);
  const columns = ['item', 'category', 'src', 'n_options'] as const;
  const rows = readTable(items, columns, matrix.items, responses.file);
  const { parameters } = calibrate(matrix);
  const missing = matrix.scores.reduce((n, score) => n + Number(Number.isNaN(score)), 0);
  const asked = matrix.scores.length - missing;
  return {
    name: 'mmlu-pro',
    version: 1,
    title: `MMLU-Pro: ${format(matrix.items.length)} questions in 14 categories, recorded answers of ${matrix.examinees.length} models`,
    simulated: false,
    provenance: {
      source: 'TIGER-AI-Lab/MMLU-Pro evaluation results',
      licence: 'Apache-2.0',
      notes: [
        `${format(asked)} recorded answers, right or wrong as the benchmark's own extraction found; an output in which it found no answer counts as wrong. ${format(missing)} answers (${((100 * missing) / matrix.scores.length).toFixed(1)}%) were not recorded.`,
        'Items are named q and their question_id, in the order of the data set. There is no question text, option or key.',
        "Parameters: thetarank's own calibration by all of these models, rounded to multiples of 1/1024. A study that leaves a model out must calibrate again without it.",
      ],
    },
    items: matrix.items,
    tags: {
      category: itemTag(rows.map(({ category }) => category)),
      source: itemTag(rows.map(({ src }) => src)),
    },
    optionCounts: optionCounts(rows, items.file),
    fullScore: 'items',
    parameters: allToGrid(parameters),
    responses: matrix,
    families: matrix.examinees.map(mmluProFamily),
    harness: {
      program: 'lm-evaluation-harness',
      tag: 'category',
      taskPrefix: 'mmlu_pro_',
      idField: 'question_id',
      idPrefix: 'q',
    },
  };
}

/** The number of options of each item. @throws FILE_INVALID */
function optionCounts(rows: readonly { n_options: string }[], file: string): Uint8Array {
  return Uint8Array.from(rows, ({ n_options: options }, j) => {
    const count = Number(options);
    if (!(Number.isInteger(count) && count >= 0 && count < 256))
      fail('FILE_INVALID', {
        file,
        where: `item ${j + 1}`,
        found: JSON.stringify(options),
        accepted: 'n_options from 0 to 255',
      });
    return count;
  });
}

function format(count: number): string {
  return count.toLocaleString('en');
}
