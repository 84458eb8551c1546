import { randomNormal, randomStream, raterSeverity } from 'thetarank';
import { ANSWER_SD, ITEM_SD, MODEL_SD, MODELS, THRESHOLDS } from './designs.ts';

/** Who grades which item; all raters are equally severe, in one aspect. */
export interface EqualDesign {
  readonly name: string;
  readonly raters: number;
  readonly items: number;
  /** Raters of an item; each answer to it has all of them, or two of them by chance. */
  readonly ofItem: (item: number) => readonly number[];
  readonly twoOf: boolean;
  /** Added to the difficulty. */
  readonly harder: (item: number) => number;
}

const everybody = (raters: number) => () => Array.from({ length: raters }, (_, r) => r);
const byChance = (raters: number, items: number): EqualDesign => ({
  name: `${raters} raters, ${items} items, two of them by chance`,
  ...{ raters, items, ofItem: everybody(raters), twoOf: true, harder: () => 0 },
});
const halves = (name: string, common: (item: number) => boolean): EqualDesign => ({
  name: `two pairs of raters, 20 items each, the second half 1 logit harder, ${name}`,
  ...{ raters: 4, items: 40, twoOf: false },
  ofItem: (item) => (common(item) ? [0, 1, 2, 3] : item < 20 ? [0, 1] : [2, 3]),
  harder: (item) => (item < 20 ? 0 : 1),
});

export const EQUAL_DESIGNS: readonly EqualDesign[] = [
  byChance(2, 6),
  byChance(4, 6),
  byChance(6, 10),
  byChance(4, 20),
  halves('no common item', () => false),
  halves('one common item', (item) => item === 0),
  halves('four common items', (item) => item % 20 < 2),
];
export const EQUAL_RUNS = 100;

export interface EqualRun {
  readonly held: number;
  /** Null where it is not told. */
  readonly differ: boolean | null;
}

export function replicateEqual(design: EqualDesign, run: number): EqualRun {
  const random = randomStream(1, 'equal', design.name, run);
  const normal = () => randomNormal(random);
  const qualities = Array.from({ length: MODELS }, () => MODEL_SD * normal());
  const scores = Array.from({ length: design.items }, (_, item) => {
    const difficulty = ITEM_SD * normal() + design.harder(item);
    return qualities.flatMap((quality, m) => {
      const answer = quality - difficulty + ANSWER_SD * normal();
      const order = design.ofItem(item).map((rater) => ({ rater, at: random() }));
      if (design.twoOf) order.sort((x, y) => x.at - y.at).splice(2);
      return order.map(({ rater }) => ({
        ...{ model: `m${m}`, item: `q${item}`, judge: `r${rater}`, aspect: null },
        ...{ score: drawGrade(answer, random), where: 'simulated' },
      }));
    });
  }).flat();
  const { raters, equal } = raterSeverity(scores, [], null);
  const told = raters.filter(({ low, high }) => low !== null && high !== null);
  return {
    held: told.filter(({ low, high }) => low! <= 0 && high! >= 0).length / told.length,
    differ: equal === null ? null : equal < 0.05,
  };
}

function drawGrade(quality: number, random: () => number): number {
  const weights = [1];
  let log = 0;
  for (const tau of THRESHOLDS) {
    log += quality - tau;
    weights.push(Math.exp(log));
  }
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  let grade = 0;
  while (grade < THRESHOLDS.length && left > weights[grade]) left -= weights[grade++];
  return grade;
}
