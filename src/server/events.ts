import type { LiveEvent } from '../api/jobs.ts';

/** Notifies listeners of changes, within this process. */
export interface EventBus {
  emit(event: LiveEvent): void;
  /** @returns a function that stops listening */
  listen(listener: (event: LiveEvent) => void): () => void;
}

export function eventBus(): EventBus {
  const listeners = new Set<(event: LiveEvent) => void>();
  return {
    emit(event) {
      for (const listener of listeners) listener(event);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
