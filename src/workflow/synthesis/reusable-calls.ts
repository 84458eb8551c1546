import { askConversation } from '../../run/ask-conversation.ts';
import { replySourceOf } from '../../run/run-replies.ts';
import type { Store } from '../../store/store.ts';
import {
  ifKept,
  NO_REPLIES,
  ReusableCount,
  type ReusableReplies,
} from '../asking/reusable-replies.ts';
import { callSources } from './call-sources.ts';
import { synthesisCalls } from './synthesis-calls.ts';
import type { SynthesisJob } from './synthesis-job.ts';

/** The replies of earlier runs that the missing calls of a synthesis will use, those included that only others lead to. */
export async function reusableCalls(
  store: Store,
  job: Omit<SynthesisJob, 'reusable'>,
): Promise<ReusableReplies> {
  const { before, design, kept, needed, plan, synthesis } = job;
  const run = before?.id ?? null;
  const source = replySourceOf(run);
  if (!(await store.replies.hasOthers(source))) return { ...NO_REPLIES, isExact: true };
  const count = new ReusableCount(store.replies, source);
  const calls = synthesisCalls(plan, synthesis, {
    examineeOf: (_, endpoint) => count.examinee(endpoint),
    retries: () => ({}),
  });
  const sources = callSources(store, job, run ?? 0);
  for (let at = 0; at < design.items; at++) {
    const missing = needed(at).filter((call) => !kept.isKept(call, at));
    if (missing.length === 0) continue;
    const item = await sources.itemAt(at);
    const outputs = new Map(run === null ? [] : await sources.outputsOf(at));
    // Every call stands after those it sees.
    for (const k of missing) {
      const { examinee, repeat, draw, ...call } = calls[k];
      const seen = call.before.map((other) => outputs.get(other));
      if (!seen.every((output) => output !== undefined)) continue;
      const about = { item: item.id, repeat, ...(draw === undefined ? {} : { draw }) };
      const asked = await ifKept(askConversation(examinee, about, call.conversation(item, seen)));
      if (asked === undefined) continue;
      const { output } = call.read(
        item,
        asked.replies.map((reply) => reply.output),
        seen,
      );
      outputs.set(k, output);
    }
  }
  return { ...count.found, isExact: true };
}
