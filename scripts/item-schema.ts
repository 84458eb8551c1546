/** Writes docs/schema/item.schema.json from the schema of items: `node scripts/item-schema.ts`. A test holds both equal. */
import { writeFileSync } from 'node:fs';
import { itemJsonSchema } from '../item-bank/items/json-schema.ts';

writeFileSync(new URL('../docs/schema/item.schema.json', import.meta.url), itemJsonSchema());
