/**
 * How much a calibration tries to learn of each item, from most to least: guessing shrunken towards chance, towards a
 * small value, fixed at 0, and with it one discrimination for all items. With few examinees less can predict more.
 */
export const RUNGS = ['3pl-chance', '3pl-shrunken', '2pl', '1pl'] as const;
export type Rung = (typeof RUNGS)[number];

/** Guessing where nothing is known of the options: what language models that fail to answer, or refuse, leave of it. */
export const SHRUNKEN_GUESSING = 0.1;
/** Guessing that counts as none in log coordinates; the parameters then say 0. */
export const NO_GUESSING = 1e-6;
/** Chance where the number of options is not known. */
const UNKNOWN_CHANCE = 0.25;

/** The centre of the guessing prior of an item with `options` answer options (0: not known). */
export function guessingCentre(rung: Rung, options: number): number {
  switch (rung) {
    case '3pl-chance':
      return options > 1 ? 1 / options : UNKNOWN_CHANCE;
    case '3pl-shrunken':
      return SHRUNKEN_GUESSING;
    case '2pl':
    case '1pl':
      return NO_GUESSING;
  }
}
