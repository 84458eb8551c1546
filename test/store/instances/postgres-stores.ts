import { onTestFinished } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import type { StoreOptions } from '../../../src/store/store-options.ts';
import { postgresOfRun } from '../postgres-of-run.ts';
import { clock } from '../store-case.ts';

/** A PostgreSQL for the tests of a file, and stores on it; null where it cannot start. */
export async function postgresStores() {
  const server = await postgresOfRun();
  if (server === null) return null;
  return {
    server,
    /** Stores on one new database, each as another process has it. */
    async stores(count: number, options: Partial<StoreOptions> = {}): Promise<Store[]> {
      const address = await server.database();
      const stores: Store[] = [];
      for (let k = 0; k < count; k++) stores.push(await openStore(address, { clock, ...options }));
      onTestFinished(async () => {
        for (const store of stores) await store.close();
      });
      return stores;
    },
  };
}
