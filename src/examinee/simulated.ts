import { fail } from '../errors.ts';
import { probability } from '../irt/probability.ts';
import { type RandomStream, randomInteger, randomStream } from '../random.ts';
import type { Examinee } from './examinee.ts';
import { plainReply } from './reply.ts';

/** An item as a simulated examinee sees it: parameters on the logistic metric (see ItemParameters), options and key. */
export interface SimulatedItem {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  /** Number of options, from 2. */
  readonly options: number;
  /** The letters of the right options, in order. */
  readonly key: string;
}

/**
 * Is right with the probability of the response model, and says `The answer is (B).` Each item and repeat has a random
 * stream of its own, so that answers depend on no order. Wrong answers are another option, each as likely; of several
 * right options one is left out or one added.
 * `ask` @throws EXAMINEE_FAILED for an item without parameters
 */
export function simulatedExaminee(
  name: string,
  simulation: {
    readonly ability: number;
    readonly seed: string;
    readonly items: ReadonlyMap<string, SimulatedItem>;
  },
): Examinee {
  const { ability, seed, items } = simulation;
  return {
    name,
    ask: async ({ item, repeat }, signal) => {
      signal?.throwIfAborted();
      const known = items.get(item);
      if (known === undefined)
        return fail('EXAMINEE_FAILED', {
          examinee: name,
          reason: `item ${item}: no parameters`,
          todo: 'Give its parameters, or leave the item out.',
        });
      const { a, b, c, d, key } = known;
      const random = randomStream(seed, 'simulated', name, item, repeat);
      const isRight = random() < probability(ability, a, b, c, d);
      return plainReply(`The answer is (${isRight ? key : wrongAnswer(known, random)}).`);
    },
  };
}

function wrongAnswer({ options, key }: SimulatedItem, random: RandomStream): string {
  const letters = Array.from({ length: options }, (_, k) => String.fromCharCode(65 + k));
  if (key.length === 1) {
    const others = letters.filter((letter) => letter !== key);
    return others[randomInteger(random, others.length)];
  }
  const changed = letters[randomInteger(random, options)];
  return letters.filter((letter) => key.includes(letter) !== (letter === changed)).join('');
}
