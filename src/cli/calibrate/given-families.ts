import { readFamilies } from '../../files/responses/read-families.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import type { FitOptions } from './fit-options.ts';

/** The families of --families, in place of those recorded with the answers. @throws what `readFamilies` throws */
export function givenFamilies(
  { families }: Pick<FitOptions, 'families'>,
  { examinees }: Pick<ResponseMatrix, 'examinees'>,
  recorded: readonly string[] | null,
): readonly string[] | null {
  return families === undefined ? recorded : readFamilies(families, examinees);
}
