import {
  type ExamineeCopies,
  examineeCopies,
} from '../../../calibration/diagnose/copies/examinee-copies.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';

/** NaN where there is no score. */
export interface ScoredItem {
  readonly item: string;
  readonly score: number;
}

/**
 * Groups of models with a tested one that answer alike: one model under several names, or a recorded one under another name. Each tested
 * model is compared on its own items, since tests ask different ones.
 * @param answers by tested model
 * @param again names of recorded models that are known to be tested ones
 */
export function liveCopies(
  { examinees, items, scores }: ResponseMatrix,
  answers: ReadonlyMap<string, readonly ScoredItem[]>,
  again: readonly string[],
): ExamineeCopies[] {
  const columns = new Map(items.map((item, j) => [item, j]));
  const recorded = [...examinees.keys()].filter((i) => !again.includes(examinees[i]));
  const scoresOf = new Map(
    [...answers].map(([model, own]) => [model, new Map(own.map((one) => [one.item, one.score]))]),
  );
  const askedOf = (model: string) =>
    [...scoresOf.get(model)!.keys()].filter((item) => columns.has(item)).sort();
  const names = [...scoresOf.keys(), ...recorded.map((i) => examinees[i])];
  const found = new Map<string, ExamineeCopies>();
  // Models with the same items are compared once.
  for (const models of Map.groupBy(scoresOf.keys(), (one) => askedOf(one).join('\n')).values()) {
    const asked = askedOf(models[0]);
    const rows = [
      ...[...scoresOf.values()].map((given) => asked.map((item) => given.get(item) ?? Number.NaN)),
      ...recorded.map((i) => asked.map((item) => scores[i * items.length + columns.get(item)!])),
    ];
    const matrix = { examinees: names, items: asked, scores: Float32Array.from(rows.flat()) };
    for (const copies of examineeCopies(matrix))
      if (copies.examinees.some((name) => models.includes(name)))
        found.set(JSON.stringify(copies.examinees.toSorted()), copies);
  }
  return [...found.values()];
}
