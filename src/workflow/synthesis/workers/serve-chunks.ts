import { synthesisPlan } from '../../../../calibration/synthesize/calls.ts';
import { neededCalls } from '../../../../calibration/synthesize/needed-calls.ts';
import { participantsOf } from '../../../../calibration/synthesize/participants.ts';
import {
  designOf,
  participantsOfItem,
} from '../../../../calibration/synthesize/synthesis-design.ts';
import type { EndpointConfiguration } from '../../../examinee/endpoint/configuration/configuration.ts';
import { SYSTEM_CLOCK } from '../../../examinee/services.ts';
import type { AnyPool } from '../../../queue/registered-work.ts';
import { KeptCalls } from '../../../run/kept-calls.ts';
import { RunBudgets, type Taken, tokensOf } from '../../../run/run-budgets.ts';
import { runCalls } from '../../../run/run-calls.ts';
import type { RunAnswer } from '../../../run/run-record.ts';
import { RunReplies, replySourceOf } from '../../../run/run-replies.ts';
import type { Store } from '../../../store/store.ts';
import { itemOf } from '../../../tested-bank/live-bank.ts';
import { itemsOfBank, outputsSeen } from '../../asking/call-sources.ts';
import { synthesisBank } from '../synthesis-bank.ts';
import { endpointAskers, synthesisCalls } from '../synthesis-calls.ts';
import { mostOf } from '../synthesis-estimate.ts';
import { positionsOf } from '../synthesis-job.ts';
import type { ChunkAnswer, ChunkData, ChunkResult, ChunkTask } from './chunk-work.ts';

/** Characters of an output that are sent back: they show what is wrong with it. */
const SHOWN = 500;

/**
 * Asks chunks of a synthesis on a worker, and keeps the answers in its run.
 * @param stop ends asking; what is in flight is still kept
 */
export async function serveChunks(
  store: Store,
  { bank: name, fingerprint, items, synthesis, run, reuse }: ChunkData,
  stop: AbortSignal,
): Promise<AnyPool> {
  const bank = await synthesisBank(store, name, items, synthesis.seed);
  if (bank.summary.fingerprint !== fingerprint)
    throw new Error(`bank ${name} has changed since the synthesis began`);
  const plan = synthesisPlan(participantsOf(synthesis.participants));
  const design = designOf(
    synthesis.design,
    plan.participants.length,
    bank.ids.length,
    synthesis.seed,
  );
  const kept = new KeptCalls(plan.calls.length, bank.ids.length);
  const replies = new RunReplies(store.replies, replySourceOf(run), reuse);
  const askers = endpointAskers(synthesis, replies);
  const calls = synthesisCalls(plan, synthesis, askers);
  const { callOf, itemOf: positionOf } = positionsOf(plan, bank);
  let retried: Readonly<Record<string, number>> = {};

  const ask = async (task: ChunkTask, lost: AbortSignal): Promise<ChunkResult> => {
    askers.tighten?.(synthesis.models.map((model) => shareOf(model, task.workers)));
    const own = new Set(task.items);
    const isOut = new Set(task.ended);
    const needed = (item: number) =>
      own.has(item)
        ? neededCalls(plan, participantsOfItem(design, item)).filter(
            (call) => !isOut.has(calls[call].model),
          )
        : [];
    const answers: ChunkAnswer[] = [];
    const add = (call: number, item: number, answer: RunAnswer) =>
      answers.push({
        call,
        item,
        answer: { ...answer, output: answer.output.slice(0, SHOWN), thinking: null },
      });
    // A worker that was lost may have kept some already.
    const places = task.items.map((item) => bank.places[item]);
    const before = { dollars: 0, tokens: 0 };
    const known = new Map(task.items.map((item, k) => [item, new Set(task.known[k])]));
    const names = calls.map(({ id }) => id);
    for await (const answer of store.answersAt(run, names, places)) {
      const call = callOf(answer.examinee)!;
      const item = positionOf(answer.place)!;
      if (!kept.isKept(call, item)) kept.keep(call, item, answer);
      if (known.get(item)!.has(call)) continue;
      before.dollars += answer.cost;
      // What no endpoint counted counts as the most that the call may take.
      before.tokens +=
        tokensOf([answer]) ??
        mostOf(plan.calls[call], calls[call], await itemOf(store, name, bank.ids[item])).tokens;
      add(call, item, answer);
    }
    const { itemAt, placeOf } = itemsOfBank(store, bank);
    const budgets = new RunBudgets(limitsOf(task.most, before), NOTHING, SYSTEM_CLOCK);
    let failed = 0;
    try {
      const outcomes = await runCalls(
        { calls, items: design.items, needed },
        {
          store,
          run,
          kept,
          budgets,
          concurrency: task.concurrency,
          stop: AbortSignal.any([stop, lost]),
          abort: lost,
          now: () => new Date(SYSTEM_CLOCK.now()).toISOString(),
          ...{ itemAt, placeOf },
          outputsOf: outputsSeen(
            store,
            { ...{ calls, needed, kept, placeOf }, items: design.items },
            run,
          ),
          onAnswer: add,
          onFailure: () => failed++,
        },
      );
      const sums = askers.retries();
      const retries = Object.fromEntries(
        Object.entries(sums).map(([reason, times]) => [reason, times - (retried[reason] ?? 0)]),
      );
      retried = sums;
      return {
        answers,
        failed,
        retries,
        refused: budgets.spent,
        outcomes: outcomes.map(({ error, ...outcome }) => ({
          ...outcome,
          error: error && { code: error.code, details: error.details },
        })),
      };
    } finally {
      budgets.close();
    }
  };
  return { run: (task, _, lost) => ask(task, lost), close: async () => {} };
}

const NOTHING: Taken = { dollars: 0, tokens: 0 };

/** What is left of a part of the budgets; null without a bound. */
function limitsOf(most: Taken, before: Taken) {
  const left = (of: number, taken: number) =>
    of === Number.POSITIVE_INFINITY ? null : Math.max(0, of - taken);
  return {
    money: left(most.dollars, before.dollars),
    tokens: left(most.tokens, before.tokens),
    time: null,
  };
}

/** The limits of an endpoint for one of several workers. */
function shareOf(endpoint: EndpointConfiguration, workers: number): EndpointConfiguration {
  const share = (limit: number) => Math.max(1, Math.floor(limit / workers));
  const { concurrency, requestsPerMinute, tokensPerMinute } = endpoint;
  return {
    ...endpoint,
    concurrency: share(concurrency),
    requestsPerMinute: requestsPerMinute === null ? null : share(requestsPerMinute),
    tokensPerMinute: tokensPerMinute === null ? null : share(tokensPerMinute),
  };
}
