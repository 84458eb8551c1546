import type { LeaderboardEntry } from '../../../api/leaderboards.ts';
import { count, interval, points } from '../../format/number.ts';
import type { Tone } from '../../part/tone.ts';

/** Notes on an entry besides its score. */
export function entryMarks(
  entry: Pick<
    LeaderboardEntry,
    'kind' | 'verified' | 'complete' | 'alarm' | 'items' | 'of' | 'known'
  >,
): { readonly text: string; readonly tone: Tone }[] {
  const marks: { text: string; tone: Tone }[] = [];
  if (entry.kind === 'recorded') {
    marks.push({ text: 'recorded', tone: 'plain' });
    if (entry.of !== null && entry.items < entry.of)
      marks.push({ text: `${count(entry.items)} of ${count(entry.of)} answered`, tone: 'warn' });
    if (!entry.verified) marks.push({ text: 'interval unverified', tone: 'warn' });
    return marks;
  }
  if (entry.known !== null)
    marks.push({ text: `own recorded score: ${points(entry.known)}`, tone: 'plain' });
  if (entry.alarm !== null) marks.push({ text: `alarm: ${entry.alarm}`, tone: 'bad' });
  if (!entry.verified) marks.push({ text: 'interval unverified', tone: 'warn' });
  if (!entry.complete) marks.push({ text: 'ended early', tone: 'warn' });
  return marks;
}

/** An entry's score in a sentence: the text alternative of its bar. */
export function entryDescription({
  examinee,
  score,
  low,
  high,
  verified,
}: Pick<LeaderboardEntry, 'examinee' | 'score' | 'low' | 'high' | 'verified'>): string {
  const kind = verified ? '' : 'unverified ';
  const range =
    low === null ? 'exact: answered everything' : `${kind}90% interval ${interval(low, high)}`;
  return `${examinee}: ${points(score)}, ${range}`;
}

/** The seventh that a probability lies in: 0 certainly loses, 3 undecided, 6 certainly wins. */
export function beatLevel(probability: number): number {
  const bounds = [0.05, 0.2, 0.4, 0.6, 0.8, 0.95];
  return bounds.filter((bound) => probability >= bound).length;
}

/** Rows whose name has all words that were typed. */
export function filterRows<T extends { readonly examinee: string }>(
  rows: readonly T[],
  typed: string,
): { readonly row: T; readonly index: number }[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.flatMap((row, index) =>
    words.every((word) => row.examinee.toLowerCase().includes(word)) ? [{ row, index }] : [],
  );
}
