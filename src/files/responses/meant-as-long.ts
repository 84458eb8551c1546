import { quoted } from '../../text/quoted.ts';
import { likelyColumn } from '../table/likely-column.ts';

/**
 * What is wrong with columns that are meant as the long form, one row per answer, but are not named so; null for the wide form. Read as the
 * wide form, the names of the items would be scores of an item.
 * @param columns other than exactly `examinee`, `item`, `score`
 */
export function meantAsLong(
  columns: readonly string[],
): { readonly found: string; readonly accepted: string } | null {
  const has = (name: string) => columns.find((column) => column === name);
  const examinee = has('examinee') ?? has('model') ?? likelyColumn('examinee', columns);
  const item = has('item') ?? likelyColumn('item', columns);
  if (examinee === undefined || item === undefined) return null;
  const others = columns.filter((column) => column !== examinee && column !== item);
  const score =
    has('score') ?? likelyColumn('score', others) ?? (others.length === 1 ? others[0] : undefined);
  if (score === undefined) return null;
  const renamed = [
    ...(['examinee', 'model'].includes(examinee) ? [] : [[examinee, 'examinee']]),
    ...(item === 'item' ? [] : [[item, 'item']]),
    ...(score === 'score' ? [] : [[score, 'score']]),
  ].map(([from, to]) => `${quoted(from)} as ${quoted(to)}`);
  return {
    found: `the columns ${quoted(columns.join(','))}, which seem to be one row per answer`,
    accepted: `the columns examinee (or model),item,score and no others, in this order${renamed.length === 0 ? '' : `: name ${renamed.join(', ')}`}`,
  };
}
