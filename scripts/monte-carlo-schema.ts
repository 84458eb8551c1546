/** Writes docs/schema/monte-carlo.schema.json from the schema of designs: `node scripts/monte-carlo-schema.ts`. A test holds both equal. */
import { writeFileSync } from 'node:fs';
import { monteCarloJsonSchema } from '../sim/monte-carlo/study-design-schema.ts';

writeFileSync(
  new URL('../docs/schema/monte-carlo.schema.json', import.meta.url),
  monteCarloJsonSchema(),
);
