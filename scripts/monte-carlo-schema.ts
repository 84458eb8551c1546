/** Writes docs/schema/monte-carlo.schema.json from the schema of designs: `npm run build:design-schema`. A test holds both equal. */
import { writeFileSync } from 'node:fs';
import { monteCarloJsonSchema } from '../sim/monte-carlo/design/study-design-schema.ts';

writeFileSync(
  new URL('../docs/schema/monte-carlo.schema.json', import.meta.url),
  monteCarloJsonSchema(),
);
