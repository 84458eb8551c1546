import { fail } from '../errors.ts';
import { readGroups } from '../files/read-families.ts';
import { readParameters } from '../files/read-parameters.ts';
import { readItemTags } from '../files/read-tags.ts';
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
      where: `${options.responses}, nor is any other of --fixed`,
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

/** The number of answer options of each item, where it is told. */
export function optionCounts(options: FitOptions, items: readonly string[]): number[] | undefined {
  if (options.items === undefined)
    return options.options === undefined ? undefined : items.map(() => options.options!);
  const file = options.items;
  const tag = readItemTags(file, items).options;
  if (tag === undefined)
    fail('FILE_INVALID', {
      file,
      where: 'line 1',
      found: 'no column "options"',
      accepted: 'the columns item and options',
    });
  return Array.from(tag.codes, (code, j) => {
    const value = Number(tag.values[code]);
    if (!Number.isSafeInteger(value) || value < 0)
      fail('FILE_INVALID', {
        file,
        where: `item ${items[j]}, column options`,
        found: `"${tag.values[code]}"`,
        accepted: 'a whole number; 0 where there are no options',
      });
    return value;
  });
}
