import { fail } from '../../src/errors.ts';
import type { ItemParameters } from '../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import type { Bank, ItemTag } from '../bank.ts';
import { type CsvFile, parseCsv } from './csv-file.ts';
import { mmluProFamily } from './mmlu-pro-families.ts';
import { allToGrid } from './parameter-grid.ts';
import { readAnswers } from './read-answers.ts';

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
  const rows = readItems(items, matrix.items, responses.file);
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
      category: tag(rows.map(({ category }) => category)),
      source: tag(rows.map(({ src }) => src)),
    },
    optionCounts: Uint8Array.from(rows, ({ options }) => options),
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

function readItems({ file, text }: CsvFile, expected: readonly string[], responsesFile: string) {
  const [header, ...rows] = parseCsv({ file, text });
  const column = (name: string) => {
    const at = header?.indexOf(name) ?? -1;
    if (at < 0)
      fail('FILE_INVALID', {
        file,
        where: 'row 1',
        found: `no column ${name}`,
        accepted: 'the columns item, category, src and n_options',
      });
    return at;
  };
  const [item, category, src, options] = ['item', 'category', 'src', 'n_options'].map(column);
  if (rows.length !== expected.length)
    fail('FILE_INVALID', {
      file,
      found: `${rows.length} items`,
      accepted: `the ${expected.length} of ${responsesFile}`,
    });
  return rows.map((row, j) => {
    const invalid = (found: string, accepted: string) =>
      fail('FILE_INVALID', {
        file,
        where: `item ${j + 1}`,
        found: JSON.stringify(found),
        accepted,
      });
    if (row[item] !== expected[j])
      invalid(row[item], `${expected[j]}, as in column ${j + 2} of ${responsesFile}`);
    const count = Number(row[options]);
    if (!(Number.isInteger(count) && count >= 0 && count < 256))
      invalid(row[options], 'n_options from 0 to 255');
    return { category: row[category], src: row[src], options: count };
  });
}

/** A tag whose values are in the order of their first item. */
function tag(values: readonly string[]): ItemTag {
  const codes = new Map([...new Set(values)].map((value, code) => [value, code]));
  return {
    values: [...codes.keys()],
    codes: Uint16Array.from(values, (value) => codes.get(value) ?? 0),
  };
}

function format(count: number): string {
  return count.toLocaleString('en');
}
