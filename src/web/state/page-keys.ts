import { useLayoutEffect } from 'preact/hooks';

/** A single key that does something on the page that is shown. */
export interface PageKey {
  readonly key: string;
  /** What it does, as the help says it. */
  readonly name: string;
  run(): void;
}

let shown: readonly PageKey[] = [];

/** The keys of the page that is shown. */
export const pageKeys = () => shown;

/** Gives the page keys of its own, until it is left. */
export function usePageKeys(keys: readonly PageKey[]): void {
  // Before the page is painted: what can be seen can be used.
  useLayoutEffect(() => {
    shown = keys;
    return () => {
      shown = [];
    };
  });
}
