import { askConversation, cutOf } from '../../run/ask-conversation.ts';
import type { RunCall } from '../../run/run-calls.ts';
import { replySourceOf } from '../../run/run-replies.ts';
import type { Store } from '../../store/store.ts';
import { itemsOfBank, outputsSeen } from '../asking/call-sources.ts';
import {
  ifKept,
  NO_REPLIES,
  ReusableCount,
  type ReusableReplies,
} from '../asking/reusable-replies.ts';
import { type Askers, synthesisCalls } from './synthesis-calls.ts';
import type { SynthesisJob } from './synthesis-job.ts';

const NEVER = new AbortController().signal;

/** The replies of earlier runs that the missing calls of a synthesis will use, those included that only others lead to. */
export function reusableCalls(
  store: Store,
  job: Omit<SynthesisJob, 'reusable'>,
): Promise<ReusableReplies> {
  const { design, plan, synthesis } = job;
  return reusableOf(store, job, design.items, (examineeOf) =>
    synthesisCalls(plan, synthesis, { examineeOf, retries: () => ({}) }),
  );
}

/** The same for any calls. @param callsOf the calls with other examinees */
export async function reusableOf(
  store: Store,
  job: Pick<SynthesisJob, 'bank' | 'before' | 'calls' | 'kept' | 'needed'>,
  items: number,
  callsOf: (examineeOf: Askers['examineeOf']) => readonly RunCall[],
): Promise<ReusableReplies> {
  const { before, kept, needed } = job;
  const run = before?.id ?? null;
  const source = replySourceOf(run);
  if (!(await store.replies.hasOthers(source))) return { ...NO_REPLIES, isExact: true };
  const count = new ReusableCount(store.replies, source);
  const calls = callsOf((_, endpoint) => count.examinee(endpoint));
  const { itemAt, placeOf } = itemsOfBank(store, job.bank);
  const outputsOf = outputsSeen(
    store,
    { calls: job.calls, items, needed, kept, placeOf },
    run ?? 0,
  );
  for (let at = 0; at < items; at++) {
    const missing = needed(at).filter((call) => !kept.isKept(call, at));
    if (missing.length === 0) continue;
    const item = await itemAt(at);
    const outputs = new Map(run === null ? [] : await outputsOf(at));
    // Every call stands after those it sees.
    for (const k of missing) {
      const { examinee, repeat, draw, ...call } = calls[k];
      const seen = call.before.map((other) => outputs.get(other));
      if (!seen.every((output) => output !== undefined)) continue;
      const given = call.given?.(item, seen) ?? null;
      if (given !== null) {
        outputs.set(k, given.output);
        continue;
      }
      const about = { item: item.id, repeat, ...(draw === undefined ? {} : { draw }) };
      const asked = await ifKept(askConversation(examinee, about, call.conversation(item, seen)));
      if (asked === undefined) continue;
      const { replies } = asked;
      const said = { outputs: replies.map((reply) => reply.output), cut: cutOf(replies) };
      // What scores an answer may be awaited too.
      const read = await ifKept((async () => call.read(item, said, seen, NEVER))());
      if (read !== undefined) outputs.set(k, read.output);
    }
  }
  return { ...count.found, isExact: true };
}
