import { count, decimal, percent } from '../../numbers.ts';
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
export function intervalText({ low, high }: Pick<Effect, 'low' | 'high'>): string {
  return high - low < EXACT ? 'exact' : `${points(low)} to ${points(high)}`;
}

/** What an effect was ended by, in words. */
export const END_WORDS: Readonly<Record<EffectEnd, string>> = {
  precise: 'precise',
  items: 'no more items',
  most: 'limit of --items',
  stopped: 'stopped early',
};

/** What is shown of an effect. */
export function verdictText({ verdict }: Pick<StressEffect, 'verdict'>): string {
  if (verdict === null) return '–';
  const p = verdict.p < 0.001 ? 'p < .001' : `p = ${decimal(verdict.p, 3).replace(/^0\./, '.')}`;
  return verdict.is === 'undecided' ? 'no effect shown' : `${verdict.is} (${p})`;
}

/** What the effects are effects on, and what the intervals promise. */
export function promiseText({ target, confidence, precision, bankItems }: StressResult): string {
  const of =
    target === 'expected'
      ? 'the expected score on items like these'
      : `the score on the ${count(bankItems)} items of this bank as they were answered`;
  return `Changes are of ${of}, in points. Each ${percent(confidence)} interval holds at every moment of asking; asking ends at ± ${decimal(100 * precision, 1)} points. With probability ${percent(1 - FALSE_EFFECTS)} no effect that is called lower or higher is false.`;
}

/** The answer in a sentence. */
export function summaryText({ effects }: StressResult): string {
  const shown = effects.filter(({ verdict }) => verdict !== null && verdict.is !== 'undecided');
  if (effects.every(({ effect }) => effect === null))
    return 'Nothing was measured: no pair of answers is there.';
  if (shown.length === 0) return 'No effect is shown.';
  const worst = shown.reduce((a, b) => (b.effect!.change < a.effect!.change ? b : a));
  return `${shown.length} of ${effects.length} effects are shown. The largest: ${worst.model}, ${worst.variant}: ${points(worst.effect!.change)} points (${intervalText(worst.effect!)}).`;
}
