import type { Store } from '../../../store/store.ts';
import type { ChoiceCollection } from './collect-choices.ts';

/** How often the items of a bank were asked so far. */
export interface BankExposure {
  /** Tests of models in runs, and sessions of the service. */
  readonly tests: number;
  /** Times asked, by item. */
  readonly asked: ReadonlyMap<string, number>;
}

const PAGE = 100;

/**
 * Counts the answers of runs and of the service's sessions to the items of a bank. The letters of runs go to `answers`.
 * @param hashOf the content of each item: a run that asked other content under the same id does not count
 */
export async function countExposure(
  store: Store,
  bank: string,
  hashOf: ReadonlyMap<string, string>,
  answers: ChoiceCollection,
): Promise<BankExposure> {
  const asked = new Map<string, number>();
  let tests = 0;
  for (const { id, configuration } of await store.runs()) {
    if (configuration.format !== 'thetarank-run') continue;
    const models = new Set<string>();
    for await (const { examinee, item, itemHash, extracted, score } of store.answers(id, {
      texts: false,
    })) {
      if (hashOf.get(item) !== itemHash) continue;
      models.add(examinee);
      asked.set(item, (asked.get(item) ?? 0) + 1);
      if (extracted !== null && /^[A-Z]+$/.test(extracted))
        answers.addLetters(examinee, item, extracted);
      else if (extracted !== null) answers.addScore(examinee, item, score);
    }
    tests += models.size;
  }
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<Store['serviceSessions']['exposure']>> =
      await store.serviceSessions.exposure(bank, after, PAGE);
    tests += page.sessions;
    for (const [item, times] of page.asked) asked.set(item, (asked.get(item) ?? 0) + times);
    after = page.next;
  }
  return { tests, asked };
}
