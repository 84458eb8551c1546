import { z } from 'zod';
import { time } from './common.ts';

/** Processes of the service that share a PostgreSQL database. */
export const instanceList = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      host: z.string(),
      pid: z.int(),
      version: z.string().meta({ description: 'of thetarank' }),
      startedAt: time,
      renewedAt: time.meta({ description: 'when it last said that it is at work' }),
      isAlive: z.boolean().meta({
        description: 'false if it has been silent for so long that others take over its work',
      }),
      isThis: z.boolean().meta({ description: 'whether it replied to this request' }),
    }),
  ),
});
