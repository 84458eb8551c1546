import { probability } from '../../src/irt/probability.ts';
import { type RandomStream, randomStream } from '../../src/random.ts';
import { isRight } from './is-right.ts';
import { type ItemChance, itemChance } from './item-chance.ts';
import type { DebateSettings } from './settings.ts';
import { mostTempting, wrongOption } from './wrong-option.ts';

/** A single-choice item as simulated models meet it. */
export interface DebateItem {
  readonly id: string;
  /** Parameters of probability.ts. */
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  /** How many options it has, at least 2. */
  readonly options: number;
  /** The place of the right one, from 0. */
  readonly key: number;
  /** How plausible each option is, ≥ 0, in any unit; that of the key does not count. Drawn where absent. */
  readonly plausibilities?: readonly number[];
}

/** A simulated model. */
export interface Debater {
  readonly name: string;
  /** θ, logits at discrimination 1. */
  readonly ability: number;
}

/** What does not depend on who is asked. */
export interface PreparedItem {
  readonly item: DebateItem;
  readonly chance: ItemChance;
  readonly weights: ArrayLike<number>;
  readonly tempting: number;
}

/**
 * An item with what chance gives it. Where plausibilities are not given, that of option k is exp(σ t_k), t_k standard
 * normal, and the most tempting one has the largest t_k: also at σ = 0, where all are equally plausible.
 */
export function prepareItem(
  item: DebateItem,
  { spread }: DebateSettings,
  seed: string | number,
): PreparedItem {
  const chance = itemChance(seed, item.id, item.options);
  const { plausibilities } = item;
  const weights = plausibilities ?? chance.temptations.map((t) => Math.exp(spread * t));
  const tempting = mostTempting(item.key, plausibilities ?? chance.temptations);
  return { item, chance, weights, tempting };
}

/** The numbers of what a model says to an item: the first two make its opinion, further ones its words. */
export function opinionStream(
  seed: string | number,
  model: string,
  item: string,
  repeat: number,
): RandomStream {
  return randomStream(seed, 'answer', model, item, repeat);
}

/** The repeat whose opinion a repeat gives: the first one's with probability `steadiness`, else its own. */
export function repeatSpoken(
  seed: string | number,
  model: string,
  item: string,
  repeat: number,
  { steadiness }: DebateSettings,
): number {
  if (repeat === 0 || steadiness === 0) return repeat;
  return randomStream(seed, 'steady', repeat, model, item, 'again')() < steadiness ? 0 : repeat;
}

/**
 * What a model holds for the answer to an item, as the place of an option: right with probability P(θ), as isRight.ts says;
 * when wrong, the option that wrongOption.ts says. It is one and the same whether the model generates or criticises.
 * @param random the stream of opinionStream, at its beginning; one number is taken where right, two where wrong
 */
export function opinion(
  ability: number,
  { item, chance, weights, tempting }: PreparedItem,
  { common, shared }: DebateSettings,
  random: RandomStream,
): number {
  const p = probability(ability, item.a, item.b, item.c, item.d);
  if (isRight(random(), p, chance.effect, common)) return item.key;
  return wrongOption(random(), item.key, weights, tempting, shared);
}
