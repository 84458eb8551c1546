import type { ResponseMatrix } from '../../src/irt/responses.ts';

/** Answers of examinees to items, as they come; of repeats the mean counts. */
export interface AnswerCollection {
  /** @returns whether it is the first answer of the examinee to the item */
  add(examinee: string, item: string, score: number): boolean;
  /** The number of answers, repeats counted one by one. */
  readonly count: number;
  /** Examinees and items in the order they were met; NaN where there was no answer. */
  matrix(): ResponseMatrix;
}

interface ScoreSums {
  readonly sums: number[];
  readonly counts: number[];
}

export function collectAnswers(): AnswerCollection {
  const items = new Map<string, number>();
  const examinees = new Map<string, ScoreSums>();
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(examinee, item, score) {
      const j = items.get(item) ?? items.size;
      items.set(item, j);
      let own = examinees.get(examinee);
      if (own === undefined) {
        own = { sums: [], counts: [] };
        examinees.set(examinee, own);
      }
      own.sums[j] = (own.sums[j] ?? 0) + score;
      own.counts[j] = (own.counts[j] ?? 0) + 1;
      count++;
      return own.counts[j] === 1;
    },
    matrix() {
      const scores = new Float32Array(examinees.size * items.size).fill(Number.NaN);
      let m = 0;
      for (const { sums, counts } of examinees.values()) {
        for (const [j, n] of counts.entries())
          if (n !== undefined) scores[m * items.size + j] = sums[j] / n;
        m++;
      }
      return { examinees: [...examinees.keys()], items: [...items.keys()], scores };
    },
  };
}
