import { fail } from '../../errors.ts';
import type { StoredPanel } from '../../store/panels/panels.ts';
import type { Store } from '../../store/store.ts';
import { type Caller, mayUseBank } from '../caller.ts';

const unknown = (id: string) =>
  fail('NAME_UNKNOWN', { kind: 'rating panel', name: id, nearest: null });

/** A rating panel of a bank that the caller may use; others look like unknown ones. @throws NAME_UNKNOWN */
export async function panelOfReader(
  store: Pick<Store, 'panels'>,
  caller: Caller,
  id: string,
): Promise<StoredPanel> {
  const panel = await store.panels.get(id);
  return panel?.kind === 'rating' && mayReadPanel(caller, panel) ? panel : unknown(id);
}

export function mayReadPanel(caller: Caller, { bank }: StoredPanel): boolean {
  return bank === null ? caller.banks === null : mayUseBank(caller, bank);
}

/** The one rating panel of an expert. @throws NAME_UNKNOWN */
export async function panelOfExpert(
  store: Pick<Store, 'panels'>,
  caller: Caller,
  id: string,
): Promise<StoredPanel> {
  if (caller.panel?.id !== id || caller.panel.kind !== 'rating') return unknown(id);
  return (await store.panels.get(id)) ?? unknown(id);
}
