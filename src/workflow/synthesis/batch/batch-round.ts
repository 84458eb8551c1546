import { idTag } from '../../../examinee/batch/custom-id.ts';
import { SYSTEM_CLOCK } from '../../../examinee/services.ts';
import { type BudgetLimits, NO_LIMITS, type Taken } from '../../../run/run-budgets.ts';
import type { Store } from '../../../store/store.ts';
import { itemsOfBank, outputsSeen } from '../../asking/call-sources.ts';
import type { StopSignals } from '../../asking/stop-signals.ts';
import { askSynthesis, type SynthesisAsked } from '../ask-synthesis.ts';
import { positionsOf, readKept, type SynthesisJob } from '../synthesis-job.ts';
import type { SynthesisWatch } from '../synthesis-watch.ts';
import { batchCharges } from './batch-charges.ts';
import type { BatchDesk } from './batch-desk.ts';
import { batchFolder, removeUnfinished } from './batch-folder.ts';
import { BatchIndex } from './batch-index.ts';
import { BatchProblems } from './batch-problems.ts';
import { type Requests, writeRequests } from './write-requests.ts';

/** Calls of one model that are read at a time: those that arrive together share one commit. */
const AT_ONCE = 128;

/** Called with the progress of a piece of work. */
export interface WorkProgress {
  advance(units: number): void;
  stop(): void;
}

const NO_WORK = (): WorkProgress => ({ advance() {}, stop() {} });

export interface BatchRound {
  readonly asked: SynthesisAsked;
  readonly problems: BatchProblems;
  /** `.jsonl` files that lie beside the requests, and are not read. */
  readonly misplaced: readonly string[];
  /** Null if nothing is missing any more, or all was interrupted. */
  readonly requests: Requests | null;
}

export interface BatchRoundOptions {
  readonly folder: string;
  readonly isAgain: boolean;
  /** What a batch costs of the prices in the configuration. */
  readonly price: number;
  readonly limits: BudgetLimits;
  readonly interrupts: StopSignals;
  /** Called while results are kept; none by default. */
  readonly watch?: SynthesisWatch;
  /** Called for other work; none by default. @param total units of the work */
  readonly watchWork?: (doing: string, total: number) => WorkProgress;
}

/**
 * One round of batches: keeps what the results in the folder answer, and writes what can be asked next. All that it goes by
 * is the record of the run and the files: killed at any moment, it does the same again.
 *
 * @param run claimed by this process
 * @throws OPTIONS_CONFLICT if the folder belongs to another run; FILE_INVALID, FILE_UNREADABLE, FILE_UNWRITABLE
 */
export async function batchRound(
  store: Store,
  job: SynthesisJob,
  run: number,
  desk: BatchDesk,
  {
    folder: path,
    isAgain,
    price,
    limits,
    interrupts,
    watch,
    watchWork = NO_WORK,
  }: BatchRoundOptions,
): Promise<BatchRound> {
  const { stop } = interrupts;
  const folder = batchFolder(path);
  removeUnfinished(path);
  await readKept(store, run, job);
  const problems = new BatchProblems();
  const tag = await runTag(store, run);
  const index = new BatchIndex({ run: tag, stateOf: stateOf(job) }, problems);
  try {
    const files = [...folder.requests, ...folder.results];
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const reading = watchWork('reading requests and results', total);
    const how = { advance: (bytes: number) => reading.advance(bytes), stop };
    await index.readRequests(folder, how);
    await index.readResults(folder, how);
    reading.stop();
    desk.open(index, new Map(job.bank.ids.map((id, j) => [id, job.bank.places[j]])), isAgain);
    const kept = await askSynthesis(store, job, run, {
      limits: NO_LIMITS,
      concurrency: AT_ONCE,
      interrupts,
      clock: SYSTEM_CLOCK,
      ...(watch && { watch }),
      title: 'results',
    });
    const charges = batchCharges(job, index, new Date(SYSTEM_CLOCK.now()).toISOString());
    const asked = withCharges(kept, await store.charge(run, charges));
    const ended = new Set(
      asked.outcomes.flatMap(({ model, stopped }) => (stopped === null ? [] : [model])),
    );
    const round = { asked, problems, misplaced: folder.others };
    if (asked.isInterrupted) return { ...round, requests: null };
    const models = new Map(job.plan.calls.map(({ id, model }) => [idTag(id), model]));
    index.noteLeft((call) => !ended.has(models.get(call) ?? ''));
    const { missing } = asked.tally.calls();
    if (missing === 0) return { ...round, requests: null };
    const writing = watchWork('writing requests', job.design.items - asked.tally.items());
    const items = itemsOfBank(store, job.bank);
    const requests = await writeRequests(job, index, {
      folder: path,
      number: folder.next,
      run: tag,
      isAgain,
      price,
      limits,
      stop,
      taken: takenWith(asked, kept, desk),
      sources: {
        ...items,
        outputsOf: outputsSeen(store, { ...job, ...items }, run),
        hasEnded: (model) => ended.has(model),
      },
      onItem: () => writing.advance(1),
    });
    writing.stop();
    return { ...round, requests };
  } finally {
    index.close();
  }
}

/** Distinguishes runs, including those of other databases. */
async function runTag(store: Store, run: number): Promise<string> {
  const own = (await store.runs()).find(({ id }) => id === run)!;
  return idTag(run, own.hash, own.startedAt);
}

function stateOf({ plan, bank, kept, needed }: SynthesisJob) {
  const calls = new Map(plan.calls.map(({ id }, k) => [idTag(id), k]));
  const { itemOf } = positionsOf(plan, bank);
  return (tag: string, place: number) => {
    const call = calls.get(tag);
    const item = itemOf(place);
    if (call === undefined || item === undefined) return null;
    if (kept.isKept(call, item)) return 'kept';
    return needed(item).includes(call) ? 'missing' : null;
  };
}

/** With what results were charged that are no kept answers. */
function withCharges(asked: SynthesisAsked, { dollars, tokens }: Taken): SynthesisAsked {
  return {
    ...asked,
    cost: asked.cost + dollars,
    lostCost: asked.lostCost + dollars,
    sessionCost: asked.sessionCost + dollars,
    sessionTokens: asked.sessionTokens + tokens,
    taken: { dollars: asked.taken.dollars + dollars, tokens: asked.taken.tokens + tokens },
  };
}

/** What the run has taken, with the answers to cases that are not at their end. @param kept without charges */
function takenWith({ taken }: SynthesisAsked, kept: SynthesisAsked, { paid }: BatchDesk): Taken {
  return {
    dollars: taken.dollars + Math.max(0, paid.dollars - kept.sessionCost),
    tokens: taken.tokens + Math.max(0, paid.tokens - kept.sessionTokens),
  };
}
