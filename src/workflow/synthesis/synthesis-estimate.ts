import { callEndpoint } from '../../../calibration/synthesize/call-endpoint.ts';
import type { Stage, SynthesisCall } from '../../../calibration/synthesize/calls.ts';
import {
  type DesignPrecision,
  designPrecision,
} from '../../../calibration/synthesize/design-precision.ts';
import { type DesignReport, designReport } from '../../../calibration/synthesize/design-report.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import { mostTokens, withSystemPrompt } from '../../examinee/endpoint/cost/most-cost.ts';
import { usualPromptTokens } from '../../examinee/endpoint/cost/token-estimate.ts';
import type { Taken } from '../../run/run-budgets.ts';
import { type Estimate, USUAL_ANSWER } from '../live/live-estimate.ts';
import { questionsOf } from './synthesis-calls.ts';
import type { SynthesisJob } from './synthesis-job.ts';

/** Characters of an output a token, where others are shown what is not said yet. */
const CHARACTERS = 4;
/** The most of an output that others are shown, in characters. */
const LONGEST_SHOWN = 8000;
/** Correlation of participants that share a generation, as it must be expected; 1 if they always agree. */
const CORRELATIONS = { correlated: 0.5, together: 1 } as const;

/** The estimate for a synthesis, before its first call. */
export interface SynthesisEstimate extends Estimate {
  /** Calls that are missing, by model and stage. */
  readonly byModel: readonly (Readonly<Record<Stage, number>> & { readonly model: string })[];
  /** Tokens, as `most` of dollars; null if a model's answers have no limit. */
  readonly mostTokens: number | null;
  /** Calls that the record has. */
  readonly kept: number;
  readonly design: DesignReport;
  /**
   * Standard error of b for an item with a = 1 and known abilities: with independent errors of participants, which is too
   * optimistic;
   */
  readonly precision: DesignPrecision;
  /** with correlated errors of participants that share a generation, which is realistic; */
  readonly precisionCorrelated: DesignPrecision & { readonly correlation: number };
  /** and with one participant per generator. */
  readonly precisionTogether: DesignPrecision & { readonly correlation: number };
}

/** @param inFlight most calls of one model in flight */
export function synthesisEstimate(job: SynthesisJob, inFlight: number): SynthesisEstimate {
  const { plan, design, synthesis, kept } = job;
  const missing = new Float64Array(plan.calls.length);
  let have = 0;
  for (let item = 0; item < design.items; item++)
    for (const call of job.needed(item)) {
      if (kept.isKept(call, item)) have++;
      else missing[call]++;
    }
  const prompts = promptSizes(job);
  const mostOfCall = meanMost(job);
  const total = { calls: 0, prompt: 0, completion: 0, cost: 0, seconds: 0 };
  const most = { dollars: 0, tokens: 0 };
  const byModel = new Map<string, Record<Stage, number> & { seconds: number }>();
  let isPriced = true;
  let isBounded = true;
  for (const [k, call] of plan.calls.entries()) {
    const { questions, tokens } = prompts(call);
    const endpoint = callEndpoint(synthesis.models, call);
    const { price, concurrency } = endpoint;
    const usual = usualOf(call);
    const n = missing[k];
    const own = byModel.get(call.model) ?? { generate: 0, debate: 0, reflect: 0, seconds: 0 };
    own[call.stage] += n;
    own.seconds += (n * questions * usual.seconds) / Math.min(inFlight, concurrency);
    byModel.set(call.model, own);
    total.calls += n;
    total.prompt += n * tokens;
    total.completion += n * questions * usual.tokens;
    if (price === null) isPriced = false;
    else {
      const dollars = tokens * price.prompt + questions * usual.tokens * price.completion;
      total.cost += (n * dollars) / 1e6;
    }
    if (mostTokens(endpoint) === null) isBounded = false;
    if (n === 0) continue;
    const longest = mostOfCall(k);
    most.dollars += n * longest.dollars;
    most.tokens += n * longest.tokens;
  }
  const precisionWith = (correlation: number) => ({
    ...designPrecision(plan, design, { correlation }),
    correlation,
  });
  for (const { seconds } of byModel.values()) total.seconds = Math.max(total.seconds, seconds);
  return {
    calls: total.calls,
    promptTokens: Math.round(total.prompt),
    completionTokens: Math.round(total.completion),
    cost: isPriced ? total.cost : null,
    most: isPriced && isBounded ? most.dollars : null,
    mostTokens: isBounded ? Math.round(most.tokens) : null,
    seconds: total.seconds,
    byModel: [...byModel].map(([model, { seconds: _, ...stages }]) => ({ model, ...stages })),
    kept: have,
    design: designReport(design),
    precision: designPrecision(plan, design),
    precisionCorrelated: precisionWith(CORRELATIONS.correlated),
    precisionTogether: precisionWith(CORRELATIONS.together),
  };
}

/** A criticism is as long as an answer with reasons. */
function usualOf({ stage, variant }: SynthesisCall) {
  return USUAL_ANSWER[stage === 'debate' ? 'cot' : variant];
}

/** Outputs of typical length, in characters. */
function imagined({ after }: SynthesisCall, item: Item, characters: number): string[] {
  const text = 'x'.repeat(characters);
  // Of a case the bound on what is shown is shared by its answers; a criticism has it alone.
  return after.map((_, k) =>
    item.type === 'case' && k === 0
      ? JSON.stringify(item.key.map(() => text.slice(0, characters / item.key.length)))
      : text,
  );
}

/** Mean questions and prompt tokens of a call over the sample. Calls of one model, stage and variant are alike. */
function promptSizes({ plan, calls, sample, synthesis }: SynthesisJob) {
  const known = new Map<string, { questions: number; tokens: number }>();
  return (call: SynthesisCall) => {
    const key = JSON.stringify([call.model, call.stage, call.variant]);
    const before = known.get(key);
    if (before !== undefined) return before;
    const size = { questions: 0, tokens: 0 };
    const endpoint = callEndpoint(synthesis.models, call);
    for (const item of sample) {
      const seen = imagined(call, item, CHARACTERS * usualOf(call).tokens);
      const conversation = calls[plan.calls.indexOf(call)].conversation(item, seen);
      for (const messages of questionsOf(conversation)) {
        size.tokens += usualPromptTokens(withSystemPrompt(endpoint, messages)) / sample.length;
        size.questions += 1 / sample.length;
      }
    }
    known.set(key, size);
    return size;
  };
}

/** The most a call can take, the mean over the sample. Calls of one model, stage and variant are alike. */
function meanMost({ plan, calls, sample }: SynthesisJob) {
  const known = new Map<string, Taken>();
  return (k: number): Taken => {
    const { model, stage, variant } = plan.calls[k];
    const key = JSON.stringify([model, stage, variant]);
    const before = known.get(key);
    if (before !== undefined) return before;
    const mean = { dollars: 0, tokens: 0 };
    for (const item of sample) {
      const { dollars, tokens } = mostOf(plan.calls[k], calls[k], item);
      mean.dollars += dollars / sample.length;
      mean.tokens += tokens / sample.length;
    }
    known.set(key, mean);
    return mean;
  };
}

/** The most a call can take at an item. @param characters of each output that it is shown */
export function mostOf(
  call: SynthesisCall,
  asked: SynthesisJob['calls'][number],
  item: Item,
  characters: number = LONGEST_SHOWN,
): Taken {
  return asked.most(asked.conversation(item, imagined(call, item, characters)));
}
