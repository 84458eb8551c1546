import type { KeptCalls } from '../../run/kept-calls.ts';
import type { CallWork } from '../../run/run-calls.ts';

/** Answers, and the sum of their scores. */
export interface AnswerSum {
  readonly right: number;
  readonly answers: number;
}

/** Progress of asking. */
export interface CallTally {
  /** A call that was missing is kept. */
  count(call: number, item: number): void;
  calls(): { readonly kept: number; readonly missing: number };
  /** Items whose calls are all kept. */
  items(): number;
  /** By row of the table of scores. */
  finals(): readonly AnswerSum[];
}

/** The scores that progress shows. */
export interface ScoreRows {
  /** By row of the table, the calls whose answers count in it. */
  readonly rows: readonly (readonly number[])[];
  /** Whether the answer of a call to an item counts; by default all do. */
  readonly counts?: (call: number, item: number) => boolean;
}

/** Counts what is kept once, then adds answers as they arrive, so that showing the counts does not go through all answers. */
export function callTally(
  { calls, items, needed, kept }: CallWork & { readonly kept: KeptCalls },
  { rows, counts = () => true }: ScoreRows,
): CallTally {
  const left = new Uint32Array(items);
  const sums = { kept: 0, missing: 0 };
  const right = new Float64Array(calls.length);
  const answers = new Float64Array(calls.length);
  let done = 0;
  const score = (call: number, item: number) => {
    if (!counts(call, item)) return;
    right[call] += kept.score(call, item);
    answers[call]++;
  };
  for (let item = 0; item < items; item++) {
    for (const call of needed(item)) {
      if (kept.isKept(call, item)) {
        score(call, item);
        sums.kept++;
      } else {
        left[item]++;
        sums.missing++;
      }
    }
    if (left[item] === 0) done++;
  }
  const sumOf = (values: Float64Array, row: readonly number[]) =>
    row.reduce((sum, call) => sum + values[call], 0);
  return {
    count(call, item) {
      score(call, item);
      sums.kept++;
      sums.missing--;
      if (--left[item] === 0) done++;
    },
    calls: () => ({ ...sums }),
    items: () => done,
    finals: () => rows.map((row) => ({ right: sumOf(right, row), answers: sumOf(answers, row) })),
  };
}
