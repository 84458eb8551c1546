/** What makes scores of a rater doubtful, beside the figures that they enter. */
export type RaterDoubt =
  /** All scores are equal: correlations and severity are not known. */
  | { readonly kind: 'one score'; readonly rater: string; readonly score: number }
  /** The highest score is at least twice, or at most half, that of most other raters. */
  | {
      readonly kind: 'scale';
      readonly rater: string;
      readonly high: number;
      readonly othersHigh: number;
    }
  /** All common scores of two raters are equal, and other pairs agree far too little to explain it. */
  | {
      readonly kind: 'copy';
      readonly rater: string;
      readonly of: string;
      readonly answers: number;
    };

export interface RaterScores {
  readonly name: string;
  /** By answer; NaN where there is none. */
  readonly scores: ArrayLike<number>;
}

/** Fewer scores show neither a scale nor a copy. */
const LEAST_SCORES = 5;
const OTHER_SCALE = 2;
/** How often two raters give the same score, where no other pair shows it: more often than people usually do. */
const USUAL_SAME = 0.8;
const CHANCE = 0.01;

/** Raters whose scores are all the same, on another scale than others', or a copy of another's. */
export function raterDoubts(raters: readonly RaterScores[]): RaterDoubt[] {
  const known = raters.map(({ name, scores }) => ({
    name,
    own: Array.from(scores).filter((score) => !Number.isNaN(score)),
  }));
  const equal = known.flatMap(({ name, own }): RaterDoubt[] =>
    own.length > 1 && own.every((score) => score === own[0])
      ? [{ kind: 'one score', rater: name, score: own[0] }]
      : [],
  );
  const scales = otherScales(known);
  const isOfAnother = new Set(scales.map(({ rater }) => rater));
  return [...equal, ...scales, ...copies(raters, ({ name }) => isOfAnother.has(name))];
}

function otherScales(raters: readonly { name: string; own: readonly number[] }[]): RaterDoubt[] {
  const varied = raters
    .filter(({ own }) => own.length >= LEAST_SCORES && own.some((score) => score !== own[0]))
    .map(({ name, own }) => ({
      name,
      high: own.reduce((most, score) => Math.max(most, Math.abs(score)), 0),
    }));
  return varied.flatMap(({ name, high }): RaterDoubt[] => {
    const others = varied.filter((one) => one.name !== name).map((one) => one.high);
    const below = others.filter((one) => high >= OTHER_SCALE * one);
    const above = others.filter((one) => one >= OTHER_SCALE * high);
    const areMost = (some: readonly number[]) => 2 * some.length > others.length;
    if (!areMost(below) && !areMost(above)) return [];
    const othersHigh = areMost(below) ? Math.max(...below) : Math.min(...above);
    return [{ kind: 'scale', rater: name, high, othersHigh }];
  });
}

/** @param isOfAnother of a rater on another scale, whose differences do not show how often raters give the same score */
function copies(
  raters: readonly RaterScores[],
  isOfAnother: (rater: RaterScores) => boolean,
): RaterDoubt[] {
  const pairs = raters.flatMap((first, k) =>
    raters.slice(k + 1).map((second) => ({ first, second, ...sameScores(first, second) })),
  );
  const shares = pairs
    .filter(
      ({ first, second, same, answers }) =>
        same < answers && !isOfAnother(first) && !isOfAnother(second),
    )
    // Few answers may all differ by chance.
    .map(({ same, answers }) => (same + 1) / (answers + 2));
  const usual = shares.length === 0 ? USUAL_SAME : Math.max(...shares);
  return pairs
    .filter(
      ({ same, answers, isVaried }) =>
        isVaried && same === answers && answers >= LEAST_SCORES && usual ** answers < CHANCE,
    )
    .map(({ first, second, answers }) => ({
      ...{ kind: 'copy', rater: second.name, of: first.name, answers },
    }));
}

function sameScores({ scores: x }: RaterScores, { scores: y }: RaterScores) {
  const values = new Set<number>();
  let [answers, same] = [0, 0];
  for (let k = 0; k < x.length; k++) {
    if (Number.isNaN(x[k] + y[k])) continue;
    answers++;
    if (x[k] === y[k]) same++;
    values.add(x[k]);
  }
  return { answers, same, isVaried: values.size > 1 };
}
