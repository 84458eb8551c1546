import type { HumanCell } from './simulate.ts';

/** Shares of people as in an examination: 71% on the average item, from hard to easy. */
const USUAL = { mean: 1.1, sd: 1.1 } as const;
const SIZES = [5, 10, 30, 100, 300] as const;
/** Numbers of respondents: of all items alike, and as different as those of a website. */
const NUMBERS = [
  { respondents: 20, spread: 0 },
  { respondents: 100, spread: 0 },
  { respondents: 100, spread: 1 },
] as const;

export const CELLS: readonly HumanCell[] = [
  ...NUMBERS.flatMap((own) => SIZES.map((items) => ({ ...USUAL, ...own, items }))),
  ...[5, 30].map((items) => ({ mean: 2.5, sd: 1.1, respondents: 100, spread: 1, items })),
  ...[5, 10, 30].map((items) => ({ mean: 3.8, sd: 1.2, respondents: 20, spread: 0, items })),
];

/** Questions of one case. */
export const CASES: readonly HumanCell[] = [[5], [10], [1, 1, 1, 1, 1, 5]].flatMap((sizes) =>
  [0, 0.5, 1].map((sd) => ({
    ...{ ...USUAL, respondents: 50, spread: 0, items: 40 },
    cases: { sizes, sd },
  })),
);

/** The same people at every item. */
export const SHARED: readonly HumanCell[] = [20, 100].flatMap((respondents) =>
  [0, 0.5, 1].map((shared) => ({ ...USUAL, respondents, spread: 0, items: 100, shared })),
);
