import { useState } from 'preact/hooks';

/** An action of the reader: whether it is running, and its error. */
export interface Action<A extends unknown[]> {
  readonly busy: boolean;
  readonly error: unknown;
  run(...args: A): Promise<boolean>;
}

/** Runs one at a time; a second call while one is under way does nothing. @returns whether it succeeded */
export function useAction<A extends unknown[]>(act: (...args: A) => Promise<void>): Action<A> {
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({
    busy: false,
    error: null,
  });
  return {
    ...state,
    async run(...args) {
      if (state.busy) return false;
      setState({ busy: true, error: null });
      try {
        await act(...args);
        setState({ busy: false, error: null });
        return true;
      } catch (error) {
        setState({ busy: false, error });
        return false;
      }
    },
  };
}
