/** A measure for targets, with the properties that the race needs. */
export interface Measure {
  /** In words, as in "mean standard error". */
  readonly title: string;
  /** Whether higher is better. */
  readonly relation: '>=' | '<=';
  /** Values a target may have, both ends excluded. */
  readonly domain: readonly [low: number, high: number];
  /** False if a longer test may be worse; the length is then the one from which on the target holds. */
  readonly improves: boolean;
  /** Whether it compares examinees, so that at least two are needed. */
  readonly ranks: boolean;
  /** Which studies can measure it: of simulated examinees, of recorded answers. */
  readonly simulated: boolean;
  readonly recorded: boolean;
  /**
   * The smallest step by which one replication of this number of examinees can fall short of 1; 0 if it has no such step.
   * @param examinees ranked against each other
   */
  readonly step: (examinees: number) => number;
}

const INFINITE = Number.POSITIVE_INFINITY;
const none = () => 0;
const pairs = (n: number) => (n * (n - 1)) / 2;
const order = {
  relation: '>=',
  improves: true,
  ranks: true,
  simulated: true,
  recorded: true,
} as const;
const error = {
  relation: '<=',
  domain: [0, INFINITE],
  improves: true,
  ranks: false,
  simulated: true,
  recorded: false,
  step: none,
} as const;

/** Measures by the name that a target has for them. */
export const MEASURES = {
  kendall: { ...order, title: "Kendall's τ-b", domain: [0, 1], step: (n) => 2 / pairs(n) },
  spearman: {
    ...order,
    title: "Spearman's ρ",
    domain: [0, 1],
    step: (n) => 12 / (n * (n * n - 1)),
  },
  pairs: {
    ...order,
    title: 'share of pairs ordered right',
    domain: [0, 1],
    step: (n) => 1 / pairs(n),
  },
  top1: { ...order, title: 'how often the best is found', domain: [0, 1], step: () => 1 },
  se: { ...error, title: 'mean standard error over examinees' },
  'median-se': { ...error, title: 'median standard error of examinees' },
  rmse: { ...error, title: 'RMSE of the ability' },
  mae: { ...error, title: 'mean absolute error of the predicted score, points', recorded: true },
  coverage: {
    ...order,
    ranks: false,
    improves: false,
    title: 'share of intervals that hold',
    domain: [0, 1],
    step: (n) => 1 / n,
  },
  bias: { ...error, improves: false, title: 'bias of the ability, absolute' },
} as const satisfies Readonly<Record<string, Measure>>;

export type MeasureName = keyof typeof MEASURES;
