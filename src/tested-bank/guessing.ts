import type { Item } from '../../item-bank/items/item.ts';

/**
 * The mean score of a guess at an item, as a number of equally likely answers of which one is right: the options of a single choice, the
 * 2ⁿ − 1 sets of options of a multiple choice, 2 for an order (an order by chance has half of the pairs right), and Infinity for open questions
 * and cases, which guesses do not answer.
 */
export function guessableAnswers(item: Item): number {
  switch (item.type) {
    case 'single':
      return Object.keys(item.options).length;
    case 'multiple':
      return 2 ** Object.keys(item.options).length - 1;
    case 'sequencing':
      return 2;
    case 'open':
    case 'case':
      return Number.POSITIVE_INFINITY;
  }
}

/** The fewest items from which the priors of a group can be learned. */
const FEWEST = 20;
/** From this mean score of a guess on an item is one of orders; below the other one it is hardly guessed at all. */
const [ORDERS, HARDLY] = [0.5, 0.1];

/**
 * Groups of items by what a guess at them is worth, each with priors of its own: hardly anything (open questions, cases, sets of four or more
 * options), an option, or half of an order. A group of few items joins the next larger one; one group is none.
 * @param answers of each item, as `guessableAnswers` gives them
 */
export function guessingGroups(answers: readonly number[]): number[] | undefined {
  const level = answers.map((count): number => {
    const chance = 1 / count;
    return chance < HARDLY ? 0 : chance < ORDERS ? 1 : 2;
  });
  const size = [0, 1, 2].map((own) => level.filter((one) => one === own).length);
  if (size[2] < FEWEST) merge(2, 1);
  if (size[0] < FEWEST) merge(0, 1);
  if (size[1] < FEWEST) merge(1, size[0] >= size[2] ? 0 : 2);
  const used = [0, 1, 2].filter((own) => size[own] > 0);
  return used.length < 2 ? undefined : level.map((own) => used.indexOf(own));

  function merge(from: number, into: number): void {
    for (const [j, own] of level.entries()) if (own === from) level[j] = into;
    size[into] += size[from];
    size[from] = 0;
  }
}
