import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Place, parsePlace, placeHash } from './location.ts';

/** Where the reader is; renders again when that changes. */
export function usePlace(): Place {
  const [hash, setHash] = useState(() => location.hash);
  useEffect(() => {
    const change = () => setHash(location.hash);
    addEventListener('hashchange', change);
    // The reader may have gone on between the first rendering and this.
    change();
    return () => removeEventListener('hashchange', change);
  }, []);
  return useMemo(() => parsePlace(hash), [hash]);
}

/** Goes to a page. */
export function go(path: readonly string[], query: Parameters<typeof placeHash>[1] = {}): void {
  location.hash = placeHash(path, query);
}

/** Changes the query of the page that is shown, without a step to go back to: filters as they are typed. */
export function setQuery(changes: Readonly<Record<string, string | number | null>>): void {
  const { path, query } = parsePlace(location.hash);
  history.replaceState(null, '', placeHash(path, { ...query, ...changes }));
  dispatchEvent(new HashChangeEvent('hashchange'));
}
