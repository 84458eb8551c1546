import type { AnsweredItems } from '../../cat/robust/examinee-posterior.ts';

/** The answers of the checkpoints of one training run, in the order of training. */
export type SeriesAnswers = readonly AnsweredItems[];

/** The answers to one item over the series. */
export interface ItemHistory {
  readonly item: number;
  /** Checkpoints that were asked it, ascending, and their scores. */
  readonly times: readonly number[];
  readonly scores: readonly number[];
  /** `times` as a text: items with the same one share matrices. */
  readonly pattern: string;
}

/** The histories of all items that were asked, by position in the bank. */
export function itemHistories(answers: SeriesAnswers): ItemHistory[] {
  const found = new Map<number, { times: number[]; scores: number[] }>();
  answers.forEach(({ index, scores, count }, t) => {
    for (let k = 0; k < count; k++) {
      const own = found.get(index[k]) ?? { times: [], scores: [] };
      own.times.push(t);
      own.scores.push(scores[k]);
      found.set(index[k], own);
    }
  });
  return [...found]
    .sort(([x], [y]) => x - y)
    .map(([item, own]) => ({ item, ...own, pattern: own.times.join() }));
}

/** By checkpoint its scores at all items of the bank; NaN where it has no answer. */
export function answerRows(answers: SeriesAnswers, items: number): Float64Array[] {
  return answers.map(({ index, scores, count }) => {
    const row = new Float64Array(items).fill(Number.NaN);
    for (let k = 0; k < count; k++) row[index[k]] = scores[k];
    return row;
  });
}
