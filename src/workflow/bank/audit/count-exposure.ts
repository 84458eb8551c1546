import { readLetters } from '../../../scoring/read-letters.ts';
import { rescoreAnswer } from '../../../store/responses/rescore-responses.ts';
import { hadHash, type ReviewedItems } from '../../../store/review/reviewed-items.ts';
import type { Store } from '../../../store/store.ts';
import type { ChoiceCollection } from './collect-choices.ts';

/** How often the items of a bank were asked so far. */
export interface BankExposure {
  /** Tests of models in runs, and sessions of the service. */
  readonly tests: number;
  /** Times asked, by item. */
  readonly asked: ReadonlyMap<string, number>;
}

/** The items of a bank, as their answers are found. */
export interface AskedItems {
  /** The content of each item, retired ones included. */
  readonly hashOf: ReadonlyMap<string, string>;
  /** Items that are no longer asked: they do not count, though tests that asked them do. */
  readonly retired: ReadonlySet<string>;
  /** A run that asked a corrected item by another key asked this item. */
  readonly reviewed: ReviewedItems;
}

const PAGE = 100;

/**
 * Counts the answers of runs and of the service's sessions to the items of a bank. The letters of runs go to `answers`.
 * A run that asked other content under the same id does not count.
 */
export async function countExposure(
  store: Store,
  bank: string,
  { hashOf, retired, reviewed }: AskedItems,
  answers: ChoiceCollection,
): Promise<BankExposure> {
  const asked = new Map<string, number>();
  let tests = 0;
  const add = (item: string, times: number) => {
    if (!retired.has(item)) asked.set(item, (asked.get(item) ?? 0) + times);
  };
  for (const { id, configuration } of await store.runs()) {
    if (configuration.format !== 'thetarank-run') continue;
    const models = new Set<string>();
    for await (const { examinee, item, itemHash, extracted, score } of store.answers(id, {
      texts: false,
    })) {
      const hash = hashOf.get(item);
      if (hash === undefined) continue;
      const change = reviewed.get(item);
      if (hash !== itemHash && (change === undefined || !hadHash(change, itemHash))) continue;
      models.add(examinee);
      add(item, 1);
      if (extracted === null) continue;
      const letters = readLetters(extracted);
      const given = { score, letters, scoredBy: change?.keyOf.get(itemHash) };
      if (letters != null) answers.addLetters(examinee, item, letters);
      else
        answers.addScore(
          examinee,
          item,
          change === undefined ? score : rescoreAnswer(change, given),
        );
    }
    tests += models.size;
  }
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<Store['serviceSessions']['exposure']>> =
      await store.serviceSessions.exposure(bank, after, PAGE);
    tests += page.sessions;
    for (const [item, times] of page.asked) add(item, times);
    after = page.next;
  }
  return { tests, asked };
}
