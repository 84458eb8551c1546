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
  /** Starts nothing more, keeps answers that arrive within the grace time, and ends the rest. The sessions stay open. */
  close(): Promise<void>;
}

/** A session whose model is asked. */
interface SessionAsked {
  readonly run: SessionRun | null;
  /** Null before the session is read. */
  readonly model: string | null;
  readonly done: Promise<void>;
}

/** Time to wait for answers in flight when the service ends, in milliseconds. */
const GRACE = 10_000;
/** After the database could not be reached for its whole patience, it is tried again so often, in milliseconds. */
const AGAIN = 5000;
const PAGE = 1000;
/** The default, as in `rank --model`. */
const DEFAULT_PROMPT: PromptSettings = promptOptions.parse({});

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
 */
export function modelRunner(
  { store, events, log }: Pick<ServiceContext, 'store' | 'events' | 'log'>,
  models: ConfiguredModels,
  sessions: SessionService,
  { grace = GRACE, clock = STEADY_CLOCK }: { readonly grace?: number; readonly clock?: Clock } = {},
): ModelRunner {
  const runs = new Map<string, SessionAsked>();
  let isClosed = false;
  const closing = new AbortController();

  const runOf = async (summary: SessionSummary): Promise<SessionRun> => {
    const { bank, model, answered } = summary;
    const unread = answered === 0 ? 0 : await sessions.unread(summary.id);
    const askOf = await askOptions(askSettingsOf(summary), store, bank);
    return new SessionRun(summary, {
      sessions,
      unread,
      model: models.get(model!),
      itemOf: (id) => itemOf(store, bank, id),
      askOf,
      now: () => clock.now(),
    });
  };

  const begin = (id: string): void => {
    if (isClosed || runs.has(id)) return;
    const done = work(id)
      .catch(async (error) => {
        log('error', 'model-session', { session: id, ...whatHappened(error) });
        // The session is open, and nobody else would go on with it. Nothing is asked before it can be read.
        if (!isUnreachable(error)) return false;
        await clock.sleep(AGAIN, closing.signal).catch(() => {});
        return !isClosed;
      })
      .then((again) => {
        runs.delete(id);
        if (again === true) begin(id);
      });
    runs.set(id, { run: null, model: null, done });
  };

  /** @returns whether it was opened again meanwhile */
  const work = async (id: string): Promise<boolean> => {
    const summary = await sessions.get(id);
    if (summary.state !== 'open' || summary.model === null) return false;
    try {
      const run = await runOf(summary);
      const own = runs.get(id);
      if (own === undefined || isClosed) return false;
      runs.set(id, { ...own, run, model: summary.model });
      await run.run();
    } catch (error) {
      return isClosed ? false : await failed(summary, error);
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
    if (state !== 'open') own?.run?.hold();
    else if (own === undefined) begin(id);
    else own.run?.resume();
  };

  const unlisten = events.listen((event) => {
    if (event.type === 'session' && event.model !== null) moved(event.session, event.state);
  });

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
    async start() {
      let cursor: string | undefined;
      do {
        const page = await sessions.list({ banks: null, state: 'open', limit: PAGE, cursor });
        for (const { id, model } of page.items) if (model !== null) begin(id);
        cursor = page.next ?? undefined;
      } while (cursor !== undefined && !isClosed);
    },

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
