import type { PreparedComparison } from '../../ranking/compare/prepare-comparison.ts';
import type { LiveTest } from '../../ranking/live/live-test.ts';
import type { ModelOutcome } from '../../run/run-models.ts';
import type { RunAnswer } from '../../run/run-record.ts';
import type { Store } from '../../store/store.ts';
import { keyChoices } from '../../tested-bank/key-choices.ts';
import { span } from '../../tracing/span.ts';
import { absentAnswers } from '../live/absent-answers.ts';
import { type AskTestsOptions, askTests } from '../live/ask-tests.ts';
import { type LiveJob, readKnown } from '../live/live-job.ts';
import { patternsOf } from '../live/live-result.ts';
import { standInExaminees } from '../live/stand-in-examinees.ts';
import { nextItems } from './compare-recorded.ts';
import type { ComparisonResult, KnownParty } from './comparison-result.ts';
import type { ComparisonRules } from './comparison-rules.ts';

/** What came of a comparison that asked models. */
export interface LiveComparison {
  /** Null if no item has answers of all models. */
  readonly result: ComparisonResult | null;
  /** Models that have not answered any item. */
  readonly silent: readonly string[];
  readonly run: number;
  readonly outcomes: readonly ModelOutcome[];
  readonly isInterrupted: boolean;
}

/** Asks a model the items that a comparison has drawn so far, from the first one. */
class DrawnTest implements LiveTest {
  readonly model: string;
  readonly #place: number;
  readonly #comparison: PreparedComparison;
  readonly length: number;
  #next = 0;
  #items: readonly number[] = [];
  #answers = 0;

  constructor(model: string, place: number, comparison: PreparedComparison, length: number) {
    this.model = model;
    this.#place = place;
    this.#comparison = comparison;
    this.length = length;
  }

  get hasAnswered(): boolean {
    return this.#answers > 0;
  }

  get asked(): number {
    return this.#next;
  }

  get isOver(): boolean {
    return this.#next >= this.#items.length;
  }

  /** Begins again with all items drawn by now. */
  restart(items: readonly number[]): void {
    this.#items = items;
    this.#next = 0;
  }

  next(most: number): number[] {
    const items = this.#items.slice(this.#next, this.#next + most);
    this.#next += items.length;
    return items;
  }

  record(item: number, score: number): void {
    this.#answers++;
    this.#comparison.test.record(this.#place, item, score);
  }

  score(): null {
    return null;
  }
}

/** How a comparison asks. */
export interface CompareLiveRequest {
  readonly prepared: PreparedComparison;
  /** All compared models, and which of them are those of the job, in its order. */
  readonly names: readonly string[];
  readonly asked: readonly number[];
  readonly rules: ComparisonRules;
  /** What is known at the end. */
  readonly resultOf: (
    run: ComparisonResult['run'],
    knownOf: (model: string) => Pick<KnownParty, 'absent' | 'patterns' | 'isStandIn'>,
  ) => ComparisonResult | null;
  /** Positions of the items of the bank. */
  readonly positions: ReadonlyMap<string, number>;
  /** Called with the result while this process still holds the run. */
  readonly report: (comparison: LiveComparison) => Promise<void>;
}

/**
 * Asks the models of a job the same items, batch by batch, and keeps answers and result as a run.
 * @throws RUN_BUSY if another process has the run
 */
export async function compareLive(
  store: Store,
  job: LiveJob,
  { prepared, names, asked, rules, resultOf, positions, report }: CompareLiveRequest,
  options: Omit<AskTestsOptions, 'nextRound'>,
): Promise<void> {
  const { before, configuration, hash } = job;
  const now = () => new Date().toISOString();
  const run = before?.id ?? (await store.createRun(configuration, hash, now()));
  const release = await store.claimRun(run);
  job.replies.begin(run);
  try {
    await store.chargeReplies(run, now());
    const known = before === null ? job.known : await readKnown(store, run, job.request.models);
    const tests = asked.map(
      (place) =>
        new DrawnTest(names[place], place, prepared, Math.min(rules.items, prepared.test.size)),
    );
    const nextRound = () => {
      if (nextItems(prepared, names, rules).length === 0) return false;
      for (const test of tests) test.restart(prepared.test.asked);
      return true;
    };
    nextRound();
    const { outcomes, spent, isInterrupted } = await span('ask', {}, () =>
      askTests(store, { ...job, known }, run, tests, { ...options, nextRound }),
    );
    prepared.test.close();
    const complete = outcomes.every(({ stopped }) => stopped === null);
    const found = await foundByModel(store, run, job.request.bank.name, positions);
    const lostCost = job.examinees.reduce((sum, { counts }) => sum + counts.lostCost, 0);
    const simulated = await standInExaminees(store, run);
    const result = resultOf(
      {
        ...{ number: run, database: store.location, complete, cost: spent },
        ...(lostCost > 0 ? { lostCost } : {}),
      },
      (model) => ({
        ...(found.get(model) ?? { absent: new Map() }),
        isStandIn: simulated.has(model),
      }),
    );
    if (complete) await store.finishRun(run, result, now());
    const silent = tests.flatMap(({ model, hasAnswered }) => (hasAnswered ? [] : [model]));
    await report({ result, silent, run, outcomes, isInterrupted });
  } finally {
    await release();
  }
}

/** Of each model: the answers that are not there, and what all of them show. */
async function foundByModel(
  store: Store,
  run: number,
  bank: string,
  positions: ReadonlyMap<string, number>,
): Promise<Map<string, Pick<KnownParty, 'absent' | 'patterns'>>> {
  const byModel = new Map<string, RunAnswer[]>();
  const items = new Set<string>();
  for await (const answer of store.answers(run, { texts: false })) {
    const own = byModel.get(answer.examinee) ?? [];
    own.push(answer);
    byModel.set(answer.examinee, own);
    items.add(answer.item);
  }
  const choices = await keyChoices(store, bank, [...items]);
  return new Map(
    [...byModel].map(([model, answers]) => [
      model,
      { absent: absentAnswers(answers, positions), patterns: patternsOf(answers, choices) },
    ]),
  );
}
