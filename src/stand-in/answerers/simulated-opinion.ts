import type { Item } from '../../../item-bank/items/item.ts';
import { isRight } from '../../../sim/debate/is-right.ts';
import { itemChance } from '../../../sim/debate/item-chance.ts';
import {
  type DebateItem,
  opinion,
  opinionStream,
  prepareItem,
  repeatSpoken,
} from '../../../sim/debate/opinion.ts';
import type { DebateSettings } from '../../../sim/debate/settings.ts';
import { probability } from '../../irt/probability.ts';
import { type RandomStream, randomStream } from '../../random.ts';
import { type Intended, intendedAnswer } from './intended-answer.ts';
import type { ItemCurve } from './simulate.ts';

/** Who is asked what, and with what luck. */
export interface Situation {
  readonly model: string;
  readonly ability: number;
  readonly item: Item;
  readonly curve: ItemCurve;
  readonly repeat: number;
  readonly seed: number;
  readonly settings: DebateSettings;
  /** Which question of a case is asked is told by it. */
  readonly lastMessage: string;
  readonly isChinese: boolean;
}

export interface Opinion {
  /** Letters are the item's own. */
  readonly intended: Intended;
  readonly isRight: boolean;
  /** For the words in which it is said. */
  readonly random: RandomStream;
}

/**
 * What a model holds for the answer to an item: the same whether it generates, criticises, or remembers what it said.
 * That of a single choice is what sim/debate says in bulk; those of other types follow the same formulas, where the wrong
 * answer that tempts most is one that is drawn for the item.
 */
export function simulatedOpinion(situation: Situation): Opinion {
  const { model, item, repeat, seed, settings } = situation;
  const spoken = repeatSpoken(seed, model, item.id, repeat, settings);
  const random = opinionStream(seed, model, item.id, spoken);
  const { intended, isRight } =
    item.type === 'single' ? chosen(item, situation, random) : other(situation, random);
  // A repeat of the same opinion is put into words of its own.
  const words =
    spoken === repeat ? random : randomStream(seed, 'words', repeat, model, item.id, 'again');
  return { intended, isRight, random: words };
}

function chosen(
  item: Extract<Item, { type: 'single' }>,
  { ability, curve, seed, settings }: Situation,
  random: RandomStream,
): Omit<Opinion, 'random'> {
  const letters = Object.keys(item.options);
  const key = letters.indexOf(item.key[0]);
  const single: DebateItem = { id: item.id, ...curve, options: letters.length, key };
  const place = opinion(ability, prepareItem(single, settings, seed), settings, random);
  return { intended: { kind: 'letters', letters: [letters[place]] }, isRight: place === key };
}

function other(situation: Situation, random: RandomStream): Omit<Opinion, 'random'> {
  const { ability, item, curve, seed, settings } = situation;
  const { common, shared } = settings;
  const p = probability(ability, curve.a, curve.b, curve.c, curve.d);
  const effect = common === 0 ? 0 : itemChance(seed, item.id, 0).effect;
  const right = isRight(random(), p, effect, common);
  const tempted = !right && shared > 0 && random() < shared;
  const chance = tempted ? randomStream(seed, 'tempting', item.id, 'answer') : random;
  return { intended: intendedAnswer(item, right, situation, chance), isRight: right };
}
