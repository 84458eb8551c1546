import type { ResponseMatrix } from '../../irt/responses.ts';
import { type AbsentByModel, type AbsentCounts, absentCounts } from '../absent.ts';
import { MANY } from './answer-pattern.ts';
import { type BelowChance, belowChance } from './below-chance.ts';

/** Recorded answers, and why some are not there, where that is known. */
export interface RecordedAnswers {
  readonly matrix: ResponseMatrix;
  readonly absent?: AbsentByModel | undefined;
}

/** How many answers of a recorded model are not there and count as wrong. */
export interface LackingModel {
  readonly model: string;
  readonly answers: number;
  readonly none: number;
  readonly kinds: AbsentCounts;
}

/** Why the answers of a recorded model say little about it: many are not there, or clearly fewer are right than by guessing. */
export interface RecordedFault {
  readonly model: string;
  readonly answers: number;
  /** By kind, if they are many. */
  readonly absent?: AbsentCounts;
  readonly belowChance?: BelowChance;
}

/** The models of which answers are not there. An answer with points was given, whatever its log says. */
export function lackingModels({ matrix, absent = new Map() }: RecordedAnswers): LackingModel[] {
  const { examinees, items } = matrix;
  return examinees.flatMap((model, i) => {
    const own = absent.get(model);
    if (own === undefined) return [];
    const scores = rowOf(matrix, i);
    const kinds = items.flatMap((item, j) => (scores[j] === 0 ? (own.get(item) ?? []) : []));
    return kinds.length === 0
      ? []
      : [{ model, answers: answered(scores), none: kinds.length, kinds: absentCounts(kinds) }];
  });
}

/** @param options of single choices, by item; answers to other items are not compared with guessing */
export function recordedFaults(
  recorded: RecordedAnswers,
  options: ReadonlyMap<string, number>,
): RecordedFault[] {
  const { matrix, absent } = recorded;
  const lacking = new Map(lackingModels(recorded).map((own) => [own.model, own]));
  const optionsAt = matrix.items.map((item) => options.get(item) ?? 0);
  return matrix.examinees.flatMap((model, i) => {
    const scores = rowOf(matrix, i);
    const own = lacking.get(model);
    const isMany = own !== undefined && own.none > MANY.much * own.answers;
    const none = absent?.get(model);
    const below = isAboveChance(scores, optionsAt)
      ? null
      : belowChance(
          matrix.items.flatMap((item, j) => {
            const isGiven = scores[j] === 1 || (scores[j] === 0 && !none?.has(item));
            return isGiven ? [{ right: scores[j] === 1, options: optionsAt[j] }] : [];
          }),
        );
    if (!isMany && below === null) return [];
    return [
      {
        ...{ model, answers: answered(scores) },
        ...(isMany && { absent: own.kinds }),
        ...(below !== null && { belowChance: below }),
      },
    ];
  });
}

/** Most models are right more often than by guessing, which is seen without a list of their answers. */
function isAboveChance(scores: Float32Array, optionsAt: readonly number[]): boolean {
  let points = 0;
  for (const [j, options] of optionsAt.entries())
    if (options > 1 && !Number.isNaN(scores[j])) points += Number(scores[j] === 1) - 1 / options;
  return points >= 0;
}

function answered(scores: Float32Array): number {
  return scores.reduce((sum, score) => sum + Number(!Number.isNaN(score)), 0);
}

function rowOf({ items, scores }: ResponseMatrix, i: number): Float32Array {
  return scores.subarray(i * items.length, (i + 1) * items.length);
}
