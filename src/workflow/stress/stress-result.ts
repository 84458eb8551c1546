import type { ExamineeDoubt } from '../../scoring/doubts/examinee-doubts.ts';
import type { AbsentPairs } from '../../stress/absent-pairs.ts';
import type { Effect } from '../../stress/effect.ts';
import { type LengthEffect, lengthEffects } from '../../stress/length-effects.ts';
import type { EffectEnd, MeasuredEffect } from '../../stress/measure-effects.ts';
import type { StressVariant } from '../../stress/variants.ts';
import { type Verdict, verdictsOf } from '../../stress/verdicts.ts';
import type { ModelPatterns, ReadAnswers } from '../bank/read-answers.ts';
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
  /** Pairs with both answers of which no judge graded one; left out, and not asked again. */
  readonly ungraded: number;
  /** Answers that could not be read or were refused, which score 0, and the effect without them; null if there are none. */
  readonly absent: AbsentEffect | null;
  readonly byLength: readonly LengthEffect[];
}

/** With what is shown of the effect without these answers, and whether that differs. */
export interface AbsentEffect extends AbsentPairs {
  readonly verdict: Verdict | null;
  readonly movesVerdict: boolean;
}

export interface StressResult {
  /** Of this form of result. */
  readonly version: 'stress-1';
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
  /** What answers show of prompt, endpoint and extraction: of a model's original items, and under its name with the variant of changed ones. */
  readonly patterns: readonly ModelPatterns[];
  /** Dollars and tokens of the run. */
  readonly cost: number;
  readonly tokens: number;
  /** Whether every effect was asked to its end and no answer is missing. */
  readonly complete: boolean;
  /** Models and judges that the stand-in answered for. */
  readonly doubts: readonly ExamineeDoubt[];
}

export function stressResult(
  { request, evaluation, plans, lengths, judged }: StressJob,
  run: number,
  measured: readonly MeasuredEffect[],
  taken: { readonly dollars: number; readonly tokens: number },
  doubts: readonly ExamineeDoubt[],
  answers: ReadAnswers,
): StressResult {
  const { bank, share, seed, rules, models, variants } = request;
  const verdicts = verdictsOf(measured.map(({ effect }) => effect));
  const without = verdictsOf(
    measured.map(({ effect, absent }) => (absent === null ? effect : absent.effect)),
  );
  return {
    version: 'stress-1',
    ...{ bank, run, judged, share, seed },
    bankItems: evaluation.bank.ids.length,
    ...{ precision: rules.precision, confidence: rules.confidence, target: rules.target },
    models: models.map(({ name }) => name),
    variants,
    effects: measured.map(({ model, effect, end, missing, ungraded, absent, items, pairs }, k) => ({
      model,
      variant: plans[k].variant as StressVariant,
      appliesTo: items.length,
      ...{ effect, verdict: verdicts[k], end, missing, ungraded },
      absent: absent && {
        ...absent,
        verdict: without[k],
        movesVerdict: without[k]?.is !== verdicts[k]?.is,
      },
      byLength: lengthEffects({ items, pairs }, (item) => lengths[item], rules),
    })),
    patterns: stressPatterns(
      answers,
      models.map(({ name }) => name),
    ),
    cost: taken.dollars,
    tokens: taken.tokens,
    complete: measured.every(({ end, missing }) => end !== 'stopped' && missing === 0),
    doubts,
  };
}

/** Changed items may draw answers to a wrong option or a place: that is the effect that is measured, and no fault of reading. */
function stressPatterns(answers: ReadAnswers, models: readonly string[]): ModelPatterns[] {
  return answers.patterns().flatMap(({ model, patterns }) => {
    const own = patterns.filter(
      ({ pattern }) =>
        models.includes(model) || (pattern !== 'below-chance' && pattern !== 'position'),
    );
    return own.length === 0 ? [] : [{ model, patterns: own }];
  });
}
