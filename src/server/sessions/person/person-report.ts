import type { PersonReport } from '../../../api/person-tests.ts';
import type { SessionSummary } from '../../../api/sessions.ts';
import { recordedStandings } from '../../../ranking/board/recorded-standings.ts';
import { LEAST_ANSWERS } from '../../../ranking/live/person-live-test.ts';
import { percentileRank } from '../../../statistics/percentile-rank.ts';
import type { KeptSession } from '../../../store/service/service-session-store.ts';
import { guessableAnswers } from '../../../tested-bank/guessing.ts';
import { TIME_OVER } from '../open/session-ends.ts';
import { formsDiffer } from '../report/forms-differ.ts';
import { hasEntered } from '../report/has-entered.ts';
import { isBankChanged, type SessionReader } from '../report/session-reader.ts';
import { keptSummary } from '../report/session-summary.ts';
import type { SessionParts } from '../session-parts.ts';
import { keptSettings } from '../settings/session-request.ts';

/** With fewer other people their scores could be told apart. */
const FEWEST_PEOPLE = 5;
/** Newest tests of people among which others are looked for. */
const NEWEST = 5000;

/** The result of a person among recorded models and other people, none of them named. */
export async function personReport(
  { context, store, changes }: Pick<SessionParts, 'context' | 'store' | 'changes'>,
  reader: SessionReader,
  id: string,
): Promise<PersonReport> {
  const session = await reader.summary(id);
  const kept = await reader.kept(id);
  const known = session.standing;
  const isFew = known !== null && known.answers < LEAST_ANSWERS;
  const standing = isFew ? null : known;
  const models = await modelScores();
  const people = await peopleScores();
  const shown = people.length < FEWEST_PEOPLE ? [] : people;
  return {
    session,
    timeOver: kept.reason === TIME_OVER,
    standing,
    few: isFew ? { answers: known.answers, right: known.right } : null,
    guessing: await guessingScore(context.store, session.bank),
    models: percentileAmong(models, standing),
    people: percentileAmong(shown, standing),
    scores: { models, people: shown },
  };

  /** Of recorded models; none where the bank has changed since. */
  async function modelScores(): Promise<number[]> {
    try {
      const { bank } = await changes.current(id);
      return sorted(recordedStandings(bank.recorded).models.map(({ score }) => score));
    } catch (error) {
      if (isBankChanged(error)) return [];
      throw error;
    }
  }

  /** Of other people with a test on the same bank and scale, the newest of each. */
  async function peopleScores(): Promise<number[]> {
    const own = session.examinee;
    const scores = new Map<string, number>();
    const sessions = await store.list({
      bank: session.bank,
      banks: null,
      person: true,
      limit: NEWEST,
      before: null,
    });
    for (const other of sessions) {
      const score = scoreOf(other);
      if (score !== null && other.examinee !== own && !scores.has(other.examinee))
        scores.set(other.examinee, score);
    }
    return sorted([...scores.values()]);
  }

  function scoreOf(other: KeptSession): number | null {
    const isOnScale =
      keptSettings(other.configuration).strategy === session.strategy &&
      other.bankVersion === session.bankVersion &&
      other.calibrationVersion === session.calibrationVersion;
    if (!isOnScale || other.result === null || !keptSettings(other.configuration).person)
      return null;
    const summary = keptSummary(other, undefined);
    const isAlike = hasEntered(summary) && !formsDiffer([session, summary]);
    return isAlike ? summary.standing!.score : null;
  }
}

/** The score in points of whoever guesses at all items of a bank; null if it has no texts. */
async function guessingScore(
  store: SessionParts['context']['store'],
  bank: string,
): Promise<number | null> {
  let [items, score] = [0, 0];
  for await (const item of store.items(bank)) {
    items++;
    score += 1 / guessableAnswers(item);
  }
  return items === 0 ? null : (100 * score) / items;
}

function sorted(scores: readonly number[]): number[] {
  return [...scores].sort((x, y) => x - y);
}

/** The percentile of a score and of the ends of its interval; null without others or answers. */
function percentileAmong(
  scores: readonly number[],
  standing: SessionSummary['standing'],
): PersonReport['models'] {
  if (standing === null || scores.length === 0) return null;
  // With the chance in the answers given: a person could as well have answered otherwise.
  const { low, high } = standing.expected;
  const at = (score: number) => percentileRank(scores, score);
  return { count: scores.length, at: at(standing.score), low: at(low), high: at(high) };
}
