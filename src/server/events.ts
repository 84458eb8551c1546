import type { LiveEvent } from '../api/jobs.ts';
import { EVENTS, type Notices } from '../store/instances/notices.ts';

/** A change. Where it is the work of an expert, `expert` is the name: other experts of the panel do not hear of it. */
export type ServiceEvent = LiveEvent & { readonly expert?: string };

/** @param isOwn whether this process has sent it; else it is of another instance */
type Listener = (event: ServiceEvent, isOwn: boolean) => void;

/** Notifies listeners of changes, within this process and, if several share a database, those of the others. */
export interface EventBus {
  emit(event: ServiceEvent): void;
  /**
   * @param onGap called after events of other instances may have been lost
   * @returns a function that stops listening
   */
  listen(listener: Listener, onGap?: () => void): () => void;
}

/** Events of this process alone. */
export function eventBus(): EventBus {
  return busOf(() => {});
}

/** Events of all instances on a database. @throws STORE_UNAVAILABLE */
export async function sharedEventBus(notices: Notices): Promise<EventBus> {
  const bus = busOf((event) => notices.publish(EVENTS, JSON.stringify(event)));
  await notices.listen(
    EVENTS,
    (text) => bus.tell(JSON.parse(text) as ServiceEvent, false),
    () => bus.miss(),
  );
  return bus;
}

function busOf(send: (event: ServiceEvent) => void) {
  const listeners = new Set<{ readonly tell: Listener; readonly miss: (() => void) | undefined }>();
  const tell: Listener = (event, isOwn) => {
    for (const listener of listeners) listener.tell(event, isOwn);
  };
  return {
    tell,
    miss() {
      for (const { miss } of listeners) miss?.();
    },
    emit(event: ServiceEvent) {
      tell(event, true);
      send(event);
    },
    listen(listener: Listener, onGap?: () => void) {
      const own = { tell: listener, miss: onGap };
      listeners.add(own);
      return () => listeners.delete(own);
    },
  };
}
