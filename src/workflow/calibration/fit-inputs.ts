import type { ItemTag } from '../../../item-bank/bank.ts';
import { fail } from '../../errors.ts';
import { readParameters } from '../../files/items/read-parameters.ts';
import { readItemTags } from '../../files/items/read-tags.ts';
import { readGroups } from '../../files/responses/read-families.ts';
import type { FitRequest } from './fit-request.ts';

/** The parameters to keep, by position of the item; items of the file that were not answered are left out. */
export function fixedParameters(options: FitRequest, items: readonly string[]) {
  if (options.fixed === undefined) return undefined;
  const { items: known, parameters } = readParameters(options.fixed);
  const positions = new Map(known.map((item, k) => [item, k]));
  const fixed = new Map<number, { a: number; b: number; c: number; d: number }>();
  items.forEach((item, j) => {
    const k = positions.get(item);
    if (k === undefined) return;
    const { a, b, c, d } = parameters;
    fixed.set(j, { a: a[k], b: b[k], c: c[k], d: d[k] });
  });
  if (fixed.size === 0)
    fail('ITEM_UNKNOWN', {
      item: known[0],
      where: `${options.responses ?? `bank ${options.bank}`}, like all other items of --fixed`,
    });
  return fixed;
}

/** Groups of examinees by name, and the number of the group of each examinee. */
export interface ExamineeGroups {
  readonly names: readonly string[];
  readonly codes: readonly number[];
}

/** The group of each examinee, numbered in the order of their names' first appearance. */
export function examineeGroups(
  options: FitRequest,
  examinees: readonly string[],
): ExamineeGroups | null {
  if (options.groups === undefined) return null;
  const of = readGroups(options.groups, examinees);
  const names = [...new Set(of)];
  return { names, codes: of.map((name) => names.indexOf(name)) };
}

/** Information about the items: number of answer options and group of each. */
export interface ItemFacts {
  readonly optionCounts: readonly number[] | undefined;
  readonly groups: ItemTag | undefined;
}

/** Reads `--items-file`, else takes `--options` for every item, else what the bank knows. */
export function itemFacts(options: FitRequest, items: readonly string[]): ItemFacts {
  if (options.itemsFile === undefined) {
    const { options: all } = options;
    return {
      optionCounts: all === undefined ? options.optionCounts : items.map(() => all),
      groups: undefined,
    };
  }
  const file = options.itemsFile;
  const { options: counts, group: groups } = readItemTags(file, items);
  if (counts === undefined && groups === undefined)
    fail('FILE_INVALID', {
      file,
      where: 'line 1',
      found: 'neither a column "options" nor a column "group"',
      accepted: 'the column item and at least one of them',
    });
  if (counts === undefined) return { optionCounts: undefined, groups };
  const optionCounts = Array.from(counts.codes, (code, j) => {
    const value = Number(counts.values[code]);
    if (!Number.isSafeInteger(value) || value < 0)
      fail('FILE_INVALID', {
        file,
        where: `item ${items[j]}, column options`,
        found: `"${counts.values[code]}"`,
        accepted: 'a whole number; 0 for items without options',
      });
    return value;
  });
  return { optionCounts, groups };
}
