import { z } from 'zod';
import type { DifGroups } from '../../../../calibration/diagnose/dif/dif-answers.ts';
import { fail } from '../../../errors.ts';
import { readItemTags } from '../../../files/items/read-tags.ts';
import { readOfExaminees } from '../../../files/responses/read-families.ts';
import type { Responses } from '../../../files/responses/read-responses.ts';
import { decimal } from '../../../files/table/decimal.ts';
import { plural } from '../../../numbers.ts';
import { quoted } from '../../../text/quoted.ts';

const GROUPS = { group: 'Groups' };
const FILE = { ...GROUPS, value: 'file', file: 'in' } as const;
const COLUMN = { ...GROUPS, value: 'column' };

/** Who is compared with whom. */
export const groupOptions = {
  responses: z
    .string()
    .describe('recorded answers, CSV: examinee, then one column per item')
    .meta(FILE),
  group: z
    .string()
    .describe('the column that tells the groups, of --examinees or else of --responses')
    .meta(COLUMN),
  examinees: z
    .string()
    .optional()
    .describe('facts about examinees, CSV: examinee, then one column per fact')
    .meta(FILE),
  focal: z
    .array(z.string())
    .optional()
    .describe('values of the focal group (default: the smaller of two)')
    .meta(GROUPS),
  reference: z
    .array(z.string())
    .optional()
    .describe('values of the reference group (default: all others)')
    .meta(GROUPS),
  splitDate: z
    .string()
    .optional()
    .describe('the column holds dates or numbers: reference before this one, focal from it on')
    .meta({ ...GROUPS, value: 'date' }),
  itemsFile: z
    .string()
    .optional()
    .describe('facts about items, CSV: item, then one column per fact')
    .meta(FILE),
  itemDate: z
    .string()
    .optional()
    .describe('the date of an item in --items-file: focal for it are models of this date or later')
    .meta(COLUMN),
  families: z
    .string()
    .optional()
    .describe(
      'CSV: examinee, family; models of a family are not independent (default: the column family of --responses)',
    )
    .meta(FILE),
};
const groupFields = z.object(groupOptions);
type GroupOptions = z.output<typeof groupFields>;

export interface ReadGroups {
  readonly groups: DifGroups;
  /** Rows of the examinees that belong to a group. */
  readonly rows: readonly number[];
  readonly reference: { readonly name: string; readonly size: number | null };
  readonly focal: { readonly name: string; readonly size: number | null };
}

/** With fewer a group says nothing of its spread. */
const LEAST = 2;
const ISO = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

/** @throws OPTIONS_CONFLICT, FILE_INVALID, GROUPS_UNUSABLE, NAME_UNKNOWN */
export function readGroupsOf(responses: Responses, options: GroupOptions): ReadGroups {
  const { splitDate, itemDate, itemsFile, reference, focal } = options;
  const refuse = (options: string, reason: string) => fail('OPTIONS_CONFLICT', { options, reason });
  if ((itemsFile === undefined) !== (itemDate === undefined))
    refuse('itemsFile, itemDate', 'add both, or neither.');
  if (splitDate !== undefined && itemDate !== undefined)
    refuse('splitDate, itemDate', 'use only one of them.');
  const isDated = splitDate !== undefined || itemDate !== undefined;
  if (isDated && (reference !== undefined || focal !== undefined))
    refuse(
      'reference, focal',
      'only work with groups by name, without --split-date and --item-date.',
    );
  const values = groupValues(responses, options);
  if (itemDate !== undefined) return byItemDate(responses, values, options);
  return splitDate === undefined ? byName(values, options) : byDate(values, splitDate, options);
}

/** The column of each examinee; empty cells for those without. */
function groupValues({ matrix, families, facts }: Responses, options: GroupOptions) {
  const { examinees, group, responses } = options;
  if (examinees !== undefined) return readOfExaminees(examinees, matrix.examinees, group, true);
  const own = group === 'family' && families !== null ? families : facts?.get(group);
  if (own === undefined)
    return fail('GROUPS_UNUSABLE', {
      file: responses,
      column: group,
      found: 'no such column',
      accepted: `a column of this file, or of the file of --examinees (examinee,${group})`,
    });
  return own;
}

function unusable(options: GroupOptions, found: string, accepted: string): never {
  return fail('GROUPS_UNUSABLE', {
    file: options.examinees ?? options.responses,
    column: options.group,
    found,
    accepted,
  });
}

function byName(values: readonly string[], options: GroupOptions): ReadGroups {
  const sizes = new Map<string, number>();
  for (const value of values)
    if (value.trim() !== '') sizes.set(value, (sizes.get(value) ?? 0) + 1);
  const names = [...sizes.keys()].sort((x, y) => sizes.get(y)! - sizes.get(x)! || (x < y ? -1 : 1));
  if (names.length === 0) unusable(options, 'only empty cells', 'two groups');
  if (names.length === 1) unusable(options, `only ${quoted(names[0])}`, 'two different values');
  for (const name of [...(options.reference ?? []), ...(options.focal ?? [])])
    if (!sizes.has(name)) unusable(options, `no ${quoted(name)}`, listed(names, sizes));
  const both = options.reference?.find((name) => options.focal?.includes(name));
  if (both !== undefined)
    fail('OPTIONS_CONFLICT', {
      options: 'reference, focal',
      reason: `both name ${quoted(both)}.`,
    });
  const isOpen = options.reference === undefined && options.focal === undefined;
  if (isOpen && names.length > 2)
    unusable(
      options,
      `${names.length} groups: ${listed(names, sizes)}`,
      'two, or the focal one by --focal (the others are the reference unless --reference names it)',
    );
  const others = (than: readonly string[]) => names.filter((name) => !than.includes(name));
  const reference = options.reference ?? (isOpen ? [names[0]] : others(options.focal!));
  const focal = options.focal ?? others(reference);
  const isFocalEmpty = focal.length === 0;
  if (isFocalEmpty || reference.length === 0)
    fail('OPTION_INVALID', {
      option: isFocalEmpty ? 'reference' : 'focal',
      found: `${quoted((isFocalEmpty ? reference : focal).join(','))}, which leaves no other group`,
      accepted: `some, not all, of the groups ${listed(names, sizes)}`,
    });
  const groupOf = (value: string) =>
    focal.includes(value) ? 1 : reference.includes(value) ? 0 : 2;
  return grouped(values.map(groupOf), [join(reference, options), join(focal, options)], options);
}

/** Names of a group; a number alone would say nothing. */
function join(names: readonly string[], { group }: GroupOptions): string {
  if (names.length === 1 && !Number.isNaN(decimal(names[0]))) return `${group} ${names[0]}`;
  return names.length <= 3
    ? names.join(', ')
    : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}

function listed(names: readonly string[], sizes: ReadonlyMap<string, number>): string {
  const shown = names.slice(0, 8).map((name) => `${name} (${sizes.get(name)})`);
  return `${shown.join(', ')}${names.length > 8 ? `, and ${names.length - 8} more` : ''}`;
}

/** @param of 0 reference, 1 focal, 2 neither */
function grouped(
  of: readonly number[],
  names: readonly [string, string],
  options: GroupOptions,
): ReadGroups {
  const rows = of.flatMap((group, i) => (group === 2 ? [] : [i]));
  const sizes = names.map((_, g) => of.filter((group) => group === g).length);
  sizes.forEach((size, g) => {
    if (size < LEAST)
      unusable(
        options,
        `${plural(size, 'examinee')} in the group ${quoted(names[g])}`,
        `at least ${LEAST} in each group`,
      );
  });
  return {
    groups: { labels: Float64Array.from(rows, (i) => of[i]), dates: null },
    rows,
    reference: { name: names[0], size: sizes[0] },
    focal: { name: names[1], size: sizes[1] },
  };
}

function byDate(values: readonly string[], cut: string, options: GroupOptions): ReadGroups {
  const refuseCut = (accepted: string) =>
    fail('OPTION_INVALID', { option: 'splitDate', found: quoted(cut), accepted });
  const isDay = 'a date such as 2024-06-30 or 2024-06';
  const isMeasure = `a number such as those of the column ${quoted(options.group)}`;
  const [alone] = datesOf([cut], () => refuseCut(`${isDay}, or a number`));
  if (Number.isNaN(alone)) refuseCut(`${isDay}, or a number`);
  const isNumeric = values.every((cell) => cell.trim() === '' || !Number.isNaN(decimal(cell)));
  const dates = datesOf([...values, cut], (found) => {
    if (isNumeric) return refuseCut(isMeasure);
    if (found === quoted(cut.trim())) return refuseCut(`${isDay}, like the column`);
    return unusable(options, found, `numbers, or dates such as 2024-06-30 or 2024-06`);
  });
  const at = dates.pop()!;
  return grouped(
    dates.map((date) => (Number.isNaN(date) ? 2 : date >= at ? 1 : 0)),
    [`models before ${cut}`, `models from ${cut} on`],
    options,
  );
}

function byItemDate(
  { matrix }: Responses,
  values: readonly string[],
  options: GroupOptions,
): ReadGroups {
  const { itemsFile = '', itemDate = '' } = options;
  const tags = readItemTags(itemsFile, matrix.items);
  const tag = Object.hasOwn(tags, itemDate) ? tags[itemDate] : undefined;
  if (tag === undefined)
    return fail('GROUPS_UNUSABLE', {
      file: itemsFile,
      column: itemDate,
      found: 'no such column',
      accepted: `one of ${Object.keys(tags).join(', ')}`,
    });
  const own = Array.from(tag.codes, (code) => tag.values[code]);
  const all = datesOf([...values, ...own], (found) =>
    unusable(options, found, 'dates such as 2024-06-30, or numbers, for models and items alike'),
  );
  const dates = all.slice(0, values.length);
  const rows = dates.flatMap((date, i) => (Number.isNaN(date) ? [] : [i]));
  const labels = Float64Array.from(rows, (i) => dates[i]);
  const items = Float64Array.from(all.slice(values.length));
  const testable = items.filter((date) => {
    const older = labels.filter((own) => own >= date).length;
    return older >= LEAST && labels.length - older >= LEAST;
  }).length;
  if (testable === 0)
    unusable(
      options,
      'no item with models both before and after its date',
      'items that are newer than some models and older than others',
    );
  return {
    groups: { labels, dates: items },
    rows,
    reference: { name: 'models older than the item', size: null },
    focal: { name: 'models that can have seen the item', size: null },
  };
}

/** Numbers, or days since 1970 of dates; NaN for empty cells. */
function datesOf(cells: readonly string[], refuse: (found: string) => never): number[] {
  const given = cells.map((cell) => cell.trim());
  const isNumeric = given.every((cell) => cell === '' || !Number.isNaN(decimal(cell)));
  return given.map((cell) => {
    if (cell === '') return Number.NaN;
    if (isNumeric) return decimal(cell);
    const [, year, month = '01', day = '01'] = ISO.exec(cell) ?? [];
    const at = year === undefined ? Number.NaN : Date.parse(`${year}-${month}-${day}`);
    return Number.isNaN(at) ? refuse(quoted(cell)) : at / 86_400_000;
  });
}
