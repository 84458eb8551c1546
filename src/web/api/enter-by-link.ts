import { parsePlace } from '../router/location.ts';
import { rememberKey } from './key.ts';

/** The first part of the place that an invitation leads to: `#/enter/KEY`. What stands behind `#` is never sent to a server. */
const ENTER = 'enter';

/**
 * Takes the key out of the address of an invitation, so that it stands in neither the address line nor the history.
 * @returns whether there was one
 */
export function enterByLink(): boolean {
  const [first, key] = parsePlace(location.hash).path;
  if (first !== ENTER || key === undefined) return false;
  rememberKey(key.trim());
  history.replaceState(null, '', '#/');
  return true;
}

/** The address that lets somebody in by a key: it must be passed on like the key itself. */
export function invitation(key: string): string {
  const { origin, pathname } = location;
  return `${origin}${pathname}#/${ENTER}/${key}`;
}
