import { readLetters } from '../../../scoring/read-letters.ts';
import { type GivenAnswer, rescoreAnswer } from '../../../store/responses/rescore-responses.ts';
import { hadHash } from '../../../store/review/reviewed-items.ts';
import type { Store } from '../../../store/store.ts';
import type { DifferingItem } from './differing-items.ts';
import { rankingRuns } from './ranking-runs.ts';
import { sessionAnswer } from './session-answer.ts';

/** What decisions do to the answers of one test: a model's in a run, or those of an ended session. */
export interface TestEffects {
  readonly run: number | null;
  /** Of a session of the service. */
  readonly session: string | null;
  readonly examinee: string;
  /** Answers that became right, or better, and such that became wrong, or worse. */
  readonly toRight: number;
  readonly toWrong: number;
  /** Answers to the items whose letters are not known: only a score was sent. */
  readonly missing: number;
  /** Answers to items that are retired. */
  readonly leftOut: number;
}

type Counts = { -readonly [K in 'toRight' | 'toWrong' | 'missing' | 'leftOut']: number };

/**
 * What two states of a review make of the answers that runs and ended sessions gave, for each test with an answer that they score
 * differently. Kept results do not change.
 */
export async function testEffects(
  store: Store,
  bank: string,
  differing: readonly DifferingItem[],
): Promise<TestEffects[]> {
  if (differing.length === 0) return [];
  const items = new Map(differing.map((item) => [item.id, item]));
  const ids = [...items.keys()];
  const runs = await rankingRuns(store, bank);
  const tests = new Map<string, Omit<TestEffects, keyof Counts> & Counts>();
  const countsOf = (test: Pick<TestEffects, 'run' | 'session' | 'examinee'>) => {
    const name = JSON.stringify([test.run, test.session, test.examinee]);
    const known = tests.get(name) ?? { ...test, toRight: 0, toWrong: 0, missing: 0, leftOut: 0 };
    tests.set(name, known);
    return known;
  };
  const answers = await store.runAnswersTo(
    runs.map(({ id }) => id),
    ids,
  );
  for (const { run, examinee, item, itemHash, score, extracted } of answers) {
    const differing = items.get(item)!;
    // Under this name the bank once had an item of other content.
    if (!hadHash(differing.after, itemHash)) continue;
    const scoredBy = differing.after.keyOf.get(itemHash);
    const given = { score, letters: readLetters(extracted), scoredBy };
    count(countsOf({ run, session: null, examinee }), differing, given);
  }
  const given = sessionAnswer(await store.reviewLog(bank));
  for (const answer of await store.sessionAnswersTo(bank, ids)) {
    const { id, examinee, item } = answer;
    count(countsOf({ run: null, session: id, examinee }), items.get(item)!, given(answer));
  }
  return [...tests.values()]
    .filter((test) => test.toRight + test.toWrong + test.missing + Math.abs(test.leftOut) > 0)
    .sort(
      (x, y) => (x.run ?? Infinity) - (y.run ?? Infinity) || (x.examinee < y.examinee ? -1 : 1),
    );
}

function count(counts: Counts, { before, after }: DifferingItem, given: GivenAnswer): void {
  const [was, is] = [before, after].map(({ current }) => current.status === 'retired');
  if (was !== is) {
    counts.leftOut += is ? 1 : -1;
    return;
  }
  const [old, now] = [rescoreAnswer(before, given), rescoreAnswer(after, given)];
  if (Number.isNaN(now)) counts.missing++;
  else if (now > old) counts.toRight++;
  else if (now < old) counts.toWrong++;
}
