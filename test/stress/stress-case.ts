import { contentHash } from '../../item-bank/items/content-hash.ts';
import { type Item, itemSchema } from '../../item-bank/items/item.ts';

/** An item with its hash, checked. */
export function itemOf(fields: Record<string, unknown>): Item {
  const item = {
    id: 'q1',
    version: 1,
    status: 'active',
    language: 'en',
    tags: {},
    source: 'own',
    licence: 'CC0',
    ...fields,
  } as Item;
  return itemSchema.parse({ ...item, hash: contentHash(item) });
}

export const ENGLISH = itemOf({
  type: 'single',
  stem: 'A farmer keeps 12.5 kg of barley in a dry wooden barn beside the river. Which animal should not eat it before the harvest festival?',
  options: { A: 'the horse', B: 'the brown goat', C: 'a pigeon', D: 'some mice' },
  key: ['B'],
  explanation: 'B, because goats are greedy.',
});

export const CHINESE = itemOf({
  id: 'zh1',
  type: 'single',
  language: 'zh',
  context: '小村庄旁边有一条河流，河岸种着许多果树，农民每天清晨浇水。',
  stem: '某农民，45岁，用3.5kg化肥浇灌果园，树叶变黄。以下哪项措施不合适？',
  options: { A: '修剪树枝', B: '继续施肥', C: '清理落叶', D: '检查土壤' },
  key: ['B'],
});
