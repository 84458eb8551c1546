import type { Item } from './item.ts';

/** The order of the fields in a line. */
const FIELDS = [
  'id',
  'version',
  'status',
  'type',
  'language',
  'context',
  'stem',
  'images',
  'options',
  'key',
  'metric',
  'explanation',
  'tags',
  'source',
  'licence',
  'human',
  'hash',
] as const satisfies readonly (keyof Item | 'options' | 'metric')[];

/**
 * An item as one line of JSON without its line end: fields in one order, options by letter, tags and options of the metric by name, absent fields
 * left out. The same item gives the same bytes, and a valid item is read back equal.
 */
export function itemLine(item: Item): string {
  const fields: Record<string, unknown> = { ...item, tags: byName(item.tags) };
  if ('options' in item) fields.options = byName(item.options);
  if ('metric' in item && item.metric !== undefined) fields.metric = byName(item.metric);
  return JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, fields[field]])));
}

function byName(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
