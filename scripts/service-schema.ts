/** Writes docs/schema/service.schema.json from the schema of the service's file: `node scripts/service-schema.ts`. A test holds both equal. */
import { writeFileSync } from 'node:fs';
import { serviceJsonSchema } from '../src/server/configuration-schema.ts';

writeFileSync(new URL('../docs/schema/service.schema.json', import.meta.url), serviceJsonSchema());
