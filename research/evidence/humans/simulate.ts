import {
  type HumanItem,
  humanAccuracy,
  humanGap,
  type RandomStream,
  randomNormal,
  randomStream,
  shareWithInterval,
  studentQuantile,
  weightedMean,
} from 'thetarank';

/** How items and people are drawn. */
export interface HumanCell {
  readonly items: number;
  /** Mean and standard deviation of the items' logits of the share of people who are right. */
  readonly mean: number;
  readonly sd: number;
  /** Median number of respondents, and the standard deviation of its logarithm. */
  readonly respondents: number;
  readonly spread: number;
  /** The same people answer every item; their abilities in logits have this standard deviation. */
  readonly shared?: number | undefined;
  /** Sizes of the cases that the items belong to, in turn; the questions of one share an error with this standard deviation in logits. */
  readonly cases?: { readonly sizes: readonly number[]; readonly sd: number } | undefined;
}

export type Coverage = ReturnType<typeof shareWithInterval>;

export interface HumanOutcome {
  readonly truth: number;
  readonly expected: Coverage;
  readonly recorded: Coverage;
  /** Of a binomial interval of all answers, for the same two targets. */
  readonly binomialExpected: Coverage;
  readonly binomialRecorded: Coverage;
  /** Of the difference of a model and people: paired by item (null if it has no interval), and from two independent errors. */
  readonly paired: Coverage | null;
  readonly unpaired: Coverage;
  /** Of the usual t interval of the differences by item. */
  readonly usual: Coverage;
  /** Of the accuracy and of the difference, if nobody knows which items belong together; null without cases. */
  readonly alone: Coverage | null;
  readonly aloneGap: Coverage | null;
  /** Mean width of the expected interval and of the two intervals of the difference, in points. */
  readonly width: number;
  readonly pairedWidth: number;
  readonly unpairedWidth: number;
  readonly usualWidth: number;
}

/** Draws for the true value of a cell. */
const TRUTH_DRAWS = 400_000;
/** A model is right in these logits more or less than people, and differs from them by item. */
const MODEL = { shift: -0.3, sd: 0.7 };
/** Half-width of a 90% interval. */
const Z = 1.6448536269514722;

/** Simulates `runs` banks of a cell. */
export function simulateHumans(cell: HumanCell, runs: number): HumanOutcome {
  const { people: truth, model: modelTruth } = trueValues(cell);
  const hits = { expected: 0, recorded: 0, be: 0, br: 0, paired: 0, unpaired: 0, usual: 0 };
  const byItem = { expected: 0, paired: 0 };
  let hasGap = true;
  let [width, pairedWidth, unpairedWidth, usualWidth] = [0, 0, 0, 0];
  for (let run = 0; run < runs; run++) {
    const random = randomStream('humans', JSON.stringify(cell), run);
    const { items, given, scores } = drawBank(cell, random);
    const own = humanAccuracy(items, 'respondents');
    const binomial = wald(own.accuracy!, own.respondents!);
    hits.expected += within(own.expected!, truth);
    hits.recorded += within(own.recorded!, given);
    hits.be += within(binomial, truth);
    hits.br += within(binomial, given);
    const gap = humanGap(items, scores, 'respondents')!;
    const alone = independent(gap.score, items.length, own.expected!, gap.difference);
    if (gap.expected === null) hasGap = false;
    else {
      hits.paired += within(gap.expected, modelTruth - truth);
      pairedWidth += gap.expected.high - gap.expected.low;
    }
    hits.unpaired += within(alone, modelTruth - truth);
    const usual = byDifferences(items, scores);
    hits.usual += within(usual, modelTruth - truth);
    usualWidth += Math.min(100, usual.high) - Math.max(-100, usual.low);
    if (cell.cases !== undefined) {
      const unknown = items.map((item) => ({ ...item, cluster: undefined }));
      byItem.expected += within(humanAccuracy(unknown, 'respondents').expected!, truth);
      const ends = humanGap(unknown, scores, 'respondents')!.expected!;
      byItem.paired += within(ends, modelTruth - truth);
    }
    width += own.expected!.high - own.expected!.low;
    unpairedWidth += alone.high - alone.low;
  }
  return {
    truth,
    expected: shareWithInterval(hits.expected, runs),
    recorded: shareWithInterval(hits.recorded, runs),
    binomialExpected: shareWithInterval(hits.be, runs),
    binomialRecorded: shareWithInterval(hits.br, runs),
    paired: hasGap ? shareWithInterval(hits.paired, runs) : null,
    unpaired: shareWithInterval(hits.unpaired, runs),
    usual: shareWithInterval(hits.usual, runs),
    alone: cell.cases === undefined ? null : shareWithInterval(byItem.expected, runs),
    aloneGap: cell.cases === undefined ? null : shareWithInterval(byItem.paired, runs),
    width: width / runs,
    pairedWidth: pairedWidth / runs,
    unpairedWidth: unpairedWidth / runs,
    usualWidth: usualWidth / runs,
  };
}

/** The accuracies of people and of the model over items and people like these, in points. */
function trueValues({ mean, sd: alone, shared = 0, cases }: HumanCell): {
  people: number;
  model: number;
} {
  const sd = Math.hypot(alone, cases?.sd ?? 0);
  const random = randomStream('humans', 'truth', mean, sd, shared);
  let [people, model] = [0, 0];
  for (let k = 0; k < TRUTH_DRAWS; k++) {
    const logit = mean + sd * randomNormal(random);
    people += logistic(logit + shared * randomNormal(random));
    model += logistic(logit + MODEL.shift + MODEL.sd * randomNormal(random));
  }
  return { people: (100 * people) / TRUTH_DRAWS, model: (100 * model) / TRUTH_DRAWS };
}

/** A bank with figures, the accuracy that people like these have on these items, and the scores of a model. */
function drawBank(cell: HumanCell, random: RandomStream) {
  const { mean, sd, respondents: median, spread, shared, cases } = cell;
  const places = placesOf(cell.items, cases?.sizes ?? []);
  const errors = places === null ? [] : places.map(() => cases!.sd * randomNormal(random));
  const logits = Array.from({ length: cell.items }, (_, j) => {
    const ofCase = places === null ? 0 : errors[places[j]];
    return mean + sd * randomNormal(random) + ofCase;
  });
  const scores = logits.map((logit) =>
    Number(random() < logistic(logit + MODEL.shift + MODEL.sd * randomNormal(random))),
  );
  const abilities =
    shared === undefined
      ? null
      : Array.from({ length: median }, () => shared * randomNormal(random));
  let [weighted, total] = [0, 0];
  const items = logits.map((logit, j): HumanItem => {
    const n =
      abilities === null
        ? Math.max(1, Math.round(median * Math.exp(spread * randomNormal(random))))
        : abilities.length;
    let right = 0;
    for (let i = 0; i < n; i++) right += Number(random() < logistic(logit + (abilities?.[i] ?? 0)));
    weighted += n * (shared === undefined ? logistic(logit) : ofPopulation(logit, shared));
    total += n;
    const cluster = places === null ? undefined : String(places[j]);
    return { item: `q${j}`, accuracy: right / n, respondents: n, tags: {}, cluster };
  });
  return { items, scores, given: (100 * weighted) / total };
}

/** The case of each item: `sizes` in turn until no item is left. Null without cases. */
function placesOf(items: number, sizes: readonly number[]): number[] | null {
  if (sizes.length === 0) return null;
  const places: number[] = [];
  for (let own = 0; places.length < items; own++)
    for (let k = 0; k < sizes[own % sizes.length] && places.length < items; k++) places.push(own);
  return places;
}

/** The mean of logistic(logit + sd z) over a standard normal z: the trapezoidal rule from −6 to 6 in 120 steps. */
function ofPopulation(logit: number, sd: number): number {
  let [sum, weights] = [0, 0];
  for (let k = -60; k <= 60; k++) {
    const z = k / 10;
    const weight = Math.exp((-z * z) / 2);
    sum += weight * logistic(logit + sd * z);
    weights += weight;
  }
  return sum / weights;
}

const logistic = (logit: number) => 1 / (1 + Math.exp(-logit));

interface Ends {
  readonly low: number;
  readonly high: number;
}

function within({ low, high }: Ends, value: number): number {
  return Number(low <= value && value <= high);
}

/** What is commonly printed: m ± 1.645 √(m (1 − m) / n) of all answers. */
function wald(points: number, answers: number): Ends {
  const m = points / 100;
  const half = 100 * Z * Math.sqrt((m * (1 - m)) / answers);
  return { low: points - half, high: points + half };
}

/** The difference ± t standard errors of the differences by item. */
function byDifferences(items: readonly HumanItem[], scores: readonly number[]): Ends {
  const { value, se, degrees } = weightedMean(
    items.map(({ accuracy }, j) => scores[j] - accuracy),
    items.map(({ respondents }) => respondents!),
  );
  const half = studentQuantile(0.05, Math.max(1, Math.floor(degrees! + 1e-6))) * se!;
  return { low: 100 * (value - half), high: 100 * (value + half) };
}

/** A difference as if the model's score and the accuracy of people came from different items. */
function independent(score: number, items: number, people: Ends, difference: number): Ends {
  const own = wald(score, items);
  const half = Math.hypot((own.high - own.low) / 2, (people.high - people.low) / 2);
  return { low: difference - half, high: difference + half };
}
