import { z } from 'zod';
import { overHttp } from '../operations/over-http.ts';
import { lengthFields } from '../operations/simulate/test-length/options.ts';
import { studyName } from './jobs.ts';

/** Apart from the other requests, because pages read their types, and not the code behind options. */

/** The options of `simulate test-length` on a bank of the service. */
const lengthDesign = overHttp(lengthFields).required({ bank: true });
export const newStudy = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('monte-carlo'),
    name: studyName,
    design: z.record(z.string(), z.unknown()).meta({
      description:
        'a design as in docs/simulation.md, on a built-in or generated bank; it cannot read files',
    }),
  }),
  z.object({
    kind: z.literal('test-length'),
    name: studyName,
    design: lengthDesign.meta({ description: 'the options of thetarank simulate test-length' }),
  }),
]);
