import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fail } from '../errors.ts';
import type { Instance } from '../store/instances/instance-store.ts';
import type { Store } from '../store/store.ts';
import type { MadeKey } from '../workflow/keys/kept-keys.ts';
import { createApp } from './app.ts';
import type { ServiceConfiguration } from './configuration.ts';
import { eventBus, sharedEventBus } from './events.ts';
import { whatHappened } from './http/problem.ts';
import { createParts } from './parts.ts';
import type { ServiceContext } from './service-context.ts';

/** Time for running requests to finish when the service ends, in ms. */
const GRACE = 20_000;

export interface ServiceOptions {
  readonly store: Store;
  readonly configuration: ServiceConfiguration;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly version: string;
  readonly log: ServiceContext['log'];
}

/** A service that listens. */
export interface RunningService {
  /** Such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** The first administrator's key, if it has just been created. */
  readonly firstKey: MadeKey | null;
  /** Lets running work finish, and ends work that does not. */
  close(): Promise<void>;
}

/**
 * Starts the service on an open store, which stays open. Any number of instances may serve a PostgreSQL.
 * @throws errors of listening, such as EADDRINUSE; SERVICE_BUSY if another process serves an SQLite database; JOBS_NEED_RUNNER
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { store, version, configuration } = options;
  if (store.workers === null && configuration.jobs === 0)
    fail('JOBS_NEED_RUNNER', { location: store.location });
  const instance = (await store.instances?.join({ version })) ?? null;
  // First of all, so that no other process takes over earlier work.
  const release = instance === null ? await store.claimService() : () => instance.leave();
  try {
    return await startClaimed(options, instance, release);
  } catch (error) {
    await release();
    throw error;
  }
}

async function startClaimed(
  options: ServiceOptions,
  instance: Instance | null,
  release: () => Promise<void>,
): Promise<RunningService> {
  const { store, configuration, host, port, version, log } = options;
  const context: ServiceContext = {
    store,
    events: store.notices === null ? eventBus() : await sharedEventBus(store.notices),
    instance,
    now: () => new Date().toISOString(),
    elapsed: () => performance.now(),
    randomBytes: (count) => randomBytes(count),
    log,
  };
  const parts = await createParts(context, configuration, version);
  const app = await createApp(parts);
  try {
    await app.listen({ host, port });
  } catch (error) {
    await parts.close();
    throw error;
  }
  // Only now, so that the key is not lost if listening fails.
  const firstKey = await parts.keys.first();
  const url = urlOf(app.server.address() as AddressInfo);
  log('info', 'listening', { url, version, instance: instance?.id ?? null });
  const started = parts.start().catch((error) => {
    log('error', 'sessions-not-taken-up', whatHappened(error));
  });

  const close = async () => {
    log('info', 'closing', {});
    parts.beginDraining();
    if (configuration.drainSeconds > 0) await pause(configuration.drainSeconds * 1000);
    parts.beginClosing();
    const late = setTimeout(() => app.server.closeAllConnections(), GRACE);
    // A connection whose last request is still running is not idle yet.
    const idle = setInterval(() => app.server.closeIdleConnections(), 100);
    await app.close();
    clearTimeout(late);
    clearInterval(idle);
    await parts.close();
    await started;
    await release();
    log('info', 'closed', {});
  };
  return { url, firstKey, close };
}

function urlOf({ family, address, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
