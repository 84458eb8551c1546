import type { Bank, HarnessMap } from '../../../item-bank/bank.ts';
import { fail } from '../../errors.ts';

/** What matching a bank with lm-evaluation-harness needs of it. */
export type HarnessBank = Pick<Bank, 'name' | 'items' | 'tags' | 'harness'>;

/** The tasks of lm-evaluation-harness that a bank consists of. */
export interface HarnessTasks {
  readonly map: HarnessMap;
  /** Each task with its items in bank order: `doc_id` is the rank in this list. */
  readonly itemsOf: ReadonlyMap<string, readonly number[]>;
  /** The task of each item. */
  readonly taskOf: readonly string[];
  /** The rank of each item within its task. */
  readonly rankOf: readonly number[];
}

/** @throws HARNESS_UNMAPPED if the bank has no map to the harness, or one that does not tell tasks apart */
export function harnessTasks(bank: HarnessBank): HarnessTasks {
  const map = bank.harness;
  if (map === undefined) {
    return fail('HARNESS_UNMAPPED', {
      bank: bank.name,
      reason: 'it does not say which task and document an item is',
    });
  }
  const tag = Object.hasOwn(bank.tags, map.tag) ? bank.tags[map.tag] : undefined;
  if (tag === undefined) {
    return fail('HARNESS_UNMAPPED', { bank: bank.name, reason: `it has no tag ${map.tag}` });
  }
  const names = tag.values.map((value) => map.taskPrefix + value.replaceAll(' ', '_'));
  const itemsOf = new Map<string, number[]>(names.map((name) => [name, []]));
  if (itemsOf.size < names.length) {
    const reason = `two values of the tag ${map.tag} name the same task`;
    fail('HARNESS_UNMAPPED', { bank: bank.name, reason });
  }
  const taskOf: string[] = [];
  const rankOf: number[] = [];
  for (let j = 0; j < bank.items.length; j++) {
    const task = names[tag.codes[j]];
    const items = itemsOf.get(task)!;
    taskOf.push(task);
    rankOf.push(items.length);
    items.push(j);
  }
  return { map, itemsOf, taskOf, rankOf };
}
