import { z } from 'zod';
import { endpointSchema } from '../examinee/endpoint/configuration/configuration.ts';

const MEGABYTE = 1024 * 1024;
const path = z.string().min(1).max(4096);
const megabytes = z.number().positive().max(100_000);
const perMinute = z.int().min(1).max(100_000_000);

/** A time such as 30m, 24h or 7d. */
const duration = z.string().regex(/^[1-9]\d{0,5}(m|h|d)$/, 'a time such as 30m, 24h or 7d');
const MINUTES = { m: 1, h: 60, d: 24 * 60 } as const;

const refresh = z
  .strictObject({
    bank: z.string().min(1).max(200),
    every: duration.optional().meta({
      description: 'How often, such as 24h, if there are new models; nothing happens without any.',
    }),
    afterModels: z.int().min(1).max(100_000).optional().meta({
      description: 'Refresh as soon as this many new models have answered.',
    }),
    accept: z.boolean().default(false).meta({
      description:
        'Whether the refreshed calibration is in force at once. By default it waits for a decision.',
    }),
  })
  .refine(({ every, afterModels }) => every !== undefined || afterModels !== undefined, {
    path: ['every'],
    error: 'missing: every or afterModels says when to refresh',
  });

const s3 = z.strictObject({
  place: path.meta({ description: 's3://BUCKET/PREFIX' }),
  endpoint: path.optional().meta({
    description:
      'Address of the store, such as https://storage.example.org; by default that of AWS.',
  }),
  region: z.string().min(1).max(50).optional().meta({ description: 'By default us-east-1.' }),
  pathStyle: z.boolean().optional().meta({
    description: 'Whether the bucket is in the path of an address instead of its host.',
  }),
});

/** Milliseconds of a time such as 24h. */
export function milliseconds(text: string): number {
  return Number.parseInt(text, 10) * MINUTES[text.at(-1) as keyof typeof MINUTES] * 60_000;
}

/** The administrator's file, as it is written in YAML. */
export const serviceSchema = z.strictObject({
  models: z
    .array(endpointSchema)
    .max(1000)
    .default([])
    .meta({ description: 'Models that the service can ask for sessions.' }),
  allowedHosts: z.array(z.string().min(1).max(300)).max(1000).optional().meta({
    description:
      'Hosts where models may be, as host or host:port. By default the hosts of the models. The metadata address of a cloud, such as 169.254.169.254, is refused unless it is listed here.',
  }),
  syntheses: z.record(z.string().min(1).max(200), path).default({}).meta({
    description: 'Synthesis configurations (docs/synthesis.md) that jobs can use, by name.',
  }),
  studies: path.nullable().default(null).meta({
    description:
      'A folder of simulation studies on this machine. With SQLite and without files, jobs write studies there.',
  }),
  refresh: z
    .union([refresh, z.array(refresh).max(1000)])
    .default([])
    .meta({
      description:
        'Banks whose calibration the service refreshes by itself (docs/refresh.md); one, or a list.',
    }),
  files: z.union([path, s3]).optional().meta({
    description:
      'Where uploads and studies are, for all processes of the service: database, a folder, or a store that speaks S3. By default in PostgreSQL, or next to an SQLite file. Keys of S3 come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  }),
  data: path.optional().meta({
    description: 'The folder for files of jobs on this machine. By default next to the database.',
  }),
  limits: z
    .strictObject({
      bodyMegabytes: megabytes
        .default(4)
        .meta({ description: 'Largest request that is not an upload.' }),
      uploadMegabytes: megabytes.default(512),
      requestsPerMinute: perMinute
        .default(60_000)
        .meta({ description: 'Most requests per minute with one key.' }),
      refusalsPerMinute: perMinute.default(60).meta({
        description:
          'Most refused keys per minute from one address; further keys from it are not checked.',
      }),
      sessionsInMemory: z.int().min(1).max(1_000_000).default(2000).meta({
        description:
          'Most sessions kept in memory; others are computed again from their answers when they are needed.',
      }),
      jobs: z.int().min(0).max(64).default(1).meta({
        description: 'Most jobs that this process runs at once; 0 on PostgreSQL: workers run them.',
      }),
    })
    .prefault({}),
  trustProxy: z.boolean().default(false).meta({
    description:
      'Whether to read the address of a client from X-Forwarded-For. Only safe if every request comes through one proxy, which sets this header.',
  }),
  openMetrics: z.boolean().default(false).meta({
    description: 'Whether /metrics can be read without a key.',
  }),
  drainSeconds: z.number().min(0).max(600).default(0).meta({
    description:
      'How long /ready reports "not ready" before connections are refused, when the service ends; for load balancers that poll it.',
  }),
});

export type ServiceFile = z.output<typeof serviceSchema>;

export function bytes(megabytes: number): number {
  return Math.floor(megabytes * MEGABYTE);
}

/** The JSON Schema of the file, as it is published. */
export function serviceJsonSchema(): string {
  const schema = z.toJSONSchema(serviceSchema, { target: 'draft-2020-12', io: 'input' });
  return `${JSON.stringify({ title: 'thetarank service', ...schema }, null, 2)}\n`;
}
