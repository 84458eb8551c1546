import { taxonomyOfBuiltin } from '../../../item-bank/builtin/load.ts';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import { taxonomyWords } from '../../../item-bank/taxonomies/tag-words.ts';
import type { Store } from '../../store/store.ts';
import type { WordsOfTags } from '../../tag-words.ts';

/** Names the tags of a bank and their values. */
export type WordsOfBank = (
  bank: string,
  tags: Readonly<Record<string, readonly string[]>>,
) => Promise<WordsOfTags | null>;

/** By the taxonomy that comes with a built-in bank, or that the database has; null without one. */
export function wordsOfBank(store: Pick<Store, 'taxonomy'>): WordsOfBank {
  return async (bank, tags) => {
    const taxonomy = isBuiltinBank(bank)
      ? taxonomyOfBuiltin(bank)
      : ((await store.taxonomy(bank)) ?? undefined);
    const values = Object.entries(tags).map(([tag, values]) => [tag, { values }]);
    return taxonomyWords({ taxonomy, tags: Object.fromEntries(values) });
  };
}
