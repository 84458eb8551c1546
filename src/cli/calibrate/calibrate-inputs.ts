import type { ItemTag } from '../../../item-bank/bank.ts';
import { fail } from '../../errors.ts';
import { readGroups } from '../../files/read-families.ts';
import { readParameters } from '../../files/read-parameters.ts';
import { readItemTags } from '../../files/read-tags.ts';
import type { FitOptions } from './calibrate-fit.ts';

/** The parameters to keep, by position of the item; items of the file that were not answered are left out. */
export function fixedParameters(options: FitOptions, items: readonly string[]) {
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
      where: `${options.responses ?? `bank ${options.bank}`}, nor is any other of --fixed`,
    });
  return fixed;
}

/** The group of each examinee, numbered in the order of their names' first appearance. */
export function examineeGroups(options: FitOptions, examinees: readonly string[]) {
  if (options.groups === undefined) return null;
  const of = readGroups(options.groups, examinees);
  const names = [...new Set(of)];
  return { names, codes: of.map((name) => names.indexOf(name)) };
}

/** What is told of the items: the number of answer options of each, and its group. */
export interface ItemFacts {
  readonly optionCounts: number[] | undefined;
  readonly groups: ItemTag | undefined;
}

/** Reads `--items`, else takes `--options` for every item. */
export function itemFacts(options: FitOptions, items: readonly string[]): ItemFacts {
  if (options.items === undefined) {
    const { options: all } = options;
    return {
      optionCounts: all === undefined ? undefined : items.map(() => all),
      groups: undefined,
    };
  }
  const file = options.items;
  const { options: counts, group: groups } = readItemTags(file, items);
  if (counts === undefined && groups === undefined)
    fail('FILE_INVALID', {
      file,
      where: 'line 1',
      found: 'no column "options" and no column "group"',
      accepted: 'the column item, and one or both of them',
    });
  if (counts === undefined) return { optionCounts: undefined, groups };
  const optionCounts = Array.from(counts.codes, (code, j) => {
    const value = Number(counts.values[code]);
    if (!Number.isSafeInteger(value) || value < 0)
      fail('FILE_INVALID', {
        file,
        where: `item ${items[j]}, column options`,
        found: `"${counts.values[code]}"`,
        accepted: 'a whole number; 0 where there are no options',
      });
    return value;
  });
  return { optionCounts, groups };
}
