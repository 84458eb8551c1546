import { z } from 'zod';
import { instanceList } from '../../api/instances.ts';
import type { Parts } from '../parts.ts';
import { type Route, route } from '../route.ts';
import { STORE_STATES, storeProbe } from './store-probe.ts';

const state = z.object({
  status: z.enum(['closing', ...STORE_STATES]),
  instance: z.string().nullable().meta({
    description: 'the instance that replied, if several share a database; else null',
  }),
});

/** Whether the process lives, whether it can work, and what it has counted. */
export function healthRoutes({ context, metrics, configuration, draining }: Parts): Route[] {
  const instance = context.instance?.id ?? null;
  const probe = storeProbe(context);
  return [
    route({
      method: 'GET',
      url: '/v1/instances',
      tag: 'operation',
      summary: 'List the instances that share the database',
      description:
        'The oldest first, with those that fell silent within the last hour. Empty with an SQLite database, which one process serves.',
      roles: ['administrator'],
      reply: instanceList,
      async handle() {
        const rows = (await context.store.instances?.list()) ?? [];
        return { items: rows.map((row) => ({ ...row, isThis: row.id === instance })) };
      },
    }),
    route({
      method: 'GET',
      url: '/health',
      tag: 'operation',
      summary: 'Check whether the process is alive',
      roles: 'anyone',
      reply: state,
      handle: () => ({ status: 'ok' as const, instance }),
    }),
    route({
      method: 'GET',
      url: '/ready',
      tag: 'operation',
      summary: 'Check whether the service accepts requests',
      description:
        '503 while the service shuts down, or while its database does not answer or cannot be written to. The database is tried at most once a second.',
      roles: 'anyone',
      reply: state,
      async handle({ reply }) {
        const status = draining.aborted ? ('closing' as const) : await probe();
        if (status !== 'ok') reply.code(503);
        return { status, instance };
      },
    }),
    route({
      method: 'GET',
      url: '/metrics',
      tag: 'operation',
      summary: 'Get the metrics of the service, for Prometheus',
      description:
        'Needs the key of an administrator or a viewer, unless the configuration sets `openMetrics`.',
      roles: configuration.openMetrics ? 'anyone' : ['administrator', 'viewer'],
      reply: null,
      types: ['text/plain'],
      async handle() {
        return { type: metrics.registry.contentType, body: await metrics.registry.metrics() };
      },
    }),
  ];
}
