import { numbersOf } from '../../../calibration/polytomous/models/item-numbers.ts';
import { toCsv } from '../write/write.ts';
import {
  type CategoryParameters,
  CONSTANT,
  FIRST_COLUMNS,
  parameterColumns,
} from './category-columns.ts';

/**
 * Parameters of items with several categories as CSV, a row per item, in full precision: as many columns as the item with the most
 * categories needs. Items without parameters stand last.
 * @param method of the standard errors
 */
export function categoryParametersCsv(
  { items, parameters, categories, standardErrors, constants }: CategoryParameters,
  method: string | null,
): string {
  const ownColumns = parameters.map(({ model }, j) =>
    parameterColumns(model, categories[j].length),
  );
  const columns = [...new Set(ownColumns.flat())];
  const rows = items.map((item, j) => {
    const own = parameters[j];
    const values = numbersOf(own);
    const errors = standardErrors[j];
    const cell = (of: readonly number[] | null, name: string) => {
      const at = ownColumns[j].indexOf(name);
      return at < 0 || of === null ? '' : of[at];
    };
    return [
      ...[item, own.model, categories[j].join(' '), (own.scores ?? []).join(' ')],
      ...columns.map((name) => cell(values, name)),
      ...columns.map((name) => cell(errors, name)),
      errors === null ? '' : (method ?? ''),
    ];
  });
  const empty = Array.from({ length: 2 * columns.length + 1 }, () => '');
  for (const { item, category, score } of constants)
    rows.push([item, CONSTANT, category, `${score}`, ...empty]);
  const header = [...FIRST_COLUMNS, ...columns, ...columns.map((name) => `se_${name}`)];
  return toCsv([...header, 'se_method'], rows);
}
