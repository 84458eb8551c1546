import type { ResponseMatrix } from '../../irt/responses.ts';
import type { Store } from '../../store/store.ts';

/**
 * Adds recorded answers to those of a bank. A known examinee keeps its answers to other items, because logs arrive task by
 * task. An answer to the same item is replaced.
 */
export async function addAnswers(
  store: Store,
  bank: string,
  added: ResponseMatrix,
  at: string,
): Promise<void> {
  const recorded = await store.responses(bank);
  if (recorded === null) return store.putResponses(bank, added, null, at);
  const { matrix: old, families } = recorded;
  const kept = old.examinees
    .map((name, m) => ({ name, m }))
    .filter(({ name }) => added.examinees.includes(name));
  if (kept.length === 0) return store.putResponses(bank, added, null, at);
  const rowOf = new Map(kept.map(({ name, m }) => [name, m]));
  const columnOf = new Map(old.items.map((item, j) => [item, j]));
  const { examinees } = added;
  const width = old.items.length;
  const scores = new Float32Array(examinees.length * width).fill(Number.NaN);
  for (const [m, name] of examinees.entries()) {
    const before = rowOf.get(name);
    if (before !== undefined)
      scores.set(old.scores.subarray(before * width, (before + 1) * width), m * width);
    for (const [k, item] of added.items.entries()) {
      const score = added.scores[m * added.items.length + k];
      if (!Number.isNaN(score)) scores[m * width + columnOf.get(item)!] = score;
    }
  }
  const known = families && examinees.map((name) => families[rowOf.get(name) ?? -1] ?? name);
  await store.putResponses(bank, { examinees, items: old.items, scores }, known, at);
}
