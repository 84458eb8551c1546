import type { ReportText, Words } from '../../languages/words.ts';
import { count, decimal, percent, withoutZero } from '../../numbers.ts';
import type { AbsentCounts } from '../../scoring/absent.ts';
import type { Effect } from '../../stress/effect.ts';
import type { EffectEnd } from '../../stress/measure-effects.ts';
import { FALSE_EFFECTS } from '../../stress/verdicts.ts';
import type { StressEffect, StressResult } from '../../workflow/stress/stress-result.ts';

/** Narrower intervals are exact. */
const EXACT = 1e-7;

/** `−4.2`, in points. */
export function points(share: number): string {
  const text = decimal(100 * share, 1);
  return share > 0 && text !== '0.0' ? `+${text}` : text;
}

/** `−6.1 to −2.0`, or `exact`. */
export function intervalText({ low, high }: Pick<Effect, 'low' | 'high'>, t: Words): string {
  return high - low < EXACT
    ? t('exact')
    : t('{low} to {high}', { low: points(low), high: points(high) });
}

/** What an effect was ended by, in words. */
export const END_WORDS: Readonly<Record<EffectEnd, ReportText>> = {
  precise: /*T*/ 'precise',
  items: /*T*/ 'no more items',
  most: /*T*/ 'limit of --items',
  stopped: /*T*/ 'stopped early',
};

/** What is shown of an effect. */
export function verdictText({ verdict }: Pick<StressEffect, 'verdict'>, t: Words): string {
  if (verdict === null) return '–';
  const p =
    verdict.p < 0.001
      ? `p < ${withoutZero('0.001', t)}`
      : `p = ${withoutZero(decimal(verdict.p, 3), t)}`;
  if (verdict.is === 'undecided') return t('no effect shown');
  return verdict.is === 'lower' ? t('lower ({p})', { p }) : t('higher ({p})', { p });
}

/** What the effects are effects on, and what the intervals promise. */
export function promiseText(
  { target, confidence, precision, bankItems }: StressResult,
  t: Words,
): string {
  const of =
    target === 'expected'
      ? t('the expected score on items like these')
      : t('the score on the {n} items of this bank as they were answered', {
          n: count(bankItems),
        });
  return t(
    'Changes are of {of}, in points. Each {share} interval holds at every moment of asking; asking ends at ± {n} points. With probability {probability} no effect that is called lower or higher is false.',
    {
      of,
      share: percent(confidence),
      n: decimal(100 * precision, 1),
      probability: percent(1 - FALSE_EFFECTS),
    },
  );
}

/** The answer in a sentence. */
export function summaryText({ effects }: StressResult, t: Words): string {
  const shown = effects.filter(({ verdict }) => verdict !== null && verdict.is !== 'undecided');
  if (effects.every(({ effect }) => effect === null))
    return t('Nothing was measured: no pair of answers is there.');
  if (shown.length === 0) return t('No effect is shown.');
  const worst = shown.reduce((a, b) => (b.effect!.change < a.effect!.change ? b : a));
  return t(
    '{n} of {all} effects are shown. The largest: {model}, {variant}: {points} points ({interval}).',
    {
      n: String(shown.length),
      all: String(effects.length),
      model: worst.model,
      variant: worst.variant,
      points: points(worst.effect!.change),
      interval: intervalText(worst.effect!, t),
    },
  );
}

/** The counts of originals and of changed items, of all effects that have some. */
export function sidesOf(effects: StressResult['effects']): AbsentCounts[] {
  return effects.flatMap(({ absent }) =>
    absent === null ? [] : [absent.original, absent.changed],
  );
}
