import { fail } from '../../../src/errors.ts';
import { quoted, quotedValue } from '../../../src/text/quoted.ts';
import type { RecordAnswer } from '../format.ts';
import { Rejection } from '../records/records.ts';
import type { Scorer } from './inspect-records.ts';
import {
  directionOf,
  isFlipped,
  refuseUnknown,
  scoreByMetric,
  statedOf,
} from './metric-direction.ts';

/** The scores of a sample, by scorer: a value of any type, and what the scorer read. */
export type InspectScores = Readonly<
  Record<string, { readonly value?: unknown; readonly answer?: unknown }>
>;

/** One score of a sample. `key` is its name where the scorer gives several. */
interface Candidate {
  readonly label: string;
  readonly scorer: string;
  readonly key?: string;
  readonly value: unknown;
  readonly answer: unknown;
}

/** Inspect's own grades, and words that people use in their place. */
const GRADES: readonly (readonly [number, readonly string[]])[] = [
  [1, ['c', 'correct', 'yes', 'true', 'right', 'pass', 'passed']],
  [0.5, ['p', 'partial', 'partially correct', 'partly correct']],
  [0, ['i', 'incorrect', 'no', 'false', 'wrong', 'fail', 'failed', 'n', 'noanswer', 'no answer']],
];
const SHOWN = 12;

/** Scores the samples of logs, those of a log by one scorer: the one asked for, else the first of the log that is a score. */
export function inspectScorer(asked?: string) {
  const chosen = new Map<string, Choice>();
  return (
    scores: InspectScores,
    ofLog: readonly Scorer[],
    file: string,
  ): Pick<RecordAnswer, 'score' | 'metric' | 'otherMetrics' | 'isFlipped'> & {
    readonly answer: unknown;
  } => {
    const all = candidatesOf(scores);
    const choice =
      chosen.get(file) ?? (asked === undefined ? usual(all, ofLog, file) : named(asked, ofLog));
    chosen.set(file, choice);
    const found = theOne(
      all.filter((one) => choice.includes(one)),
      file,
    );
    if (found === undefined) throw new Rejection(`no score of ${choice.name}${others(all)}`);
    const { label, value, answer } = found;
    const otherMetrics = all.flatMap((one) => (one.label === label ? [] : [one.label]));
    const metric = directionName(found);
    // A log can report the mean of errors as their accuracy.
    const isStated = choice.isAccuracy && directionOf(metric) === 'unknown';
    const stated = statedOf(metric, asked, isStated ? true : undefined);
    const score = gradeOf(value, label, file) ?? numberOf();
    return { score, metric: label, otherMetrics, isFlipped: isFlipped(metric, stated), answer };

    function numberOf(): number {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      if (isNone(number)) throw new Rejection(`no score of ${label}`);
      if (asked === undefined) refuseUnknown({ name: metric, stated }, otherMetrics, file);
      const own = scoreByMetric(number, metric, file, stated);
      return own ?? refuseValue(value, label, file);
    }
  };
}

/** Which score counts in a log. */
interface Choice {
  readonly name: string;
  /** Whether the log reports its accuracy, so that larger values are better. */
  readonly isAccuracy: boolean;
  includes(candidate: Candidate): boolean;
}

/** The score asked for: `scorer.key`, or the scorer or the key alone. */
function named(asked: string, ofLog: readonly Scorer[]): Choice {
  const known = ofLog.find(({ name }) => name === asked);
  return {
    name: asked,
    isAccuracy: known?.isAccuracy === true,
    includes: ({ label, scorer, key }) =>
      label === asked ||
      key === asked ||
      scorer === asked ||
      (known !== undefined && key === undefined && scorer === known.scorer),
  };
}

/**
 * The first scorer that the log names, else that of the first sample; later ones before those of errors and costs. Of a scorer with
 * several scores it is the one that the log reports.
 */
function usual(all: readonly Candidate[], ofLog: readonly Scorer[], file: string): Choice {
  const scorers: readonly Scorer[] = [
    ...ofLog,
    ...all.map(({ label, scorer, key }) => ({ name: key ?? label, scorer })),
  ];
  const isScore = ({ name }: Scorer) => !['lower', 'measure'].includes(directionOf(name));
  const first = scorers.find(isScore) ?? scorers[0];
  const own = all.filter(({ scorer }) => scorer === first.scorer);
  const reported = ofLog.filter(
    ({ name, scorer }) => scorer === first.scorer && own.some(({ key }) => key === name),
  );
  if (own.length > 1 && new Set(reported.map(({ name }) => name)).size !== 1)
    return refuseSeveral(own, file);
  return {
    name: first.name,
    isAccuracy: first.isAccuracy === true,
    includes: ({ scorer, key }) =>
      scorer === first.scorer && (key === undefined || own.length <= 1 || key === first.name),
  };
}

function candidatesOf(scores: InspectScores): Candidate[] {
  return Object.entries(scores).flatMap(([scorer, { value, answer }]): Candidate[] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([key, own]) => ({
          ...{ label: `${scorer}.${key}`, scorer, key },
          ...{ value: own, answer },
        }))
      : [{ label: scorer, scorer, value, answer }],
  );
}

/** The scores that a sample has in place of the one that counts. */
function others(all: readonly Candidate[]): string {
  const names = all.slice(0, SHOWN).map(({ label }) => quoted(label));
  return names.length === 0 ? '' : `, but of ${names.join(', ')}: --metric NAME`;
}

/** A key says more of the direction than its scorer does. */
function directionName({ label, key }: Candidate): string {
  return key !== undefined && directionOf(key) !== 'unknown' ? key : label;
}

/** @throws OPTION_INVALID if the name fits several scores of a sample */
function theOne(found: readonly Candidate[], file: string): Candidate | undefined {
  return found.length > 1 ? refuseSeveral(found, file) : found[0];
}

function refuseSeveral(found: readonly Candidate[], file: string): never {
  return fail('OPTION_INVALID', {
    option: '--metric',
    found: `no choice between ${found.length} scores of one scorer in ${file}`,
    accepted: found
      .slice(0, SHOWN)
      .map(({ label }) => quoted(label))
      .join(', '),
  });
}

/** What Inspect writes where a sample has no score. */
function isNone(value: unknown): boolean {
  return value === undefined || value === null || value === '' || Number.isNaN(value);
}

/** The score of a grade or a truth value in words; null for a number, as a text too, and for no score. @throws FILE_INVALID for other words */
function gradeOf(value: unknown, label: string, file: string): number | null {
  if (typeof value !== 'string' || value.trim() === '') return null;
  const word = value
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
  const grade = GRADES.find(([, words]) => words.includes(word))?.[0];
  if (grade !== undefined) return grade;
  if (word === 'nan') return null;
  return Number.isNaN(Number(word)) ? refuseValue(value, label, file) : null;
}

function refuseValue(value: unknown, label: string, file: string): never {
  return fail('FILE_INVALID', {
    file,
    where: `scorer ${quoted(label)}`,
    found: quotedValue(value),
    accepted:
      'C, I, P or N, a word such as correct, incorrect or partial, true, false, or a number from 0 to 1; another scorer: --metric',
  });
}
