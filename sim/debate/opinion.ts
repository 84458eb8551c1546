import { probability } from '../../src/irt/probability.ts';
import { type RandomStream, randomStream } from '../../src/random.ts';
import { isRight } from './is-right.ts';
import { type ItemChance, itemChance } from './item-chance.ts';
import type { DebateSettings } from './settings.ts';
import { mostTempting, wrongOption } from './wrong-option.ts';

/** A single-choice item for simulated models. */
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
  /** Plausibility of each option, ≥ 0, in any unit; that of the key is ignored. Drawn by default. */
  readonly plausibilities?: readonly number[];
}

/** A simulated model. */
export interface Debater {
  readonly name: string;
  /** θ, logits at discrimination 1. */
  readonly ability: number;
}

/** The values of an item that are the same for all models. */
export interface PreparedItem {
  readonly item: DebateItem;
  readonly chance: ItemChance;
  readonly weights: ArrayLike<number>;
  readonly tempting: number;
}

/**
 * An item with its random values. By default the plausibility of option k is exp(σ t_k), with t_k standard normal, and the most
 * tempting option has the largest t_k, even with σ = 0, when all are equally plausible.
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

/** The random numbers of a model's answer to an item: the first two determine its opinion, later ones its words. */
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
 * A model's opinion on an item, as the position of an option: right with probability P(θ) (is-right.ts); if wrong, the option
 * of wrong-option.ts. The opinion is the same when the model generates and when it criticises.
 * @param random the stream of opinionStream, at its beginning; one number is used if right, two if wrong
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
