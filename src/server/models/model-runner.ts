import {
  type PromptSettings,
  promptOptions,
  type RequestTrouble,
  type SessionState,
  type SessionSummary,
} from '../../api/sessions.ts';
import type { Clock } from '../../examinee/services.ts';
import { STEADY_CLOCK } from '../../examinee/services.ts';
import { isUnreachable } from '../../store/access/store-failure.ts';
import { type AskSettings, askOptions } from '../../tested-bank/ask-options.ts';
import { itemOf } from '../../tested-bank/live-bank.ts';
import { span } from '../../tracing/span.ts';
import { whatHappened } from '../http/problem.ts';
import type { ServiceContext } from '../service-context.ts';
import type { SessionService } from '../sessions/session-service.ts';
import type { ConfiguredModels } from './configured-models.ts';
import { failureReason } from './failure-reason.ts';
import { SessionRun } from './session-run.ts';

/** Asks configured models the items of their sessions, all sessions at once. */
export interface ModelRunner {
  /** Continues with the sessions that were open when the service ended. */
  start(): Promise<void>;
  /** What goes wrong while the model of a session is asked; empty if nothing does, or it is not asked. */
  troubles(session: string): RequestTrouble[];
  /** Looks whether sessions that another instance asked are free, as when it has ended. */
  look(): Promise<void>;
  /** Starts nothing more, keeps answers that arrive within the grace time, and ends the rest. The sessions stay open. */
  close(): Promise<void>;
}

/** A session whose model is asked. */
interface SessionAsked {
  readonly run: SessionRun | null;
  /** Null before the session is read. */
  readonly model: string | null;
  /** Aborted when another instance may ask the session; null if there is none. */
  readonly lost: AbortSignal | null;
  readonly done: Promise<void>;
}

/** Time to wait for answers in flight when the service ends, in milliseconds. */
const GRACE = 10_000;
/** After the database could not be reached for its whole patience, it is tried again so often, in milliseconds. */
const AGAIN = 5000;
const PAGE = 1000;
/** How often an instance looks for sessions that others have left, in milliseconds. */
const LOOKS = 5_000;
/** The default, as in `rank --model`. */
const DEFAULT_PROMPT: PromptSettings = promptOptions.parse({});

/** The name of the lease of a session whose model is asked. */
function leaseOf(session: string): string {
  return `session/${session}`;
}

/** How the items of a session are worded and its outputs read. */
export function askSettingsOf({
  prompt,
  seed,
}: Pick<SessionSummary, 'prompt' | 'seed'>): AskSettings {
  const { language, system, ...rest } = prompt ?? DEFAULT_PROMPT;
  return { ...rest, seed, language: language ?? undefined, system: system ?? undefined };
}

/**
 * Every session that is opened, paused, resumed or ended sends an event (`ServiceContext.events`), which starts or holds its
 * run. The session determines the items to ask, so nothing is lost after a restart, and items in flight are asked again.
 * Of several instances on a database the one that has the lease of a session asks its model. The others try again when that one has
 * ended or lapsed.
 */
export function modelRunner(
  { store, events, log, instance }: Pick<ServiceContext, 'store' | 'events' | 'log' | 'instance'>,
  models: ConfiguredModels,
  sessions: SessionService,
  { grace = GRACE, clock = STEADY_CLOCK }: { readonly grace?: number; readonly clock?: Clock } = {},
): ModelRunner {
  const runs = new Map<string, SessionAsked>();
  /** Open sessions that another instance asks, or that could not be begun. */
  const elsewhere = new Set<string>();
  const closing = new AbortController();
  let isClosed = false;

  const runOf = async (summary: SessionSummary): Promise<SessionRun> => {
    const { bank, model, answered } = summary;
    const unread = answered === 0 ? 0 : await sessions.unread(summary.id);
    const askOf = await askOptions(askSettingsOf(summary), store, bank);
    return new SessionRun(summary, {
      sessions,
      unread,
      model: models.get(model!),
      itemOf: (id) => itemOf(store, bank, id),
      askOf: (item) => ({ ...askOf(item), read: sessions.readOutput }),
      now: () => clock.now(),
    });
  };

  const begin = (id: string): void => {
    if (isClosed || runs.has(id)) return;
    const done = span('session model', {}, () => work(id))
      .catch(async (error) => {
        log('error', 'model-session', { session: id, ...whatHappened(error) });
        // Of several instances any one may go on with it.
        if (instance !== null) {
          elsewhere.add(id);
          return false;
        }
        // The session is open, and nobody else would go on with it. Nothing is asked before it can be read.
        if (!isUnreachable(error)) return false;
        await clock.sleep(AGAIN, closing.signal).catch(() => {});
        return !isClosed;
      })
      .then((again) => {
        runs.delete(id);
        if (again === true) begin(id);
      });
    runs.set(id, { run: null, model: null, lost: null, done });
  };

  /** @returns whether it was opened again meanwhile */
  const work = async (id: string): Promise<boolean> => {
    const summary = await sessions.get(id);
    elsewhere.delete(id);
    if (summary.state !== 'open' || summary.model === null) return false;
    if (instance === null) return asked(summary, null);
    const { lost } = instance;
    if (!(await instance.hold(leaseOf(id)))) {
      elsewhere.add(id);
      return false;
    }
    return asked(summary, lost).finally(() => instance.release(leaseOf(id)));
  };

  /**
   * @param lost aborted when another instance may ask the session
   * @returns as `work`
   */
  const asked = async (summary: SessionSummary, lost: AbortSignal | null): Promise<boolean> => {
    const { id } = summary;
    let stop = () => {};
    try {
      const run = await runOf(summary);
      const own = runs.get(id);
      if (own === undefined || isClosed) return false;
      runs.set(id, { ...own, run, lost, model: summary.model });
      stop = () => run.hold();
      lost?.addEventListener('abort', stop);
      if (lost?.aborted) run.hold();
      await run.run();
    } catch (error) {
      return isClosed || lost?.aborted ? !isClosed : await failed(summary, error);
    } finally {
      lost?.removeEventListener('abort', stop);
    }
    const now = await sessions.get(id);
    return now.state === 'open' && now.answered < now.length && (await hasItems(id));
  };

  const hasItems = async (id: string) => (await sessions.pending(id, false)).items.length > 0;

  /** @returns whether somebody opened the session again at once */
  const failed = async ({ id, model }: SessionSummary, error: unknown): Promise<boolean> => {
    if (isUnreachable(error)) throw error;
    log('warn', 'model-session-failed', { session: id, model, ...whatHappened(error) });
    if ((await sessions.get(id)).state !== 'open') return false;
    await sessions.fail(id, failureReason(error, models.find(model!)?.configuration));
    return (await sessions.get(id)).state === 'open';
  };

  const moved = (id: string, state: SessionState): void => {
    const own = runs.get(id);
    if (state !== 'open') {
      elsewhere.delete(id);
      own?.run?.hold();
    } else if (own !== undefined) {
      // Without its lease it only waits for the answers in flight.
      if (own.lost?.aborted !== true) own.run?.resume();
    } else if (!elsewhere.has(id)) begin(id);
  };

  const unlisten = events.listen(
    (event) => {
      if (event.type === 'session' && event.model !== null) moved(event.session, event.state);
    },
    () =>
      void missed().catch((error) => log('error', 'model-sessions', { ...whatHappened(error) })),
  );
  /** After a gap in the events of other instances. */
  const missed = async () => {
    for (const id of runs.keys()) moved(id, (await sessions.get(id)).state);
    await beginAll();
  };
  const beginAll = async () => {
    let cursor: string | undefined;
    do {
      const page = await sessions.list({ banks: null, state: 'open', limit: PAGE, cursor });
      for (const { id, model } of page.items) if (model !== null) begin(id);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined && !isClosed);
  };
  const look = async () => {
    if (instance === null || elsewhere.size === 0) return;
    const idOf = new Map([...elsewhere].map((id) => [leaseOf(id), id]));
    const free = await instance.free([...idOf.keys()]);
    for (const name of free) begin(idOf.get(name)!);
  };
  const looking = async () => {
    while (!isClosed) {
      await clock.sleep(LOOKS, closing.signal).catch(() => {});
      // Tried again soon.
      if (!isClosed) await look().catch(() => {});
    }
  };
  if (instance !== null) void looking();

  const unwatch = models.onTroubles((model) => {
    for (const [id, { model: own }] of runs) if (own === model) void tell(id);
  });
  const tell = async (id: string) => {
    try {
      // It may have been paused or ended meanwhile.
      const { bank, state, model } = await sessions.get(id);
      events.emit({ type: 'session', session: id, bank, state, model });
    } catch (error) {
      log('error', 'model-session', { session: id, ...whatHappened(error) });
    }
  };

  return {
    start: beginAll,
    look,

    troubles: (id) => runs.get(id)?.run?.troubles() ?? [],

    async close() {
      isClosed = true;
      closing.abort();
      unlisten();
      unwatch();
      const all = [...runs.values()];
      for (const { run } of all) run?.hold();
      const ended = Promise.all(all.map(({ done }) => done));
      const inTime = new AbortController();
      const late = clock.sleep(grace, inTime.signal).catch(() => {});
      await Promise.race([ended, late]);
      inTime.abort();
      for (const { run } of all) run?.abort();
      await ended;
    },
  };
}
