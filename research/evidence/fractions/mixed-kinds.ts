/** A kind of items: an answer is the mean of some parts that are right or wrong. */
interface MixedKind {
  readonly kind: string;
  readonly answers: { readonly graded: number };
  /** The expected score of a guess. */
  readonly guessing: number;
}

/** Six kinds of items that take turns: what a guess is worth differs, and so does how much answers vary. */
export const MIXED: readonly MixedKind[] = [
  { kind: 'single', answers: { graded: 1 }, guessing: 1 / 4 },
  { kind: 'multiple', answers: { graded: 1 }, guessing: 1 / 15 },
  // The six pairs of four steps, as if each were right by itself.
  { kind: 'order', answers: { graded: 6 }, guessing: 1 / 2 },
  { kind: 'open', answers: { graded: 1 }, guessing: 0 },
  { kind: 'text', answers: { graded: 5 }, guessing: 0 },
  { kind: 'case', answers: { graded: 3 }, guessing: 0 },
];
