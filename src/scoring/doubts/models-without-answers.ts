import type { ResponseMatrix } from '../../irt/responses.ts';
import { type AbsentByModel, type AbsentCounts, absentCounts } from '../absent.ts';
import { MANY } from '../patterns/answer-pattern.ts';

/** How many answers of a recorded model are not there and count as wrong. */
export interface LackingModel {
  readonly model: string;
  readonly answers: number;
  readonly none: number;
  readonly kinds: AbsentCounts;
}

/** The models of which answers are not there. An answer with points was given, whatever its log says. */
export function lackingModels(
  { examinees, items, scores }: ResponseMatrix,
  absent: AbsentByModel = new Map(),
): LackingModel[] {
  return examinees.flatMap((model, i) => {
    const own = absent.get(model);
    if (own === undefined) return [];
    const row = scores.subarray(i * items.length, (i + 1) * items.length);
    const kinds = items.flatMap((item, j) => (row[j] === 0 ? (own.get(item) ?? []) : []));
    const answers = row.reduce((sum, score) => sum + Number(!Number.isNaN(score)), 0);
    return kinds.length === 0
      ? []
      : [{ model, answers, none: kinds.length, kinds: absentCounts(kinds) }];
  });
}

/** Those of which so many are not there that their scores say little about them. */
export function modelsWithManyAbsent(
  matrix: ResponseMatrix,
  absent: AbsentByModel | undefined,
): LackingModel[] {
  return lackingModels(matrix, absent).filter(({ none, answers }) => none > MANY.much * answers);
}
