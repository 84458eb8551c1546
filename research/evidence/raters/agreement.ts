import {
  alphaInterval,
  chanceDisagreement,
  coefficientInterval,
  exactAgreement,
  kappa,
  krippendorffAlpha,
  randomNormal,
  randomStream,
  shareInterval,
  spearman,
} from 'thetarank';

/** Two raters see a quality with errors, and grade it in five steps. */
interface Raters {
  readonly name: string;
  /** Share of the variance of what a rater sees that is quality. */
  readonly precision: number;
  /** Added to all: with 1.4 most grades are 5. */
  readonly shift: number;
  /** How often a rater gives any of the grades by mistake. */
  readonly slips: number;
}

export const RATERS: readonly Raters[] = [
  { name: 'usual', precision: 0.6, shift: 0, slips: 0 },
  { name: 'they agree well', precision: 0.95, shift: 0, slips: 0 },
  { name: 'they agree but for slips', precision: 1, shift: 0, slips: 0.03 },
  { name: 'most grades are 5', precision: 0.7, shift: 1.4, slips: 0 },
];
/** Items, and answers to each. */
export const SIZES = [
  [3, 5],
  [5, 1],
  [6, 5],
  [10, 1],
  [10, 5],
  [40, 1],
] as const;
/** Panels of two raters. */
export interface RatedPanels {
  readonly who: Raters;
  readonly size: (typeof SIZES)[number];
}
export const AGREEMENT_RUNS = 400;

type Grades = readonly number[];
const inRows = (x: Grades, y: Grades) => x.flatMap((grade, k) => [grade, y[k]]);
const alpha = (x: Grades, y: Grades) => krippendorffAlpha(inRows(x, y), 2, 'ordinal');
const MEASURES: readonly ((x: Grades, y: Grades) => number | null)[] = [
  exactAgreement,
  (x, y) => kappa(x, y, 'none'),
  (x, y) => kappa(x, y, 'quadratic'),
  (x, y) => (x.length < 3 ? null : spearman(x, y)),
  alpha,
];
export const MEASURE_NAMES = ['equal grades', 'κ', 'quadratic κ', 'ρ', 'α'];

const CUTS = [-1.2, -0.3, 0.5, 1.3];
/** Share of the variance of quality that answers to one item have in common. */
const OF_ITEM = 0.3;
export const MANY_ANSWERS = 40_000;

function graded(random: () => number, items: number, answers: number, who: Raters) {
  const grade = (seen: number) => 1 + CUTS.filter((cut) => seen > cut).length;
  const [x, y]: number[][] = [[], []];
  for (let item = 0; item < items; item++) {
    const common = Math.sqrt(OF_ITEM) * randomNormal(random);
    for (let k = 0; k < answers; k++) {
      const quality = common + Math.sqrt(1 - OF_ITEM) * randomNormal(random);
      const seen = () =>
        who.shift +
        Math.sqrt(who.precision) * quality +
        Math.sqrt(1 - who.precision) * randomNormal(random);
      for (const grades of [x, y]) {
        const own = grade(seen());
        const isSlip = who.slips > 0 && random() < who.slips;
        grades.push(isSlip ? 1 + Math.floor(5 * random()) : own);
      }
    }
  }
  return { x, y };
}

/** Of each measure: the share of intervals that held, and the share of panels that had one. */
export function agreementHeld(who: Raters, [items, answers]: (typeof SIZES)[number]) {
  const many = graded(randomStream(1, 'agreement', who.name, 'truth'), MANY_ANSWERS, 1, who);
  const truths = MEASURES.map((measure) => measure(many.x, many.y)!);
  const held = MEASURES.map(() => 0);
  const known = MEASURES.map(() => 0);
  for (let run = 0; run < AGREEMENT_RUNS; run++) {
    const random = randomStream(1, 'agreement', who.name, items, answers, run);
    const { x, y } = graded(random, items, answers, who);
    const units = Array.from({ length: items }, (_, u) =>
      Array.from({ length: answers }, (_, k) => u * answers + k),
    );
    for (const [m, measure] of MEASURES.entries()) {
      const of = (rows: Int32Array) =>
        measure(
          Array.from(rows, (k) => x[k]),
          Array.from(rows, (k) => y[k]),
        );
      const { low, high } =
        measure === alpha
          ? alphaInterval(inRows(x, y), 2, 'ordinal', units)
          : measure === exactAgreement
            ? shareInterval(measure(x, y), units, of)
            : coefficientInterval(measure(x, y), units, of, {
                chance: chanceDisagreement(x, y),
                isOfSquares: m > 1,
              });
      if (low === null || high === null) continue;
      known[m]++;
      if (low <= truths[m] && truths[m] <= high) held[m]++;
    }
  }
  return MEASURES.map((_, m) => ({
    held: known[m] === 0 ? null : held[m] / known[m],
    known: known[m] / AGREEMENT_RUNS,
  }));
}
