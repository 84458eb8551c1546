import { mostTokens, withSystemPrompt } from '../../examinee/endpoint/cost/most-cost.ts';
import { usualPromptTokens } from '../../examinee/endpoint/cost/token-estimate.ts';
import type { BudgetLimits } from '../../run/run-budgets.ts';
import { requireBounds, requireRoom } from '../asking/require-budgets.ts';
import type { EvaluationEstimate } from '../evaluation/evaluation-estimate.ts';
import { type AnnotationJob, sampledMost } from './annotation-job.ts';

/** Usual tokens and seconds of a label. */
const USUAL = { tokens: 15, seconds: 1 };

/** @param inFlight most calls of one model in flight */
export function annotationEstimate(job: AnnotationJob, inFlight: number): EvaluationEstimate {
  const { calls, kept, bank, models } = job;
  const items = bank.ids.length;
  const sampled = Map.groupBy(sampledMost(job), ({ call }) => call);
  const total = { calls: 0, prompt: 0, cost: 0, dollars: 0, tokens: 0, kept: 0 };
  const byModel = new Map(models.map(({ name }) => [name, { calls: 0, seconds: 0 }]));
  for (const [k, { model }] of calls.entries()) {
    let missing = 0;
    for (let item = 0; item < items; item++) if (!kept.isKept(k, item)) missing++;
    total.kept += items - missing;
    const endpoint = models.find(({ name }) => name === model)!;
    const own = byModel.get(model)!;
    own.calls += missing;
    own.seconds += (missing * USUAL.seconds) / Math.min(inFlight, endpoint.concurrency);
    const some = sampled.get(k) ?? [];
    for (const { conversation, dollars, tokens } of some) {
      const share = missing / some.length;
      const prompt = usualPromptTokens(withSystemPrompt(endpoint, conversation.next([]).messages));
      total.prompt += share * prompt;
      total.dollars += share * dollars;
      total.tokens += share * tokens;
      const { price } = endpoint;
      if (price !== null)
        total.cost += (share * (prompt * price.prompt + USUAL.tokens * price.completion)) / 1e6;
    }
    total.calls += missing;
  }
  const isPriced = models.every(({ price }) => price !== null);
  const isBounded = models.every((model) => mostTokens(model) !== null);
  return {
    calls: total.calls,
    promptTokens: Math.round(total.prompt),
    completionTokens: total.calls * USUAL.tokens,
    cost: isPriced ? total.cost : null,
    most: isPriced && isBounded ? total.dollars : null,
    mostTokens: isBounded ? Math.round(total.tokens) : null,
    seconds: Math.max(0, ...[...byModel.values()].map(({ seconds }) => seconds)),
    byModel: [...byModel].map(([model, own]) => ({ model, calls: own.calls })),
    kept: total.kept,
  };
}

/** @throws OPTIONS_CONFLICT, OPTION_INVALID for budgets that cannot be kept to */
export function requireAnnotationBudgets(limits: BudgetLimits, job: AnnotationJob): void {
  requireBounds(limits, job.models, job.caller);
  if (limits.money === null && limits.tokens === null) return;
  const most = Map.groupBy(sampledMost(job), ({ call }) => call);
  requireRoom(
    limits,
    [...most].map(([call, own]) => ({
      model: job.calls[call].model,
      dollars: Math.min(...own.map(({ dollars }) => dollars)),
      tokens: Math.min(...own.map(({ tokens }) => tokens)),
    })),
    job.caller,
  );
}
