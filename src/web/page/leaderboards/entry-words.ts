import type { LeaderboardEntry } from '../../../api/leaderboards.ts';
import { count, interval, points } from '../../format/number.ts';
import type { Tone } from '../../part/tone.ts';
import { type Text, t } from '../../words/t.ts';
import { alarmName } from '../sessions/alarm-words.ts';

/** Notes on entries: an icon, and what it means for all of them. */
export const MARKS = {
  person: { icon: '☺', tone: 'plain', meaning: 'a person' },
  simulated: { icon: 'S', tone: 'bad', meaning: 'simulated answers, which no model is behind' },
  alarm: { icon: '!', tone: 'bad', meaning: 'alarm in the test' },
  unverified: { icon: '?', tone: 'warn', meaning: 'interval unverified' },
  given: { icon: '#', tone: 'plain', meaning: 'a form of chosen questions' },
  early: { icon: '½', tone: 'warn', meaning: 'test ended early' },
  partly: { icon: '–', tone: 'warn', meaning: 'some recorded answers missing' },
  known: { icon: '=', tone: 'plain', meaning: 'own recorded score known' },
} as const satisfies Record<string, { icon: string; tone: Tone; meaning: Text }>;
export type MarkKind = keyof typeof MARKS;

export interface EntryMark {
  readonly kind: MarkKind;
  /** What it means for this entry. */
  readonly text: string;
}

/** Notes on an entry besides its score. */
export function entryMarks(
  entry: Pick<
    LeaderboardEntry,
    | 'kind'
    | 'person'
    | 'simulated'
    | 'verified'
    | 'form'
    | 'complete'
    | 'alarm'
    | 'items'
    | 'of'
    | 'known'
  >,
): EntryMark[] {
  const marks: EntryMark[] = [];
  if (entry.person) marks.push({ kind: 'person', text: t('a person') });
  if (entry.simulated)
    marks.push({ kind: 'simulated', text: t('simulated answers, which no model is behind') });
  const isRecorded = entry.kind === 'recorded';
  if (!isRecorded && entry.known !== null)
    marks.push({
      kind: 'known',
      text: t('own recorded score: {known}', { known: points(entry.known) }),
    });
  if (isRecorded && entry.of !== null && entry.items < entry.of)
    marks.push({
      kind: 'partly',
      text: t('{items} of {of} answered', { items: count(entry.items), of: count(entry.of) }),
    });
  if (entry.alarm !== null)
    marks.push({ kind: 'alarm', text: t('alarm: {alarm}', { alarm: alarmName(entry.alarm) }) });
  if (!entry.verified) marks.push({ kind: 'unverified', text: t('interval unverified') });
  if (entry.form === 'given') marks.push({ kind: 'given', text: t('a form of chosen questions') });
  if (!isRecorded && !entry.complete) marks.push({ kind: 'early', text: t('ended early') });
  return marks;
}

/** Name of the column of names: people are no models. */
export function examineeColumn(rows: readonly Pick<LeaderboardEntry, 'person'>[]): string {
  return rows.some(({ person }) => person) ? t('Examinee') : t('Model');
}

/** An entry's score in a sentence: the text alternative of its bar. */
export function entryDescription({
  examinee,
  kind,
  score,
  low,
  high,
  verified,
}: Pick<LeaderboardEntry, 'examinee' | 'kind' | 'score' | 'low' | 'high' | 'verified'>): string {
  const range =
    low === null
      ? t('exact: answered everything')
      : t(verified ? '90% interval {interval}' : 'unverified 90% interval {interval}', {
          interval: interval(low, high),
        });
  const values = { model: examinee, score: points(score), range };
  return kind === 'recorded'
    ? t('{model}, recorded: {score}, {range}', values)
    : t('{model}: {score}, {range}', values);
}

/** The seventh that a probability lies in: 0 certainly loses, 3 undecided, 6 certainly wins. */
export function beatLevel(probability: number): number {
  const bounds = [0.05, 0.2, 0.4, 0.6, 0.8, 0.95];
  return bounds.filter((bound) => probability >= bound).length;
}
