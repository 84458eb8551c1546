/**
 * How much a calibration tries to learn of each item, from most to least: guessing shrunken towards a mean learned from
 * the data, fixed at chance, fixed at 0, and with it one discrimination for all items. With few examinees less can
 * predict more.
 */
export const RUNGS = ['3pl-shrunken', '3pl-chance', '2pl', '1pl'] as const;
export type Rung = (typeof RUNGS)[number];

/** Where the mean of guessing starts: what language models that fail to answer, or refuse, leave of chance. */
const SHRUNKEN_GUESSING = 0.1;
/** Chance where the number of options is not known. */
const UNKNOWN_CHANCE = 0.25;

/** The guessing of an item with `options` answer options (0: not known): where it starts, or what it is fixed at. */
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
