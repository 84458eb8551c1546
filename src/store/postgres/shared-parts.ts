import type { Access } from '../access/access.ts';
import type { Store } from '../store.ts';
import { PATIENCE, type StoreOptions } from '../store-options.ts';
import { CONNECTING } from './postgres-access.ts';
import { LEASE, postgresInstances } from './postgres-instances.ts';
import { postgresNotices } from './postgres-notices.ts';
import { postgresRates } from './postgres-rates.ts';

/** What several processes on one PostgreSQL need of each other. */
export function sharedParts(
  access: Access,
  address: string,
  { patience = PATIENCE, lease = LEASE }: StoreOptions,
): Pick<Store, 'instances' | 'notices' | 'rates'> & { close(): Promise<void> } {
  const instances = postgresInstances(access, address, lease);
  const notices = postgresNotices(access, address, Math.min(patience, CONNECTING));
  return {
    instances,
    notices,
    rates: postgresRates(access),
    async close() {
      await instances.close();
      await notices.close();
    },
  };
}
