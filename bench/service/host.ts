/** The service of the benchmark, in a process of its own: makes sessions, then says where it listens. */

import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { answers, answersReply, newSession } from '../../src/api/sessions.ts';
import { createApp } from '../../src/server/app.ts';
import { eventBus, sharedEventBus } from '../../src/server/events.ts';
import { createParts } from '../../src/server/parts.ts';
import { route } from '../../src/server/route.ts';
import { serviceRoutes } from '../../src/server/routes.ts';
import { openStore } from '../../src/store/open-store.ts';
import { startTracing } from '../../src/tracing/start-tracing.ts';
import type { HostOptions, HostReport } from './messages.ts';

const options = JSON.parse(process.argv[2]) as HostOptions;
const { folder, bank, strategy, sessions: count, collector } = options;
const tracing = await startTracing(
  { OTEL_EXPORTER_OTLP_ENDPOINT: collector },
  { isAsked: false, version: 'bench', onFailure: (reason) => console.error(reason) },
);
const database = options.database ?? join(folder, 'service.db');
const store = await openStore(database, { clock: () => new Date() });
const instance = (await store.instances?.join({ version: 'bench' })) ?? null;
const lines = createWriteStream(join(folder, 'service.log'));
const context = {
  store,
  events: store.notices === null ? eventBus() : await sharedEventBus(store.notices),
  instance,
  now: () => new Date().toISOString(),
  elapsed: () => performance.now(),
  randomBytes: (bytes: number) => randomBytes(bytes),
  log: (level: string, event: string, facts: object) =>
    void lines.write(`${JSON.stringify({ at: new Date(), level, event, ...facts })}\n`),
};
const many = 1e9;
const parts = await createParts(
  context,
  {
    models: [],
    allowedHosts: [],
    syntheses: new Map(),
    studies: null,
    database,
    files: null,
    refreshes: [],
    data: join(folder, 'data'),
    bodyLimit: 1e6,
    uploadLimit: 1e6,
    jobs: 1,
    requestsPerMinute: many,
    refusalsPerMinute: many,
    sessionsInMemory: 2 * count,
    openMetrics: false,
    trustProxy: false,
    drainSeconds: 0,
  },
  'bench',
);
const begun = performance.now();
const made: HostReport['sessions'] = [];
for (let k = 0; k < count; k++) {
  const request = newSession.parse({ bank, strategy, examinee: `examinee-${k}`, seed: k });
  const { id } = await parts.sessions.create(request, 'bench');
  const { items } = await parts.sessions.pending(id, false);
  made.push({ id, item: items[0].item });
}
const creating = performance.now() - begun;
if (options.ended !== undefined) await endMany(options.ended);

/** Ends one session, and copies it for other examinees with other scores. */
async function endMany(many: number): Promise<void> {
  const request = newSession.parse({ bank, strategy, examinee: 'ended', items: 10, seed: 1 });
  const { id } = await parts.sessions.create(request, 'bench');
  for (let { items } = await parts.sessions.pending(id, false); items.length > 0; )
    ({ items } = await parts.sessions.answer(id, [{ item: items[0].item, score: 1 }]));
  const db = new DatabaseSync(database);
  const names = db
    .prepare("select name from pragma_table_info('service_sessions')")
    .all()
    .map(({ name }) => name as string)
    .filter((name) => name !== 'number');
  const copied = names.map(
    (name) =>
      ({ id: "'ended ' || k", examinee: "'examinee ' || k", score: '100.0 * k / :many' })[name] ??
      name,
  );
  db.prepare(
    `with recursive count (k) as (select 1 union all select k + 1 from count where k < :many)
     insert into service_sessions (${names}) select ${copied} from count, service_sessions where id = :id`,
  ).run({ many, id });
  db.prepare('update boards set entries = entries + ?, revision = revision + 1').run(many);
  db.close();
}

/** The same hooks, schemas and sizes, and nothing behind them. */
const reply = {
  state: 'open' as const,
  items: [{ item: 'q12345', place: 100 }],
  asked: 100,
  answered: 99,
  length: 243,
  results: [{ item: 'q54321', status: 'taken' as const }],
};
const empty = route({
  method: 'POST',
  url: '/v1/empty/answers',
  tag: 'bench',
  summary: 'Answers nothing',
  roles: ['administrator', 'runner', 'examinee'],
  body: answers,
  reply: answersReply,
  handle: async () => reply,
});
const app = await createApp(parts, { routes: [...serviceRoutes(parts), empty] });
await app.listen({ host: '127.0.0.1', port: 0 });
const { key } = await parts.keys.make(
  {
    role: 'runner',
    name: 'bench',
    banks: null,
    session: null,
    leaderboard: null,
    panel: null,
    days: null,
  },
  null,
);
const { port } = app.server.address() as AddressInfo;
process.on('message', (message) => {
  if (message === 'memory') {
    globalThis.gc?.();
    process.send?.({ rss: process.memoryUsage.rss() });
  } else if (message === 'cpu') process.send?.(process.cpuUsage());
  else if (message === 'main') process.send?.(process.threadCpuUsage());
  else if (message === 'end')
    app
      .close()
      .then(() => parts.close())
      .then(() => store.close())
      .then(() => tracing.stop())
      .then(() => process.exit(0));
});
globalThis.gc?.();
process.send?.({
  ...{ url: `http://127.0.0.1:${port}`, key, sessions: made, creating },
  rss: process.memoryUsage.rss(),
} satisfies HostReport);
