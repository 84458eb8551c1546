import type { Item } from '../../../item-bank/items/item.ts';
import { mostTokens, withSystemPrompt } from '../../examinee/endpoint/cost/most-cost.ts';
import { usualPromptTokens } from '../../examinee/endpoint/cost/token-estimate.ts';
import { usualEmbeddings } from '../../run/embeddings/usual-embeddings.ts';
import type { BudgetLimits } from '../../run/run-budgets.ts';
import { mean } from '../../statistics/mean.ts';
import { type LeastCall, requireBounds, requireRoom } from '../asking/require-budgets.ts';
import { type Estimate, USUAL_ANSWER } from '../live/live-estimate.ts';
import { questionsOf } from '../synthesis/synthesis-calls.ts';
import { answerLike, type EvaluationJob, itemsOfCall, sampledCalls } from './evaluation-job.ts';

/** Characters of an answer a token, where judges are shown what is not said yet. */
const CHARACTERS = 4;
/** The most of an answer that is reckoned with, in characters. */
const LONGEST_SHOWN = 8000;

/** What an evaluation will take, before its first call. */
export interface EvaluationEstimate extends Estimate {
  /** Missing calls of each model, and of each judge. */
  readonly byModel: readonly { readonly model: string; readonly calls: number }[];
  /** Tokens, as `most` of dollars; null if the answers of a model have no limit. */
  readonly mostTokens: number | null;
  /** Calls that the record has. */
  readonly kept: number;
}

/** @param inFlight most calls of one model in flight */
export function evaluationEstimate(job: EvaluationJob, inFlight: number): EvaluationEstimate {
  const { plan, calls, kept, bank } = job;
  const missing = new Float64Array(calls.length);
  let have = 0;
  for (let item = 0; item < bank.ids.length; item++)
    for (const call of job.needed(item)) {
      if (kept.isKept(call, item)) have++;
      else missing[call]++;
    }
  const longest = Map.groupBy(sampledCalls(job, LONGEST_SHOWN), ({ call }) => call);
  const total = { prompt: 0, completion: 0, cost: 0, dollars: 0, tokens: 0 };
  const byModel = new Map<string, { calls: number; seconds: number }>();
  let [isPriced, isBounded] = [true, true];
  for (const [k, { judge, condition, model }] of plan.calls.entries()) {
    const n = missing[k];
    const endpoint = judge === null ? job.models[model] : job.judges[judge];
    const own = byModel.get(calls[k].model) ?? { calls: 0, seconds: 0 };
    byModel.set(calls[k].model, own);
    own.calls += n;
    if (n === 0) continue;
    const { questions, tokens, usual } = sizeOf(job, k, judge === null ? condition : null);
    own.seconds += (n * questions * usual.seconds) / Math.min(inFlight, endpoint.concurrency);
    total.prompt += n * tokens;
    total.completion += n * questions * usual.tokens;
    if (endpoint.price === null) isPriced = false;
    else {
      const { prompt, completion } = endpoint.price;
      total.cost += (n * (tokens * prompt + questions * usual.tokens * completion)) / 1e6;
    }
    if (judge === null) total.cost += n * embeddingCost(job, k, usual.tokens);
    if (mostTokens(endpoint) === null) isBounded = false;
    const most = longest.get(k) ?? [];
    for (const one of most) {
      total.dollars += (n * one.dollars) / most.length;
      total.tokens += (n * one.tokens) / most.length;
    }
  }
  return {
    calls: missing.reduce((sum, n) => sum + n, 0),
    promptTokens: Math.round(total.prompt),
    completionTokens: Math.round(total.completion),
    cost: isPriced ? total.cost : null,
    most: isPriced && isBounded ? total.dollars : null,
    mostTokens: isBounded ? Math.round(total.tokens) : null,
    seconds: Math.max(0, ...[...byModel.values()].map(({ seconds }) => seconds)),
    byModel: [...byModel].map(([model, own]) => ({ model, calls: own.calls })),
    kept: have,
  };
}

/** Mean questions and prompt tokens of a call over the sample. @param condition null for a judgement, which usually takes one question */
function sizeOf(job: EvaluationJob, k: number, condition: number | null) {
  const { calls, plan, conditions, models, judges } = job;
  const { judge, model } = plan.calls[k];
  const endpoint = judge === null ? models[model] : judges[judge];
  const about = itemsOfCall(job, k);
  const size = { questions: 0, tokens: 0 };
  const text = 'x'.repeat(CHARACTERS * USUAL_ANSWER.cot.tokens);
  for (const item of about) {
    const conversation = calls[k].conversation(
      item,
      calls[k].before.map(() => answerLike(item, text)),
    );
    for (const messages of questionsOf(conversation)) {
      size.tokens += usualPromptTokens(withSystemPrompt(endpoint, messages)) / about.length;
      size.questions += 1 / about.length;
      // Further questions only repair what could not be read.
      if (judge !== null) break;
    }
  }
  const variant =
    condition === null || about.length === 0
      ? 'cot'
      : variantOf(conditions[condition].askOf, about);
  return { ...size, usual: USUAL_ANSWER[variant] };
}

/** The usual cost of embeddings of a call in dollars. References are embedded once: they count with the first call. @param answer tokens */
function embeddingCost(job: EvaluationJob, k: number, answer: number): number {
  const about = itemsOfCall(job, k);
  const { askOf } = job.conditions[job.plan.calls[k].condition];
  const costs = about.map((item) => {
    const { answers, references } = usualEmbeddings(item, askOf(item), answer);
    return answers.dollars + (k === 0 ? references.dollars : 0);
  });
  return costs.length === 0 ? 0 : mean(costs);
}

function variantOf(
  askOf: EvaluationJob['conditions'][number]['askOf'],
  [item]: readonly Item[],
): keyof typeof USUAL_ANSWER {
  return askOf(item).prompt.variant === 'answer-only' ? 'answer-only' : 'cot';
}

/**
 * Refuses budgets that an evaluation cannot keep to, or cannot begin with.
 * @throws OPTIONS_CONFLICT, OPTION_INVALID
 */
export function requireEvaluationBudgets(limits: BudgetLimits, job: EvaluationJob): void {
  requireBounds(limits, [...job.models, ...job.judges], job.caller, '');
  if (limits.money !== null || limits.tokens !== null)
    requireRoom(limits, leastCalls(job), job.caller);
}

/** What each call can take at least, over the sample. */
function leastCalls(job: EvaluationJob): LeastCall[] {
  const calls = Map.groupBy(sampledCalls(job, 0), ({ call }) => call);
  return [...calls].map(([call, own]) => ({
    model: job.calls[call].model,
    dollars: Math.min(...own.map(({ dollars }) => dollars)),
    tokens: Math.min(...own.map(({ tokens }) => tokens)),
  }));
}
