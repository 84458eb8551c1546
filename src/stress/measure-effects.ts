import { type AbsentPairs, absentPairs } from './absent-pairs.ts';
import { type Effect, type EffectRules, effectOf, type ScorePair } from './effect.ts';

/** Items of the first round of an effect. */
const FIRST = 24;
/** Items of a further round: a share of those asked, and at least so many. An interval is looked at after each round. */
const GROWTH = 1 / 8;
const LEAST = 16;

/** A change of which the effect on a model is wanted. */
export interface EffectPlan {
  readonly model: string;
  readonly variant: string;
  /** The items to which it applies, by position, in the random order in which they are asked. */
  readonly items: readonly number[];
}

/** An item that is to be asked as it is and changed, of an effect by its position. */
export interface WantedPair {
  readonly effect: number;
  readonly item: number;
}

export interface MeasureSettings extends EffectRules {
  /** Most items of an effect. */
  readonly most: number;
}

/** Asks and finds scores. */
export interface PairSource {
  /**
   * Asks what is not known of these pairs.
   * @returns false if no further round is to be asked, such as when a budget is spent
   */
  ask(pairs: readonly WantedPair[]): Promise<boolean>;
  /** The scores of a pair; null where an answer is missing. */
  pair(wanted: WantedPair): ScorePair | null;
  /** Whether a pair without scores has both answers, of which no judge graded one: asking again changes nothing. */
  isUngraded?(wanted: WantedPair): boolean;
  /** Called after each round. */
  onRound?(effects: readonly MeasuredEffect[]): void;
}

/** `precise`: the interval is narrow enough; `items`: there were no more; `most`: the limit of items; `stopped`: asking ended before. */
export type EffectEnd = 'precise' | 'items' | 'most' | 'stopped';

export interface MeasuredEffect extends EffectPlan {
  /** Null without any pair. */
  readonly effect: Effect | null;
  readonly end: EffectEnd;
  /** Items that were to be asked and lack an answer. */
  readonly missing: number;
  /** Items with both answers of which no judge graded one; they are left out. */
  readonly ungraded: number;
  /** Answers that could not be read or were refused, and the effect without them; null if there are none. */
  readonly absent: AbsentPairs | null;
  /** The pairs with both answers, by item, in the order of asking. */
  readonly pairs: readonly { readonly item: number; readonly scores: ScorePair }[];
}

/**
 * Measures effects in rounds: each round goes to the effects that are not yet precise. Their items come in one random order, so that effects share
 * the answers to the originals. Which rounds there are depends on the scores alone: with kept answers an interrupted study asks
 * the same pairs again.
 */
export async function measureEffects(
  plans: readonly EffectPlan[],
  settings: MeasureSettings,
  source: PairSource,
): Promise<MeasuredEffect[]> {
  const asked = plans.map(() => 0);
  const measured = plans.map((plan, k) => measure(plan, k, 0, settings, source));
  for (;;) {
    const wanted: WantedPair[] = [];
    for (const [effect, { items }] of plans.entries()) {
      if (measured[effect].end !== 'stopped') continue;
      const from = asked[effect];
      const grown = from === 0 ? FIRST : from + Math.max(LEAST, Math.ceil(from * GROWTH));
      asked[effect] = Math.min(items.length, settings.most, grown);
      for (const item of items.slice(from, asked[effect])) wanted.push({ effect, item });
    }
    if (wanted.length === 0) return measured;
    const goesOn = await source.ask(wanted);
    for (const effect of new Set(wanted.map((pair) => pair.effect)))
      measured[effect] = measure(plans[effect], effect, asked[effect], settings, source);
    source.onRound?.(measured);
    if (!goesOn) return measured;
  }
}

function measure(
  plan: EffectPlan,
  place: number,
  asked: number,
  { most, ...rules }: MeasureSettings,
  { pair, isUngraded }: Pick<PairSource, 'pair' | 'isUngraded'>,
): MeasuredEffect {
  let ungraded = 0;
  const pairs = plan.items.slice(0, asked).flatMap((item) => {
    const wanted = { effect: place, item };
    const scores = pair(wanted);
    if (scores === null && isUngraded?.(wanted) === true) ungraded++;
    return scores === null ? [] : [{ item, scores }];
  });
  const size = plan.items.length;
  const scores = pairs.map((one) => one.scores);
  const effect = pairs.length === 0 ? null : effectOf(scores, size, rules);
  const isPrecise = effect?.isPrecise === true;
  const end = isPrecise ? 'precise' : asked >= size ? 'items' : asked >= most ? 'most' : 'stopped';
  const missing = asked - pairs.length - ungraded;
  const isAll = pairs.length === size;
  return {
    ...plan,
    effect,
    end,
    missing,
    ungraded,
    absent: absentPairs(scores, isAll, rules),
    pairs,
  };
}
