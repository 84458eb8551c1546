/** What the rungs of a calibration mean (`calibration/fit/rungs.ts`), for readers of results. */
export const RUNG_NOTE =
  'how much is estimated per item. 1pl: difficulty; 2pl: also discrimination; 3pl-chance: the same, with guessing fixed at chance; 3pl-shrunken: also guessing, shrunk towards a mean.';
