import { fail } from '../../errors.ts';
import { type HarnessBank, harnessTasks } from './harness-tasks.ts';

/**
 * What to give `lm_eval --samples` (as JSON) so that it asks just the items of `itemIndices`: each task with
 * the indices of its documents, tasks in the order of the bank.
 *
 * The indices are ascending and distinct, and must be: the harness walks its documents in their own order but
 * names the k-th of them by the k-th entry of this list, so that any other order logs wrong `doc_id`s.
 * @throws HARNESS_UNMAPPED, ITEM_UNKNOWN
 */
export function harnessSamplesArgument(
  bank: HarnessBank,
  itemIndices: Iterable<number>,
): Record<string, number[]> {
  const { itemsOf, taskOf, rankOf } = harnessTasks(bank);
  const ranks = new Map<string, number[]>([...itemsOf.keys()].map((task) => [task, []]));
  for (const j of new Set(itemIndices)) {
    if (!Object.hasOwn(bank.items, j)) {
      fail('ITEM_UNKNOWN', { item: `number ${j}`, where: `bank ${bank.name}` });
    }
    ranks.get(taskOf[j])!.push(rankOf[j]);
  }
  return Object.fromEntries(
    [...ranks]
      .filter(([, documents]) => documents.length > 0)
      .map(([task, documents]) => [task, documents.sort((x, y) => x - y)]),
  );
}
