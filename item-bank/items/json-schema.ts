import { z } from 'zod';
import { itemSchema } from './item.ts';

/**
 * The shape of an item as JSON Schema (2020-12), the text of docs/schema/item.schema.json. It accepts a little more than
 * `validateItem`: not what item and meaning.ts check beyond the shape, and it counts characters where the bounds are of
 * UTF-16 code units.
 */
export function itemJsonSchema(): string {
  const schema = z.toJSONSchema(itemSchema, { target: 'draft-2020-12', io: 'input' });
  return `${JSON.stringify({ title: 'thetarank item', ...schema }, null, 2)}\n`;
}
