/** Writes docs/schema/synthesis.schema.json from the schema of syntheses: `node scripts/synthesis-schema.ts`. A test holds both equal. */
import { writeFileSync } from 'node:fs';
import { synthesisJsonSchema } from '../calibration/synthesize/configuration-schema.ts';

writeFileSync(
  new URL('../docs/schema/synthesis.schema.json', import.meta.url),
  synthesisJsonSchema(),
);
