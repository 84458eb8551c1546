import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { itemJsonSchema } from '../../../item-bank/items/json-schema.ts';
import { sampleItem, TYPES } from './sample-items.ts';

const published = readFileSync(
  new URL('../../../docs/schema/item.schema.json', import.meta.url),
  'utf8',
);

test('docs/schema/item.schema.json is what scripts/item-schema.ts writes', () => {
  expect(published).toBe(itemJsonSchema());
});

test('every text, list and object in it is bounded', () => {
  const open: string[] = [];
  const visit = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, maxLength, maxItems, maxProperties, pattern, ...rest } = node as Record<
      string,
      unknown
    >;
    const isFixed =
      'const' in rest || 'enum' in rest || /^\^\[[^\]]+\](\{\d+\})?\$$/.test(`${pattern}`);
    if (type === 'string' && maxLength === undefined && !isFixed) open.push(path);
    if (type === 'array' && maxItems === undefined) open.push(path);
    if (type === 'object' && maxProperties === undefined && rest.additionalProperties !== false)
      open.push(path);
    for (const [name, child] of Object.entries(node)) visit(child, `${path}/${name}`);
  };
  visit(JSON.parse(published), '');
  expect(open).toEqual([]);
});

test.each(TYPES)('it accepts a %s item, and refuses it without its stem', (type) => {
  const schema = z.fromJSONSchema(JSON.parse(published));
  const { stem, ...rest } = sampleItem(type);
  expect(schema.safeParse({ stem, ...rest }).success).toBe(true);
  expect(schema.safeParse(rest).success).toBe(false);
});
