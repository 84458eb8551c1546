import type { ItemParameters } from '../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import type { Bank } from '../bank.ts';
import { cruxevalOFamily } from './cruxeval-o-families.ts';
import type { CsvFile } from './csv-file.ts';
import { allToGrid } from './parameter-grid.ts';
import { readAnswers } from './read-answers.ts';

/**
 * The bank `cruxeval-o` from the recorded answers of ZeroEval. Only the answers are read: the questions and keys, which
 * lie in another file, are not needed.
 *
 * There is no map to lm-evaluation-harness, though its documents `sample_N` could be distinguished by their ids: its tasks
 * `cruxeval_output…` show solved examples and average ten samples at temperature 0.2, where these models were asked
 * without examples and answered once. The parameters do not hold for answers of the other kind.
 *
 * @param responses see readAnswers
 * @param calibrate gives the item parameters
 * @throws FILE_INVALID
 */
export function cruxevalOBank(
  responses: CsvFile,
  calibrate: (responses: ResponseMatrix) => { readonly parameters: ItemParameters },
): Bank {
  const matrix = readAnswers(responses);
  const { examinees, items } = matrix;
  return {
    name: 'cruxeval-o',
    version: 1,
    title: `CRUXEval-O: the output of ${items.length} Python functions, recorded answers of ${examinees.length} models`,
    simulated: false,
    provenance: {
      source: 'WildEval/ZeroEval evaluation results, task crux',
      licence:
        'Apache-2.0 (answers); MIT (the items they are answers to, facebookresearch/cruxeval)',
      notes: [
        "Recorded answers, right or wrong as ZeroEval's own evaluation found: one answer an item, no solved examples in the prompt, reasoning before the answer.",
        "Items are named as in ZeroEval's results, in their order. There is no question text, code or key, and there are no tags.",
        'The tasks cruxeval_output… of lm-evaluation-harness prompt and sample differently, so that their logs cannot be placed among these models.',
        "Parameters: thetarank's own calibration by all of these models, rounded to multiples of 1/1024. A study that leaves a model out must calibrate again without it.",
      ],
    },
    items,
    tags: {},
    // Free answers: there are no options to guess among.
    optionCounts: new Uint8Array(items.length),
    fullScore: 'items',
    parameters: allToGrid(calibrate(matrix).parameters),
    responses: matrix,
    families: examinees.map(cruxevalOFamily),
  };
}
