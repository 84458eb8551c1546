import type { Store } from 'thetarank';
import type { SynthesisJob } from 'thetarank/study';
import type { Participant } from './trial-parts.ts';

/** Calls, tokens and cost of answers. */
export interface CallTotals {
  readonly calls: number;
  /** Of prompts and answers, also where these are kept replies. */
  readonly tokens: number;
  /** Dollars; kept replies cost nothing. */
  readonly cost: number;
  /** Answers with kept replies. */
  readonly cached: number;
}

const NOTHING: CallTotals = { calls: 0, tokens: 0, cost: 0, cached: 0 };

/** Totals of the answers of a run, by call. */
export async function totalsByCall(store: Store, run: number): Promise<Map<string, CallTotals>> {
  const totals = new Map<string, CallTotals>();
  for await (const { examinee, tokens, cost, cached } of store.answers(run, { texts: false })) {
    const { prompt, completion } = tokens;
    const own = { calls: 1, tokens: prompt + completion, cost, cached: Number(cached) };
    totals.set(examinee, plus(totals.get(examinee) ?? NOTHING, own));
  }
  return totals;
}

/** Totals of the answers of some participants, each call once. */
export function totalsOf(
  { participants, calls, callsOf }: SynthesisJob['plan'],
  byCall: ReadonlyMap<string, CallTotals>,
  has: (participant: Participant) => boolean,
): CallTotals {
  const own = new Set(participants.flatMap((p, k) => (has(p) ? callsOf[k] : [])));
  return [...own].reduce((sum, call) => plus(sum, byCall.get(calls[call].id) ?? NOTHING), NOTHING);
}

function plus(x: CallTotals, y: CallTotals): CallTotals {
  return {
    calls: x.calls + y.calls,
    tokens: x.tokens + y.tokens,
    cost: x.cost + y.cost,
    cached: x.cached + y.cached,
  };
}
