import {
  alphaInterval,
  chanceDisagreement,
  coefficientInterval,
  krippendorffAlpha,
  type RandomStream,
  randomStream,
} from 'thetarank';

/** Categories: names or an order, and how frequent they are. */
const CATEGORIES = [
  { level: 'nominal', balanced: [0.5, 0.5], rare: [0.9, 0.1] },
  { level: 'nominal', balanced: [0.2, 0.2, 0.2, 0.2, 0.2], rare: [0.75, 0.1, 0.05, 0.05, 0.05] },
  { level: 'ordinal', balanced: [0.2, 0.2, 0.2, 0.2, 0.2], rare: [0.75, 0.1, 0.05, 0.05, 0.05] },
] as const;

export const SEVERAL = [3, 5].flatMap((raters) =>
  [8, 12, 20, 30].flatMap((items) =>
    (['balanced', 'rare'] as const).map((frequencies) => ({ raters, items, frequencies })),
  ),
);
export type SeveralRaters = (typeof SEVERAL)[number];
export const SEVERAL_RUNS = 400;

/** Kinds of panels in a row. */
export const KINDS = CATEGORIES.flatMap((categories) =>
  [0.3, 0.6, 0.9].flatMap((alpha) =>
    // Raters err each for themselves, or all on the same items.
    [false, true].map((isItem) => ({ ...categories, alpha, isItem })),
  ),
);
type Kind = (typeof KINDS)[number];

export const WAYS = ['before', 'after'] as const;
export interface Held {
  readonly held: number;
  readonly known: number;
  readonly width: number;
}

/** Of each kind of panels: how often intervals held, by way. */
export function severalHeld(cell: SeveralRaters): Record<(typeof WAYS)[number], Held>[] {
  const { raters, items } = cell;
  const units = Array.from({ length: items }, (_, row) => [row]);
  return KINDS.map((kind, k) => {
    const sums = { before: [0, 0, 0], after: [0, 0, 0] };
    for (let run = 0; run < SEVERAL_RUNS; run++) {
      const random = randomStream(1, 'several', raters, items, cell.frequencies, k, run);
      const grades = panel(cell, kind, random);
      const of = (rows?: Int32Array) => krippendorffAlpha(grades, raters, kind.level, rows);
      const found = {
        before: coefficientInterval(of(), units, of, {
          chance: chanceDisagreement(grades),
          isOfSquares: kind.level !== 'nominal',
        }),
        after: alphaInterval(grades, raters, kind.level, units),
      };
      for (const way of WAYS) {
        const { low, high } = found[way];
        if (low === null || high === null) continue;
        sums[way][0] += Number(low <= kind.alpha && kind.alpha <= high);
        sums[way][1]++;
        sums[way][2] += high - low;
      }
    }
    const shares = ([held, known, width]: readonly number[]) => ({
      ...{ held: held / known, width: width / known },
      known: known / SEVERAL_RUNS,
    });
    return { before: shares(sums.before), after: shares(sums.after) };
  });
}

/** With α known: two grades of an item are both the true one with its probability, and else independent. */
function panel({ raters, items, frequencies }: SeveralRaters, kind: Kind, random: RandomStream) {
  const draw = () => {
    let left = random();
    for (const [grade, share] of kind[frequencies].entries()) {
      if (left < share) return grade;
      left -= share;
    }
    return 0;
  };
  return Array.from({ length: items }).flatMap(() => {
    const truth = draw();
    const isHard = random() > kind.alpha;
    return Array.from({ length: raters }, () => {
      const errs = kind.isItem ? isHard : random() > Math.sqrt(kind.alpha);
      return errs ? draw() : truth;
    });
  });
}
