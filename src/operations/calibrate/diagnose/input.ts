import type { ItemFlag } from '../../../../calibration/diagnose/item-flags.ts';
import { fail } from '../../../errors.ts';
import { readKeys } from '../../../files/items/read-keys.ts';
import { readParameters } from '../../../files/items/read-parameters.ts';
import { type Choices, matchChoices } from '../../../files/responses/match-choices.ts';
import { readFamilies } from '../../../files/responses/read-families.ts';
import { readResponses } from '../../../files/responses/read-responses.ts';
import { type ItemParameters, pickItems } from '../../../irt/parameters.ts';
import { requireBinary } from '../../../irt/require-binary.ts';
import type { ResponseMatrix } from '../../../irt/responses.ts';
import type { DiagnoseOptions } from './diagnose.ts';

/** What a diagnosis is made from; items in the order of the recorded answers. */
export interface DiagnosisInput {
  readonly matrix: ResponseMatrix;
  readonly parameters: ItemParameters;
  readonly flags: readonly (readonly ItemFlag[])[] | undefined;
  /** One per examinee; null if none are known. */
  readonly families: readonly string[] | null;
  readonly choices: Choices | null;
}

/**
 * Reads the files of a diagnosis. Parameters and answers must be of the same items, and answers right or wrong.
 * @throws ITEM_WITHOUT_PARAMETERS, ITEM_WITHOUT_ANSWERS, SCORES_NOT_BINARY, and what readers throw
 */
export function readDiagnosisInput(files: DiagnoseOptions): DiagnosisInput {
  const { matrix, families } = readResponses(files.responses);
  const file = readParameters(files.parameters);
  const places = new Map(file.items.map((item, j) => [item, j]));
  const missing = matrix.items.filter((item) => !places.has(item));
  if (missing.length > 0)
    fail('ITEM_WITHOUT_PARAMETERS', {
      item: missing[0],
      file: files.parameters,
      count: missing.length,
    });
  const answered = new Set(matrix.items);
  const unanswered = file.items.filter((item) => !answered.has(item));
  if (unanswered.length > 0)
    fail('ITEM_WITHOUT_ANSWERS', {
      item: unanswered[0],
      file: files.responses,
      count: unanswered.length,
    });
  requireBinary(matrix, files.responses, 'fit');
  const order = matrix.items.map((item) => places.get(item)!);
  const keys = files.keys === undefined ? null : readKeys(files.keys);
  return {
    matrix,
    parameters: pickItems(file.parameters, order),
    flags: file.flags === undefined ? undefined : order.map((j) => file.flags![j]),
    families:
      files.families === undefined ? families : readFamilies(files.families, matrix.examinees),
    choices: files.choices === undefined ? null : matchChoices(files.choices, matrix, keys),
  };
}
