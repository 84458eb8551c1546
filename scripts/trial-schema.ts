/** Writes docs/schema/trial.schema.json from the schema of trials: `node scripts/trial-schema.ts`. A test holds both equal. */
import { writeFileSync } from 'node:fs';
import { trialJsonSchema } from '../research/trial/protocol/trial-schema.ts';

writeFileSync(new URL('../docs/schema/trial.schema.json', import.meta.url), trialJsonSchema());
