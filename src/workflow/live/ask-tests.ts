import type { LiveTest } from '../../ranking/live/live-test.ts';
import { Budget } from '../../run/budget.ts';
import { FirstAnswers } from '../../run/first-answers.ts';
import { mostCost } from '../../run/most-cost.ts';
import { type ModelOutcome, runModels } from '../../run/run-models.ts';
import type { RunAnswer } from '../../run/run-record.ts';
import { type EndpointChange, ServedModels } from '../../run/served-models.ts';
import type { AnswerPattern } from '../../scoring/patterns/answer-pattern.ts';
import type { Store } from '../../store/store.ts';
import { itemOf } from '../../tested-bank/live-bank.ts';
import { type Interrupts, signalsOf } from '../asking/stop-signals.ts';
import type { LiveJob } from './live-job.ts';
import type { AnswerFacts } from './live-result.ts';

/** Called with the answers. */
export interface LiveWatch {
  /** An answer of the `m`-th model is kept. */
  answered(m: number, cost: number, answer: RunAnswer): void;
  /** An endpoint reports another model than before. */
  changed(change: EndpointChange): void;
  /** The first answers of the `m`-th model all have one fault; called once per model, with one of the outputs. */
  doubted(m: number, pattern: AnswerPattern, example: string): void;
  stop(): void;
}

/** What is shown of a test that goes on. */
export type WatchedTest = Pick<LiveTest, 'model' | 'length' | 'score'>;

/** How the tests of a run are asked. */
export interface AskTestsOptions {
  /** Items of one model in flight at most. */
  readonly concurrency: number;
  /** What a question counts as that gets no answer after all retries. */
  readonly unanswered: 'stop' | 'wrong';
  /** What ends asking; made when it begins, and let go when it has ended. */
  readonly interrupts?: (() => Interrupts) | undefined;
  /** Begins to tell of the answers of a run, when asking begins. */
  readonly watch?: ((tests: readonly WatchedTest[], run: number) => LiveWatch) | undefined;
  /** Ids of pretest items that the tests may ask; their positions follow those of the bank. */
  readonly pretest?: readonly string[];
  /**
   * Called when all tests are over: true if they go on, with all items from the first one, of which those that are answered are not
   * asked again. For tests whose next items depend on the answers of several models. Without it they end.
   */
  readonly nextRound?: () => boolean;
}

/** What came of asking. */
export interface AskedTests {
  readonly outcomes: readonly ModelOutcome[];
  /** By model, without texts: those of a long run would not fit into memory, and the store has them. */
  readonly answers: ReadonlyMap<string, readonly AnswerFacts[]>;
  readonly spent: number;
  readonly served: ServedModels;
  readonly isInterrupted: boolean;
}

export const NO_WATCH: LiveWatch = { answered() {}, changed() {}, doubted() {}, stop() {} };

/** Asks the models of a job what their tests choose, and keeps the answers, in a run that is claimed. */
export async function askTests(
  store: Store,
  { request, models, examinees, askOf, known, budget }: LiveJob,
  run: number,
  tests: readonly LiveTest[],
  options: AskTestsOptions,
): Promise<AskedTests> {
  const { bank } = request;
  const ids = [...bank.responses.items, ...(options.pretest ?? [])];
  const money = new Budget(budget ?? Number.POSITIVE_INFINITY);
  const answers = new Map<string, AnswerFacts[]>(models.map(({ name }) => [name, []]));
  for (const own of known.values()) for (const { cost } of own.values()) money.add(cost);
  money.add((await store.charged(run)).dollars);
  const { stop, abort, restore } = options.interrupts?.() ?? signalsOf();
  const watch = options.watch?.(tests, run) ?? NO_WATCH;
  const served = new ServedModels((change) => watch.changed(change));
  served.resume(await store.origins(run), (name) => name);
  const position = new Map(models.map(({ name }, m) => [name, m]));
  const first = models.map(() => new FirstAnswers());
  // Answers of this process too, for rounds after the first.
  const counted = models.map(({ name }) => new Map(known.get(name)!));
  const seen = models.map(() => new Set<string>());
  let outcomes: readonly ModelOutcome[];
  try {
    do {
      outcomes = await runModels(
        tests.map((test, m) => ({
          test,
          examinee: examinees[m],
          mostCost: mostCost(models[m], askOf),
          known: counted[m],
        })),
        {
          store,
          run,
          idAt: (j) => ids[j],
          itemAt: (j) => itemOf(store, bank.name, ids[j]),
          askOf,
          budget: money,
          concurrency: options.concurrency,
          now: () => new Date().toISOString(),
          stop,
          abort,
          unanswered: options.unanswered,
          onAnswer(whole, isNew) {
            const m = position.get(whole.examinee)!;
            if (seen[m].has(whole.item)) return;
            seen[m].add(whole.item);
            if (isNew) served.note(whole.examinee, whole);
            const { output: _, thinking: __, ...answer } = whole;
            answers.get(answer.examinee)!.push(answer);
            if (options.nextRound !== undefined)
              counted[m].set(whole.item, { ...answer, output: '', thinking: null });
            watch.answered(m, answer.cost, whole);
            const pattern = first[m].note(whole);
            if (pattern !== null) watch.doubted(m, pattern, first[m].example);
          },
        },
      );
    } while (outcomes.every(({ stopped }) => stopped === null) && options.nextRound?.() === true);
  } finally {
    watch.stop();
    restore();
  }
  return { outcomes, answers, spent: money.spent, served, isInterrupted: stop.aborted };
}
