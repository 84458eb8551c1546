import type { ModelComparison } from '../../api/leaderboards.ts';
import type { SessionSummary, Standing } from '../../api/sessions.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { type ScoreDifference, scoreDifference } from '../../ranking/board/score-difference.ts';
import { mcnemarExact } from '../../statistics/mcnemar.ts';
import { signFlipTest } from '../../statistics/sign-flip-test.ts';
import { formsDiffer } from '../sessions/report/forms-differ.ts';
import type { SessionAnswer } from '../sessions/session-service.ts';
import { standingInterval } from './answer-chance.ts';
import { areWordedApart, whyIncomparable } from './board-of.ts';
import { targetTags } from './target-tags.ts';

/** A session with its answers. */
export interface ComparedSession {
  readonly summary: SessionSummary;
  readonly standing: Standing;
  readonly answers: readonly SessionAnswer[];
}

/** An answer with at least this score counts as right. */
const RIGHT = 0.5;

/** Least difference in points that is reported as a difference. */
const TOLD = 0.05;

/** Two sessions side by side: by their scores on the whole bank, by tag, and on the items that both were asked. */
export function compareSessions(
  a: ComparedSession,
  b: ComparedSession,
  target: ScoreTarget,
): Omit<ModelComparison, 'tagWords'> {
  const reason = whyIncomparable(a.summary, b.summary);
  const [own, other] = [side(a, target), side(b, target)];
  const difference = reason === null ? scoreDifference(own, other) : null;
  return {
    target,
    a: own,
    b: other,
    comparable: reason === null,
    reason,
    difference: difference?.difference ?? null,
    low: difference?.low ?? null,
    high: difference?.high ?? null,
    probability: difference?.probability ?? null,
    verdict: verdictOf(a, b, difference, reason, target),
    common: commonItems(a, b),
    tags: reason === null ? byTag(a.standing, b.standing, target) : [],
  };
}

function side(
  { summary: { id, examinee, person }, standing }: ComparedSession,
  target: ScoreTarget,
) {
  const { score, verified, alarm } = standing;
  const { low, high } = standingInterval(standing, target);
  return { session: id, examinee, person, score, low, high, verified, alarm };
}

function verdictOf(
  a: ComparedSession,
  b: ComparedSession,
  difference: ScoreDifference | null,
  reason: string | null,
  target: ScoreTarget,
): string {
  if (difference === null) return `${nameOf(a)} and ${nameOf(b)} cannot be compared. ${reason}`;
  // Difference and interval are those of the sentence: the higher score minus the lower one.
  const isSwapped = difference.difference < 0;
  const [higher, lower] = (isSwapped ? [b, a] : [a, b]).map(nameOf);
  const [low, high] = isSwapped
    ? [-difference.high, -difference.low]
    : [difference.low, difference.high];
  const points = Math.abs(difference.difference);
  const interval = `90% interval ${decimal(low)} to ${decimal(high)}, ${TARGET_WORDS[target]}`;
  const notes = notesOf(a, b);
  if (low > 0)
    return `${higher} scores higher than ${lower}, by ${decimal(points)} points (${interval}).${notes}`;
  const told =
    points < TOLD ? 'their scores are equal' : `${higher} is ${decimal(points)} points higher`;
  const more = [a, b].every(wasAskedAll)
    ? target === 'expected'
      ? ' Both were asked every item, so this bank cannot show more about their scores on items like these.'
      : ''
    : ' More items would narrow that.';
  return `${nameOf(a)} and ${nameOf(b)} cannot be distinguished: ${told} (${interval}).${more}${notes}`;
}

const nameOf = ({ summary }: ComparedSession) => summary.examinee;

const TARGET_WORDS = {
  expected: 'of the expected scores on items like these',
  recorded: 'of the recorded scores on these items',
} as const;

function wasAskedAll({ summary: { scored }, standing: { answers } }: ComparedSession): boolean {
  return scored !== null && answers >= scored.items;
}

/** Reasons not to trust the interval. */
function notesOf(a: ComparedSession, b: ComparedSession): string {
  const both = [a, b];
  const notes: string[] = [];
  const unverified = both.filter(({ standing }) => !standing.verified);
  if (unverified.length > 0) {
    const has = (reason: Standing['unverified']) =>
      unverified.some(({ standing }) => standing.unverified === reason);
    const why = has('person')
      ? 'scores and intervals of people rest on models here, so they may be too high or too low, and too narrow'
      : has('strategy')
        ? 'intervals of this strategy were too narrow when recorded models were tested'
        : 'it may be too narrow';
    notes.push(
      `The interval of ${namesOf(unverified)} is unverified: ${why}. The same holds for the interval of the difference.`,
    );
  }
  const alarmed = namesOf(both.filter(({ standing }) => standing.alarm !== null));
  if (alarmed !== '')
    notes.push(`Alarm in the test of ${alarmed}: the answers do not follow the calibration.`);
  if (areWordedApart(a.summary, b.summary))
    notes.push('They were asked with different prompts, so the difference is also one of prompts.');
  if (formsDiffer([a.summary, b.summary]))
    notes.push('Their forms differ, and a score of chosen questions depends on which these are.');
  if (a.summary.person !== b.summary.person)
    notes.push(
      'One of them is a person, who may have had a time limit and breaks; skipped questions do not count as wrong.',
    );
  if (both.some(({ summary }) => summary.state !== 'finished'))
    notes.push('At least one of the tests was ended early.');
  return notes.map((note) => ` ${note}`).join('');
}

function namesOf(sessions: readonly ComparedSession[]): string {
  return sessions.map(nameOf).join(' and of ');
}

function decimal(points: number): string {
  return points.toFixed(1).replace('-', '−');
}

function commonItems(a: ComparedSession, b: ComparedSession): ModelComparison['common'] {
  // An item with the same id may have another text or key in another bank or version.
  if (a.summary.bank !== b.summary.bank || a.summary.bankVersion !== b.summary.bankVersion)
    return null;
  const ofB = new Map(b.answers.map(({ item, score }) => [item, score]));
  const common = { items: 0, bothRight: 0, onlyA: 0, onlyB: 0, bothWrong: 0, partial: 0 };
  const differences: number[] = [];
  for (const { item, score } of a.answers) {
    const otherScore = ofB.get(item);
    if (otherScore === undefined) continue;
    common.items++;
    differences.push(score - otherScore);
    if (isPartial(score) || isPartial(otherScore)) common.partial++;
    const [own, other] = [score >= RIGHT, otherScore >= RIGHT];
    common[own ? (other ? 'bothRight' : 'onlyA') : other ? 'onlyB' : 'bothWrong']++;
  }
  const p =
    common.partial === 0 ? mcnemarExact(common.onlyA, common.onlyB) : signsTest(differences);
  return { ...common, p };
}

const isPartial = (score: number) => score > 0 && score < 1;

/** Two-sided; null if no difference tells them apart. */
function signsTest(differences: readonly number[]): number | null {
  if (differences.every((d) => d === 0)) return null;
  const { p } = signFlipTest(Float64Array.from(differences));
  return Math.min(1, 2 * Math.min(p, 1 - p));
}

/** The values of tags that both have scores of, in the order of the first. */
function byTag(a: Standing, b: Standing, target: ScoreTarget): ModelComparison['tags'] {
  const others = targetTags(b.tags, target);
  return Object.entries(targetTags(a.tags, target)).flatMap(([tag, values]) =>
    Object.entries(values).flatMap(([value, own]) => {
      const other = others[tag]?.[value];
      if (other === undefined) return [];
      const { low, high } = scoreDifference(own, other);
      return [{ tag, value, a: own.score, b: other.score, low, high }];
    }),
  );
}
