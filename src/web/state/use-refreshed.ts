import { useEffect } from 'preact/hooks';
import type { Resource } from './use-resource.ts';

/** In ms, from one reading to the next. */
const PAUSE = 3000;

/**
 * Reads again every few seconds while the page is visible, and at once when it becomes so: for what no event tells of.
 * @param on whether it can change
 */
export function useRefreshed(resource: Resource<unknown>, on: boolean): void {
  const { data, error, reload } = resource;
  useEffect(() => {
    // A reading under way is not cut off by the next one.
    if (!on || (data === null && error === null)) return;
    const due = () => {
      if (document.visibilityState === 'visible') reload();
      else document.addEventListener('visibilitychange', due, { once: true });
    };
    const timer = setTimeout(due, PAUSE);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', due);
    };
  }, [data, error, on]);
}
