/**
 * How much a calibration learns about each item, from most to least: guessing shrunk towards a mean learned from the data;
 * guessing fixed at chance; guessing fixed at 0; the same with one discrimination for all items. With few examinees, a simpler
 * rung can predict better.
 */
export const RUNGS = ['3pl-shrunken', '3pl-chance', '2pl', '1pl'] as const;
export type Rung = (typeof RUNGS)[number];

/** Starting mean of guessing: below chance, because language models sometimes refuse or fail to answer. */
const SHRUNKEN_GUESSING = 0.1;
/** Chance if the number of options is not known. */
const UNKNOWN_CHANCE = 0.25;

/** The guessing of an item with `options` answer options (0: not known): its starting or fixed value. */
export function guessingCentre(rung: Rung, options: number): number {
  switch (rung) {
    case '3pl-chance':
      return options > 1 ? 1 / options : UNKNOWN_CHANCE;
    case '3pl-shrunken':
      return SHRUNKEN_GUESSING;
    case '2pl':
    case '1pl':
      return 0;
  }
}
