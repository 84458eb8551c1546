import { type KeptKeys, keptKeys, REVOKED } from '../../workflow/keys/kept-keys.ts';
import type { ServiceContext } from '../service-context.ts';
import { type CheckedKeys, checkedKeys } from './checked-keys.ts';

/** Creates, lists, revokes and checks keys. */
export interface KeyService extends KeptKeys, CheckedKeys {
  /** Forgets at once what other processes revoke in the database, where they can tell. @throws STORE_UNAVAILABLE */
  hear(): Promise<void>;
}

export function keyService(context: ServiceContext): KeyService {
  const checked = checkedKeys(context);
  return {
    ...checked,
    ...keptKeys(context, checked.forget),
    async hear() {
      await context.store.notices?.listen(REVOKED, checked.forget, checked.recheck);
    },
  };
}
