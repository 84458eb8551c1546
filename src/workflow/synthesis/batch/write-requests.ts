import { callEndpoint } from '../../../../calibration/synthesize/call-endpoint.ts';
import { customId, idTag, requestTag } from '../../../examinee/batch/custom-id.ts';
import { requestLine } from '../../../examinee/batch/request-line.ts';
import { replyKey } from '../../../examinee/endpoint/reply/reply-key.ts';
import type { BudgetKind, BudgetLimits, Taken } from '../../../run/run-budgets.ts';
import type { SynthesisJob } from '../synthesis-job.ts';
import { lateMost } from './batch-charges.ts';
import type { BatchIndex } from './batch-index.ts';
import { keepPrice } from './kept-price.ts';
import { type ReadyServices, readyRequests } from './ready-requests.ts';
import { type RequestFile, RequestFiles } from './request-files.ts';

/** What became of the requests that are ready. */
export interface Requests {
  /** Files that were written; none where a budget does not reach for them. */
  readonly files: readonly RequestFile[];
  /** Requests that are ready and have no result: new ones, and those that were written before. */
  readonly ready: number;
  readonly awaited: number;
  /** The files in which the latter stand, with how many of them. */
  readonly awaitedIn: readonly { readonly path: string; readonly requests: number }[];
  /** Those awaited that are written again. */
  readonly rewritten: number;
  /** The most that the new ones can take, and those before that have no result. */
  readonly most: Taken;
  readonly mostAwaited: Taken;
  /** Rounds of batches that are left at the least, this one included. */
  readonly rounds: number;
  /** The budget that does not reach for them; null if all do. */
  readonly spent: Exclude<BudgetKind, 'time'> | null;
  readonly isInterrupted: boolean;
}

export interface WriteOptions {
  readonly folder: string;
  /** The number that names of files begin with. */
  readonly number: number;
  /** `idTag` of the run. */
  readonly run: string;
  /** Writes requests again that have no result. */
  readonly isAgain: boolean;
  /** What a batch costs of the prices in the configuration: kept beside the requests. */
  readonly price: number;
  readonly limits: BudgetLimits;
  /** Of the run so far. */
  readonly taken: Taken;
  readonly sources: Pick<ReadyServices, 'itemAt' | 'outputsOf' | 'hasEnded'> & {
    placeOf(item: number): number;
  };
  /** Told once an item that lacks something. */
  onItem(): void;
  readonly stop: AbortSignal;
}

/** Dollars of rounding in sums. */
const ROUNDING = 1e-9;

/**
 * Writes the requests that are ready: all of them, or none where the most they can take does not fit into a budget, or where it is interrupted.
 * @throws FILE_UNWRITABLE
 */
export async function writeRequests(
  job: SynthesisJob,
  index: BatchIndex,
  { folder, number, run, isAgain, price, limits, taken, sources, onItem, stop }: WriteOptions,
): Promise<Requests> {
  const { plan, calls, synthesis } = job;
  const names = synthesis.models.map(({ name }) => name);
  const files = new RequestFiles(folder, number, names);
  const sums = { ready: 0, awaited: 0, rewritten: 0, rounds: 0 };
  const most = { dollars: 0, tokens: 0 };
  const mostAwaited = { ...lateMost(job, index) };
  const awaitedIn = new Map<string, number>();
  const add = (to: { dollars: number; tokens: number }, own: Taken) => {
    to.dollars += own.dollars;
    to.tokens += own.tokens;
  };
  const whole = (
    written: readonly RequestFile[],
    rest: Pick<Requests, 'spent' | 'isInterrupted'>,
  ) => ({
    files: written,
    ...sums,
    most,
    mostAwaited,
    ...rest,
    awaitedIn: [...awaitedIn].sort().map(([path, requests]) => ({ path, requests })),
  });
  const services = {
    ...sources,
    onItem(rounds: number) {
      sums.rounds = Math.max(sums.rounds, rounds);
      onItem();
    },
  };
  try {
    for await (const { call: k, item, question, turn, conversation } of readyRequests(
      job,
      services,
    )) {
      if (stop.aborted) break;
      const call = plan.calls[k];
      const endpoint = callEndpoint(synthesis.models, call);
      const id = {
        call: idTag(call.id),
        place: sources.placeOf(item),
        request: requestTag(replyKey(endpoint, question)),
      };
      const { attempt, outstanding, isAwaited, writtenIn } = index.next(id);
      const own = calls[k].most(conversation);
      // Written twice, it may be answered twice.
      sums.awaited += outstanding;
      for (let n = 0; n < outstanding; n++) add(mostAwaited, own);
      if (isAwaited) {
        if (writtenIn !== null) awaitedIn.set(writtenIn, (awaitedIn.get(writtenIn) ?? 0) + 1);
        if (!isAgain) continue;
        sums.rewritten++;
      }
      sums.ready++;
      add(most, own);
      const custom = customId({ ...id, run, turn, attempt });
      files.add(call.model, call.stage, requestLine(custom, endpoint, question));
    }
    if (stop.aborted) {
      files.discard();
      return whole([], { spent: null, isInterrupted: true });
    }
    const reaches = (limit: number | null, of: keyof Taken) =>
      limit === null || taken[of] + mostAwaited[of] + most[of] <= limit + ROUNDING;
    const isMoney = !reaches(limits.money, 'dollars');
    const isTokens = !reaches(limits.tokens, 'tokens');
    if (sums.ready > 0 && (isMoney || isTokens)) {
      files.discard();
      return whole([], { spent: isMoney ? 'money' : 'tokens', isInterrupted: false });
    }
    if (sums.ready > 0) keepPrice(folder, price);
    return whole(files.finish(), { spent: null, isInterrupted: false });
  } catch (error) {
    files.discard();
    throw error;
  }
}
