import { plainText } from '../../../plain-text.ts';

/** What can be wrong with a line of results. */
const BATCH_PROBLEMS = [
  'malformed',
  'unknown',
  'foreign',
  'unexpected',
  'other',
  'duplicate',
  'paid',
  'failed',
] as const;
export type BatchProblem = (typeof BATCH_PROBLEMS)[number];

/** Lines of one kind. */
export interface FoundProblem {
  readonly kind: BatchProblem;
  readonly count: number;
  /** The first few: file and line, and what is wrong where the kind does not say it. */
  readonly first: readonly string[];
}

/** How many of each kind are named with file and line. */
const MOST_NAMED = 5;

/** Lines of results that are not kept as answers, by kind: all are counted, the first few named. */
export class BatchProblems {
  readonly #found = new Map<BatchProblem, { count: number; readonly first: string[] }>();

  /** @param where file and line, and what is wrong where the kind does not say it; a terminal must not obey what it says */
  note(kind: BatchProblem, where: string): void {
    const known = this.#found.get(kind) ?? { count: 0, first: [] };
    known.count++;
    if (known.first.length < MOST_NAMED) known.first.push(plainText(where));
    this.#found.set(kind, known);
  }

  /** By kind, in a fixed order. */
  get found(): readonly FoundProblem[] {
    return BATCH_PROBLEMS.flatMap((kind) => {
      const known = this.#found.get(kind);
      return known === undefined ? [] : [{ kind, ...known }];
    });
  }
}
