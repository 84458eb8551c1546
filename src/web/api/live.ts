import type { LiveEvent } from '../../api/jobs.ts';
import { routeAddress, send } from './client.ts';
import { eventCutter } from './event-stream.ts';

/** `reconnected`: events may have been missed, so that what is shown must be read again. */
export type Moved = LiveEvent | { readonly type: 'reconnected' };
export type LiveState = 'connecting' | 'live' | 'reconnecting';

/** In ms: the first wait before another try, and the longest. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

/** Follows changes until it is closed. */
export interface LiveConnection {
  onEvent(listener: (event: Moved) => void): () => void;
  onState(listener: (state: LiveState) => void): () => void;
  close(): void;
}

/** Opens the stream of events. `EventSource` cannot send a key, so that the stream is read by fetch. */
export function connectLive(): LiveConnection {
  const events = new Set<(event: Moved) => void>();
  const states = new Set<(state: LiveState) => void>();
  const closing = new AbortController();
  let state: LiveState = 'connecting';
  const become = (next: LiveState) => {
    state = next;
    for (const listener of states) listener(next);
  };
  const tell = (event: Moved) => {
    for (const listener of events) listener(event);
  };

  async function follow(): Promise<void> {
    let wait = FIRST_WAIT;
    let before = false;
    while (!closing.signal.aborted) {
      try {
        await readEvents(closing.signal, tell, () => {
          wait = FIRST_WAIT;
          become('live');
          if (before) tell({ type: 'reconnected' });
          before = true;
        });
      } catch (error) {
        // No key, or one without access to events: do not wait.
        const status = (error as { status?: number }).status;
        if (status === 401 || status === 403) return;
      }
      if (closing.signal.aborted) return;
      become('reconnecting');
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(2 * wait, LONGEST_WAIT);
    }
  }
  void follow();

  return {
    onEvent(listener) {
      events.add(listener);
      return () => events.delete(listener);
    },
    onState(listener) {
      states.add(listener);
      listener(state);
      return () => states.delete(listener);
    },
    close: () => closing.abort(),
  };
}

/** Resolves when the stream ends. */
async function readEvents(
  signal: AbortSignal,
  tell: (event: LiveEvent) => void,
  opened: () => void,
): Promise<void> {
  const reply = await send(routeAddress('/v1/events'), { signal });
  opened();
  const cut = eventCutter();
  const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    for (const { type, data } of cut(value)) {
      try {
        tell({ type, ...(JSON.parse(data) as object) } as LiveEvent);
      } catch {
        // A newer service may send what this page does not know.
      }
    }
  }
}
