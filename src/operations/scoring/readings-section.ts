import { count, percent, plural } from '../../numbers.ts';
import type { Told } from '../../report/document.ts';
import { plainTable } from '../../report/plain-table.ts';
import { mostFrequentLines, type Said } from '../../report/said-text.ts';
import { absentText, truncatedNotes } from '../../scoring/absent-text.ts';
import type { Readings } from '../../workflow/grading/reading-counts.ts';

/**
 * How outputs were read: how many by each rule, how many have no answer and why.
 * @param unread what outputs without an answer said most often
 */
export function readingsSection(
  { outputs, rules, absent }: Readings,
  unread: readonly Said[],
): NonNullable<Told['sections']>[number] {
  const sorted = Object.entries(rules).sort(([, x], [, y]) => y - x);
  const missed = absent.unread + absent.truncated + absent.refused;
  const without = missed === 0 ? '' : `; ${absentText(absent)}`;
  return {
    table: plainTable(
      ['rule', 'outputs', 'share'],
      sorted.map(([name, n]) => [name, n, percent(n / outputs)]),
      ['share'],
    ),
    paragraphs: [
      `Read: ${count(outputs - missed)} of ${plural(outputs, 'output')}${without}.`,
      ...truncatedNotes([absent], 'allow more tokens per answer'),
      ...mostFrequentLines('Without an answer', missed, unread),
    ],
  };
}
