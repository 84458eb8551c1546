import { callEndpoint } from '../../../../calibration/synthesize/call-endpoint.ts';
import { idTag } from '../../../examinee/batch/custom-id.ts';
import { cost } from '../../../examinee/endpoint/cost/cost.ts';
import type { Taken } from '../../../run/run-budgets.ts';
import type { RunCharge } from '../../../run/run-record.ts';
import { mostOf } from '../synthesis-estimate.ts';
import type { SynthesisJob } from '../synthesis-job.ts';
import type { BatchIndex } from './batch-index.ts';

/**
 * Charges for batch results that are not kept answers: failures that may be billed, and answers to questions answered before.
 * By `custom_id`, so that each counts once even if files are read repeatedly. @param at ISO 8601
 */
export function batchCharges(job: SynthesisJob, index: BatchIndex, at: string): RunCharge[] {
  const { plan, synthesis } = job;
  const failed = [...index.failed].map(([source, dollars]) => ({ source, at, dollars, tokens: 0 }));
  const callAt = new Map(plan.calls.map(({ id }, k) => [idTag(id), k]));
  const twice = [...index.answeredTwice()].map(({ id: source, call, answer: { usage } }) => {
    const k = callAt.get(call)!;
    if (usage === null) return { source, at, ...longestOf(job, k) };
    const { price } = callEndpoint(synthesis.models, plan.calls[k]);
    return { source, at, dollars: cost(price, usage), tokens: usage.prompt + usage.completion };
  });
  return [...failed, ...twice];
}

/** The most that requests of kept calls can take that were written more than once and may still be answered. */
export function lateMost(job: SynthesisJob, index: BatchIndex): Taken {
  const most = { dollars: 0, tokens: 0 };
  const callAt = new Map(job.plan.calls.map(({ id }, k) => [idTag(id), k]));
  for (const [call, n] of index.outstanding) {
    const own = longestOf(job, callAt.get(call)!);
    most.dollars += n * own.dollars;
    most.tokens += n * own.tokens;
  }
  return most;
}

/** The most that a call takes among the items of the sample. */
function longestOf({ plan, calls, sample }: SynthesisJob, k: number): Taken {
  const all = sample.map((item) => mostOf(plan.calls[k], calls[k], item));
  return {
    dollars: Math.max(0, ...all.map(({ dollars }) => dollars)),
    tokens: Math.ceil(Math.max(0, ...all.map(({ tokens }) => tokens))),
  };
}
