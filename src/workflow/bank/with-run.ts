import { fail } from '../../errors.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import type { StoredResponses } from '../../store/store.ts';

/** What to do where a part of a model's answers would take the place of all of them. */
export const PART_OF_A_BANK =
  'A run that asked a part of the items cannot replace them. Name the model differently in the run, or let it ask every item with --strategy random.';

/**
 * Recorded answers with those of a run to some of the same items, in place of earlier ones of its models.
 * @throws ANSWERS_RECORDED where a part of a model's answers would take the place of all of them
 */
export function withRun(
  bank: string,
  { matrix: old, families, standIns: marked = [] }: StoredResponses,
  added: ResponseMatrix,
  addedStandIns: readonly string[] = [],
): StoredResponses {
  const { items } = old;
  const models = added.examinees.filter((name) => old.examinees.includes(name));
  if (models.length > 0 && added.items.length < items.length)
    fail('ANSWERS_RECORDED', { bank, models, todo: PART_OF_A_BANK });
  const kept = old.examinees.flatMap((name, m) => (added.examinees.includes(name) ? [] : [m]));
  const examinees = [...kept.map((m) => old.examinees[m]), ...added.examinees];
  const scores = new Float32Array(examinees.length * items.length).fill(Number.NaN);
  for (const [row, m] of kept.entries())
    scores.set(old.scores.subarray(m * items.length, (m + 1) * items.length), row * items.length);
  const columnOf = new Map(items.map((item, j) => [item, j]));
  for (const m of added.examinees.keys())
    for (const [k, item] of added.items.entries())
      scores[(kept.length + m) * items.length + columnOf.get(item)!] =
        added.scores[m * added.items.length + k];
  const familyOf = new Map(old.examinees.map((name, m) => [name, families?.[m]]));
  const standIns = [...marked.filter((name) => !added.examinees.includes(name)), ...addedStandIns];
  return {
    ...(standIns.length > 0 && { standIns }),
    matrix: { examinees, items, scores },
    families: families && examinees.map((name) => familyOf.get(name) ?? name),
  };
}
