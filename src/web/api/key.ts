/** The key lives as long as the tab: it is never written to disk by this page. */
const PLACE = 'thetarank-key';

type Listener = (reason: string | null) => void;
const listeners = new Set<Listener>();

export function currentKey(): string | null {
  return sessionStorage.getItem(PLACE);
}

export function rememberKey(key: string): void {
  sessionStorage.setItem(PLACE, key);
}

/** @param reason why, for the reader; null if they signed out */
export function forgetKey(reason: string | null): void {
  sessionStorage.removeItem(PLACE);
  for (const listener of listeners) listener(reason);
}

/** @returns what ends listening */
export function onForgotten(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
