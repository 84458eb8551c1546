import type { ItemFormat } from '../../../../item-bank/import/format.ts';
import type { Provenance } from '../../../../item-bank/import/item-draft.ts';
import { type FieldMap, mappedDraft } from '../../../../item-bank/import/recognise/field-map.ts';
import { recordsOf } from '../../../../item-bank/import/recognise/recognised.ts';
import { sealItem } from '../../../../item-bank/import/seal-item.ts';

/** Items whose fields are all named by `map`: none is recognised, none becomes a tag. */
export function mappedFormat(
  container: 'csv' | 'jsonl',
  map: FieldMap,
  provenance: Provenance,
  prefix = 'item',
): ItemFormat {
  return {
    records: (source) => recordsOf(container, source, map),
    item: (value, source) => sealItem(mappedDraft(value, map, source), provenance, prefix),
  };
}
