import { fail } from '../errors.ts';
import type { Examinee } from './examinee.ts';
import { plainReply } from './reply.ts';

/**
 * Gives the outputs that were recorded, by item: a text for every repeat, or a list with one for each.
 * `ask` @throws EXAMINEE_FAILED for what was not recorded
 */
export function recordedExaminee(
  name: string,
  outputs: ReadonlyMap<string, string | readonly string[]>,
): Examinee {
  return {
    name,
    ask: async ({ item, repeat }, signal) => {
      signal?.throwIfAborted();
      const recorded = outputs.get(item);
      const output = typeof recorded === 'string' ? recorded : recorded?.[repeat];
      return output === undefined
        ? fail('EXAMINEE_FAILED', {
            examinee: name,
            reason: `item ${item}, repeat ${repeat}: not recorded`,
            todo: 'Record it, or leave the item out.',
          })
        : plainReply(output);
    },
  };
}
