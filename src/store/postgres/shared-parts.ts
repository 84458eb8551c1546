import type { Access } from '../access/access.ts';
import { LEFT } from '../instances/instance-store.ts';
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
  const notices = postgresNotices(access, address, Math.min(patience, CONNECTING));
  const instances = postgresInstances(access, address, lease, (id) => notices.publish(LEFT, id));
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
