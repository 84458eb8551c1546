import type { Effect } from '../../stress/effect.ts';
import { type LengthEffect, lengthEffects } from '../../stress/length-effects.ts';
import type { EffectEnd, MeasuredEffect } from '../../stress/measure-effects.ts';
import type { StressVariant } from '../../stress/variants.ts';
import { type Verdict, verdictsOf } from '../../stress/verdicts.ts';
import type { StressJob } from './stress-job.ts';

/** A measured effect, as it is reported. Scores and changes are shares of 1. */
export interface StressEffect {
  readonly model: string;
  readonly variant: StressVariant;
  /** Items of the bank to which the variant applies. */
  readonly appliesTo: number;
  readonly effect: Effect | null;
  readonly verdict: Verdict | null;
  readonly end: EffectEnd;
  readonly missing: number;
  readonly byLength: readonly LengthEffect[];
}

export interface StressResult {
  readonly bank: string;
  readonly run: number;
  /** Items of the bank that can be asked. */
  readonly bankItems: number;
  /** Of those, items that judges grade, which are left out. */
  readonly judged: number;
  readonly share: number;
  readonly seed: number;
  readonly precision: number;
  readonly confidence: number;
  readonly target: 'expected' | 'recorded';
  readonly models: readonly string[];
  readonly variants: readonly StressVariant[];
  readonly effects: readonly StressEffect[];
  /** Dollars and tokens of the run. */
  readonly cost: number;
  readonly tokens: number;
  /** Whether every effect was asked to its end and no answer is missing. */
  readonly complete: boolean;
}

export function stressResult(
  { request, evaluation, plans, lengths, judged }: StressJob,
  run: number,
  measured: readonly MeasuredEffect[],
  taken: { readonly dollars: number; readonly tokens: number },
): StressResult {
  const { bank, share, seed, rules, models, variants } = request;
  const verdicts = verdictsOf(measured.map(({ effect }) => effect));
  return {
    ...{ bank, run, judged, share, seed },
    bankItems: evaluation.bank.ids.length,
    ...{ precision: rules.precision, confidence: rules.confidence, target: rules.target },
    models: models.map(({ name }) => name),
    variants,
    effects: measured.map(({ model, effect, end, missing, items, pairs }, k) => ({
      model,
      variant: plans[k].variant as StressVariant,
      appliesTo: items.length,
      ...{ effect, verdict: verdicts[k], end, missing },
      byLength: lengthEffects({ items, pairs }, (item) => lengths[item], rules),
    })),
    cost: taken.dollars,
    tokens: taken.tokens,
    complete: measured.every(({ end, missing }) => end !== 'stopped' && missing === 0),
  };
}
