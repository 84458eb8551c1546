import { fail } from '../errors.ts';
import { readParameters } from '../files/items/read-parameters.ts';
import { type ItemParameters, pickItems } from '../irt/parameters.ts';
import { count } from '../numbers.ts';

/**
 * The parameters of answered items, in their order matched by name.
 * @param note told how many items of the file have no answers
 * @throws ITEM_WITHOUT_PARAMETERS, and what readParameters throws
 */
export function parametersOf(
  items: readonly string[],
  files: { readonly parameters: string; readonly responses: string },
  note: (text: string) => void,
): { readonly parameters: ItemParameters; readonly unused: number } {
  const file = readParameters(files.parameters);
  const positions = new Map(file.items.map((item, j) => [item, j]));
  const missing = items.filter((item) => !positions.has(item));
  if (missing.length > 0)
    fail('ITEM_WITHOUT_PARAMETERS', {
      item: missing[0],
      file: files.parameters,
      count: missing.length,
    });
  const unused = file.items.length - items.length;
  if (unused > 0)
    note(
      `${files.parameters}: ${count(unused)} of ${count(file.items.length)} items have no column in ${files.responses} and are left out.`,
    );
  const parameters = pickItems(
    file.parameters,
    items.map((item) => positions.get(item)!),
  );
  return { parameters, unused };
}
