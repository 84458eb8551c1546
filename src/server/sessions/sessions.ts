import type {
  Answer,
  AnswersReply,
  NewSession,
  Pending,
  SessionState,
  SessionSummary,
} from '../../api/sessions.ts';
import { fail, ThetarankError } from '../../errors.ts';
import type { KeptSession } from '../../store/service/service-session-store.ts';
import type { RecordedCalibrations } from '../banks/recorded-calibration.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { World } from '../world.ts';
import { engine } from './engine.ts';
import { exposureCounts } from './exposure-counts.ts';
import { OpenSession } from './open-session.ts';
import { preparations } from './preparations.ts';
import { sessionTexts } from './score-outputs.ts';
import type { SessionBanks } from './session-banks.ts';
import { endWithout, sessionEnds } from './session-ends.ts';
import { sessionEvents } from './session-events.ts';
import { sessionLists } from './session-lists.ts';
import { sessionMemory } from './session-memory.ts';
import { sessionSettings } from './session-request.ts';
import type { AnswerFacts, SessionService } from './session-service.ts';
import { type KeptResult, keptSummary, openSummary } from './session-summary.ts';
import { answersTrace, sessionTrace } from './session-trace.ts';
import { judgeAnswers } from './take-answers.ts';

/** So often answers are decided about anew because another process changed their session. */
const ATTEMPTS = 4;

/** The adaptive sessions of the service. */
export function sessions(
  world: World,
  configuration: Pick<ServiceConfiguration, 'models' | 'sessionsInMemory'>,
  calibrations: RecordedCalibrations,
  banks: SessionBanks,
): SessionService {
  const store = world.store.serviceSessions;
  const thread = engine();
  let isClosing = false;
  const grounds = preparations(world, banks, calibrations, thread);
  const events = sessionEvents(world.events);
  const ends = sessionEnds(store, world, events);
  const settled = async (session: OpenSession) => void (await ends.settle(session));
  const memory = sessionMemory(store, banks, grounds, configuration.sessionsInMemory, settled);

  const keptOf = async (id: string): Promise<KeptSession> =>
    memory.peek(id)?.kept ?? (await store.byId(id)) ?? fail('SESSION_UNKNOWN', { session: id });

  /** Changes a session, once more where another process has changed it meanwhile. */
  const change = async (
    id: string,
    work: (session: OpenSession) => Promise<boolean>,
  ): Promise<OpenSession> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const session = await memory.open(id);
      if (await session.alone(() => work(session))) return session;
      memory.drop(session);
    }
    throw new Error(`session ${id} is changed by others all the time`);
  };
  /** As it is kept now: another process may have taken answers. */
  const current = (id: string): Promise<OpenSession> =>
    change(id, async (own) => {
      const stamp = await store.stamp(own.kept.number);
      if (stamp?.revision !== own.kept.revision || stamp.answers !== own.answered) return false;
      own.kept = { ...own.kept, charged: stamp.charged };
      return ends.settle(own);
    });
  const move = async (
    id: string,
    from: readonly SessionState[],
    to: SessionState,
    reason: string | null = null,
  ): Promise<SessionSummary> => {
    const session = await change(id, async (own) => {
      if (!(await ends.settle(own))) return false;
      const state = own.kept.state as SessionState;
      if (state === to) return true;
      if (!from.includes(state))
        fail('SESSION_OVER', { session: id, state, wanted: to === 'open' ? 'resumed' : to });
      return ends.become(own, to, reason);
    });
    return openSummary(session, await ends.standing(session));
  };

  const take = async (
    id: string,
    answers: readonly Answer[],
    facts: readonly AnswerFacts[] | undefined,
  ): Promise<AnswersReply> => {
    /** By number of the answer: those that an earlier attempt has kept. */
    const taken = new Set<number>();
    let results: AnswersReply['results'] = [];
    const session = await change(id, async (own) => {
      await memory.requireCurrent(own);
      if ((await ends.settle(own)) === false) return false;
      const scoring = {
        score: (item: string, output: string) =>
          sessionTexts(world.store, own.kept.bank, own.settings).score(item, output),
        outputAt: (place: number) => store.outputAt(own.kept.number, place),
      };
      const verdicts = await judgeAnswers(own, answers, facts, scoring, world.now());
      const given = verdicts.flatMap((verdict) => ('given' in verdict ? [verdict.given] : []));
      try {
        const kept = given.length === 0 ? new Set() : await store.append(given);
        verdicts.forEach((verdict, k) => {
          if ('given' in verdict && kept.has(verdict.given)) taken.add(k);
        });
        if (kept.size < given.length) return false;
        if (given.length > 0) await own.test.play(own.count(given.map(({ answer }) => answer)));
      } catch (error) {
        // Nobody knows whether they are kept: memory must not either.
        memory.drop(own);
        throw error;
      }
      results = verdicts.map((verdict, k) =>
        'given' in verdict || taken.has(k)
          ? { item: answers[k].item, status: 'taken' }
          : verdict.result,
      );
      if (given.length === 0) return true;
      if (own.isComplete) return ends.settle(own);
      events.answered(own);
      return true;
    });
    return { ...pendingOf(session), results };
  };

  const summaryOf = async (id: string): Promise<SessionSummary> => {
    const kept = await keptOf(id);
    const isKept = async () =>
      keptSummary(kept, (await store.sums([kept.number])).get(kept.number));
    if (kept.result !== null && memory.peek(id) === undefined) return isKept();
    try {
      const session = await current(id);
      return openSummary(session, await ends.standing(session));
    } catch (error) {
      if (isChanged(error)) return isKept();
      throw error;
    }
  };
  const traceOf = async (id: string) => {
    const kept = await keptOf(id);
    const answers = await store.answers(kept.number);
    try {
      const session = await current(id);
      return await sessionTrace(session, answers, () => ends.standing(session));
    } catch (error) {
      if (isChanged(error)) return answersTrace(answers);
      throw error;
    }
  };
  const resultOf = async (id: string) => {
    const session = await summaryOf(id);
    const { standing } = session;
    const kept = (await keptOf(id)).result as KeptResult | null;
    const own = memory.peek(id);
    const placed = kept ??
      (own === undefined ? null : ends.placed(own, standing)) ?? { recorded: 0 };
    const { place = null, bestPlace = null, worstPlace = null, recorded } = placed as KeptResult;
    const complete = session.state === 'finished';
    return { session, complete, standing, place, bestPlace, worstPlace, recorded };
  };

  return {
    async create(request: NewSession, by: string, signal?: AbortSignal) {
      const at = world.now();
      const expiresAt = expiry(request.expiresAt, at);
      const bank = await banks.current(request.bank);
      const settings = { ...sessionSettings(request, bank, configuration), expiresAt };
      const ground = await grounds.of(bank, settings, {
        by,
        isWanted: () => signal?.aborted !== true,
      });
      const test = await ground.test(settings);
      const kept = await store.create({
        id: world.randomBytes(16).toString('base64url'),
        bank: settings.bank,
        examinee: settings.examinee,
        configuration: settings,
        bankVersion: bank.fingerprint,
        calibrationVersion: ground.calibrationVersion,
        by,
        state: 'open',
        reason: null,
        length: settings.items,
        createdAt: at,
        changedAt: at,
        expiresAt,
        finishedAt: null,
        result: null,
      });
      const session = new OpenSession(kept, settings, ground, test);
      memory.add(session);
      events.changed(session);
      return openSummary(session, null);
    },
    get: summaryOf,
    bankOf: (id) => memory.peek(id)?.kept.bank ?? keptOf(id).then(({ bank }) => bank),
    ...sessionLists(world, store, memory, ends, () => isClosing),
    async pending(id, prompts) {
      const kept = await keptOf(id);
      if (kept.result !== null && memory.peek(id) === undefined) {
        const { asked, answered } = keptSummary(
          kept,
          (await store.sums([kept.number])).get(kept.number),
        );
        const state = kept.state as SessionState;
        return { state, items: [], asked, answered, length: kept.length };
      }
      const session = await current(id);
      await memory.requireCurrent(session);
      const pending = pendingOf(session);
      if (!prompts) return pending;
      const texts = sessionTexts(world.store, session.kept.bank, session.settings);
      const items: Pending['items'] = [];
      for (const item of pending.items)
        items.push({ ...item, prompt: [...(await texts.messages(item.item))] });
      return { ...pending, items };
    },
    answer: take,
    async charge(id, dollars) {
      const kept = await keptOf(id);
      await store.charge(kept.number, dollars);
      const session = memory.peek(id);
      if (session !== undefined)
        session.kept = { ...session.kept, charged: session.kept.charged + dollars };
    },
    pause: (id) => move(id, ['open'], 'paused'),
    resume: (id) => move(id, ['paused', 'failed'], 'open'),
    async end(id) {
      const reason = 'ended before its rules did';
      try {
        return await move(id, ['open', 'paused', 'failed'], 'ended', reason);
      } catch (error) {
        if (!isChanged(error)) throw error;
        await endWithout(store, world.now(), await keptOf(id), 'ended', reason);
        return summaryOf(id);
      }
    },
    fail: (id, reason) => move(id, ['open', 'paused'], 'failed', reason),
    result: resultOf,
    trace: traceOf,
    async export(id) {
      const { number } = await keptOf(id);
      const result = await resultOf(id);
      const answers = await store.answers(number, true);
      return { session: result.session, result, trace: await traceOf(id), answers };
    },
    answers: async (id) => {
      const { number } = await keptOf(id);
      const answers = await store.answers(number);
      return answers.map(({ place, item, score, at }) => ({ place, item, score, at }));
    },
    exposure: exposureCounts(store),
    async close() {
      isClosing = true;
      events.close();
      await thread.close();
    },
  };
}

function pendingOf(session: OpenSession): Pending {
  const { kept, answered, test } = session;
  const items =
    kept.state === 'open'
      ? session.awaited().map((place) => ({ item: session.itemAt(place), place }))
      : [];
  const asked = test.state.asked.length;
  return { state: kept.state as SessionState, items, asked, answered, length: kept.length };
}

function isChanged(error: unknown): boolean {
  return error instanceof ThetarankError && error.code === 'SESSION_BANK_CHANGED';
}

const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** A time as it is compared. @throws SESSION_REFUSED for one that is no time, or over */
function expiry(given: string | null, now: string): string | null {
  if (given === null) return null;
  const at = Date.parse(given);
  // Times are compared as texts: years of other than four digits would come first.
  if (Number.isNaN(at) || at <= Date.parse(now) || at > LATEST)
    return fail('SESSION_REFUSED', {
      reason: `expiresAt is "${given}"; accepted: a time to come, before the year 10000, such as 2031-01-31T12:00:00Z`,
    });
  return new Date(at).toISOString();
}
