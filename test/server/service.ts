import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { type AppOptions, createApp } from '../../src/server/app.ts';
import type { ServiceConfiguration } from '../../src/server/configuration.ts';
import { eventBus, sharedEventBus } from '../../src/server/events.ts';
import { createParts, type Parts } from '../../src/server/parts.ts';
import type { Route } from '../../src/server/route.ts';
import type { ServiceContext } from '../../src/server/service-context.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Role } from '../../src/workflow/keys/roles.ts';
import { performHere } from '../command/perform-here.ts';

/** A line that the service logged. */
export interface LogLine {
  readonly level: string;
  readonly event: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface KeyScope {
  readonly banks?: string[];
  readonly session?: string;
  /** Id of the leaderboard of a link. */
  readonly leaderboard?: string;
  /** Id of the panel of an expert. */
  readonly panel?: string;
  readonly days?: number;
}

export interface TestService {
  readonly app: FastifyInstance;
  readonly parts: Parts;
  readonly log: LogLine[];
  /** Lets the clocks of the service go on, by ms. */
  pass(ms: number): void;
  /** Sets the clock of the machine forward or back, by ms. */
  jump(ms: number): void;
  /** A key, made for this test. */
  key(role: Role, scope?: KeyScope): Promise<string>;
  /** What a request gets, with the body read as JSON. */
  ask(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    key?: string,
    body?: unknown,
    // biome-ignore lint/suspicious/noExplicitAny: a reply may be anything; what it is to be, the test says
  ): Promise<{ status: number; body: any; headers: Record<string, unknown> }>;
  close(): Promise<void>;
}

export interface TestServiceOptions extends Omit<AppOptions, 'routes'> {
  readonly configuration?: Partial<ServiceConfiguration>;
  /** In place of a new SQLite file. */
  readonly database?: string;
  /** Of thetarank. */
  readonly version?: string;
  /** Of instances on a PostgreSQL, in ms. */
  readonly lease?: number;
  /** How long the store waits for its database, in ms. */
  readonly patience?: number;
  /** Does operations of jobs: by default in this process. */
  readonly perform?: typeof performHere;
  /** In place of those of the service. */
  readonly routes?: (parts: Parts) => readonly Route[];
}

/** A service on a database of its own, on a clock that stands still: to be closed by whoever made it. */
export async function testService(options: TestServiceOptions = {}): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-service-'));
  let time = Date.parse('2026-03-01T12:00:00Z');
  let elapsed = 0;
  const now = () => new Date(time);
  const {
    database = join(folder, 'service.db'),
    lease,
    patience,
    version = '0.0.0-test',
    perform = performHere,
  } = options;
  const store = await openStore(database, {
    clock: now,
    ...(lease === undefined ? {} : { lease }),
    ...(patience === undefined ? {} : { patience }),
  });
  const instance = (await store.instances?.join({ version })) ?? null;
  const log: LogLine[] = [];
  const context: ServiceContext = {
    store,
    events: store.notices === null ? eventBus() : await sharedEventBus(store.notices),
    instance,
    now: () => now().toISOString(),
    elapsed: () => elapsed,
    randomBytes: (count) => randomBytes(count),
    log: (level, event, facts) => log.push({ level, event, facts }),
  };
  const configuration: ServiceConfiguration = {
    models: [],
    allowedHosts: [],
    syntheses: new Map(),
    refreshes: [],
    studies: null,
    files: null,
    data: join(folder, 'data'),
    bodyLimit: 1_000_000,
    uploadLimit: 10_000_000,
    requestsPerMinute: 1_000_000,
    refusalsPerMinute: 1_000_000,
    sessionsInMemory: 100,
    trustProxy: false,
    openMetrics: false,
    drainSeconds: 0,
    jobs: 1,
    ...(options.database === undefined ? {} : { database: options.database }),
    ...options.configuration,
  };
  const parts = await createParts(context, configuration, version, { perform });
  // That of the package has a route per file: a third of what a service takes to start.
  const { timeouts, routes, dashboard = join(folder, 'no-dashboard', 'index.html') } = options;
  const app = await createApp(parts, {
    dashboard,
    ...(timeouts === undefined ? {} : { timeouts }),
    ...(routes === undefined ? {} : { routes: routes(parts) }),
  });
  await parts.start();
  return {
    app,
    parts,
    log,
    pass(ms) {
      time += ms;
      elapsed += ms;
    },
    jump(ms) {
      time += ms;
    },
    async key(role, { banks, session, leaderboard, panel, days } = {}) {
      const made = await parts.keys.make(
        {
          role,
          name: `test ${role}`,
          banks: banks ?? null,
          session: session ?? (role === 'examinee' ? 'none' : null),
          leaderboard:
            leaderboard === undefined
              ? null
              : { id: leaderboard, recorded: true, target: 'expected' },
          panel: panel ?? null,
          days: days ?? null,
        },
        null,
      );
      return made.key;
    },
    async ask(method, url, key, body) {
      const reply = await app.inject({
        method,
        url,
        headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const isJson = /json/.test(String(reply.headers['content-type']));
      return {
        status: reply.statusCode,
        body: isJson && reply.body !== '' ? JSON.parse(reply.body) : reply.body,
        headers: reply.headers,
      };
    },
    async close() {
      parts.beginClosing();
      await app.close();
      await parts.close();
      await instance?.leave();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The same for one test, which need not close it. */
export async function serviceForTest(options: TestServiceOptions = {}): Promise<TestService> {
  const service = await testService(options);
  onTestFinished(() => service.close());
  return service;
}
