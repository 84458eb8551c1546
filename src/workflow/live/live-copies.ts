import {
  type ExamineeCopies,
  examineeCopies,
} from '../../../calibration/diagnose/copies/examinee-copies.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import type { AnswerFacts } from './live-result.ts';

/**
 * Groups of models with a tested one that answer alike: one model under several names, or a recorded one under another name. Each tested
 * model is compared on its own items, since tests ask different ones.
 * @param answers by tested model
 * @param again names of recorded models that are known to be tested ones
 */
export function liveCopies(
  { examinees, items, scores }: ResponseMatrix,
  answers: ReadonlyMap<string, readonly AnswerFacts[]>,
  again: readonly string[],
): ExamineeCopies[] {
  const columns = new Map(items.map((item, j) => [item, j]));
  const recorded = [...examinees.keys()].filter((i) => !again.includes(examinees[i]));
  const scoresOf = new Map(
    [...answers].map(([model, own]) => [model, new Map(own.map((one) => [one.item, one.score]))]),
  );
  const found = new Map<string, ExamineeCopies>();
  for (const [model, own] of scoresOf) {
    const asked = [...own.keys()].filter((item) => columns.has(item));
    const others = [...scoresOf.keys()].filter((other) => other !== model);
    const rows = [
      ...[model, ...others].map((name) => {
        const given = scoresOf.get(name)!;
        return asked.map((item) => given.get(item) ?? Number.NaN);
      }),
      ...recorded.map((i) => asked.map((item) => scores[i * items.length + columns.get(item)!])),
    ];
    const names = [model, ...others, ...recorded.map((i) => examinees[i])];
    const matrix = { examinees: names, items: asked, scores: Float32Array.from(rows.flat()) };
    for (const copies of examineeCopies(matrix))
      if (copies.examinees.includes(model))
        found.set(JSON.stringify(copies.examinees.toSorted()), copies);
  }
  return [...found.values()];
}
