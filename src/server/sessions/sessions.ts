import type { SessionSummary } from '../../api/sessions.ts';
import type { RecordedCalibrations } from '../banks/recorded-calibration.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { ServiceContext } from '../service-context.ts';
import { exposureCounts } from './answers/exposure-counts.ts';
import { keepAnswers } from './answers/keep-answers.ts';
import { sessionEngine } from './engine/session-engine.ts';
import { createSession } from './open/create-session.ts';
import type { OpenSession } from './open/open-session.ts';
import { SessionChanges } from './open/session-changes.ts';
import { endWithout, sessionEnds } from './open/session-ends.ts';
import { sessionEvents } from './open/session-events.ts';
import { sessionMemory } from './open/session-memory.ts';
import { personClocks } from './person/person-clock.ts';
import { personTests } from './person/person-tests.ts';
import { PreparationSources } from './preparation/preparation-source.ts';
import { Preparations } from './preparation/preparations.ts';
import type { SessionBanks } from './preparation/session-banks.ts';
import { sessionPretests } from './preparation/session-pretests.ts';
import { sessionLists } from './report/session-lists.ts';
import { isBankChanged, SessionReader } from './report/session-reader.ts';
import type { SessionParts } from './session-parts.ts';
import type { SessionService } from './session-service.ts';

/** The time that persons have used is kept this often, in ms: a process that is killed forgets less. */
const BEAT = 10_000;

/** The adaptive sessions of the service. @param count counts answers by their outcome */
export function sessions(
  context: ServiceContext,
  configuration: Pick<ServiceConfiguration, 'models' | 'sessionsInMemory'>,
  calibrations: RecordedCalibrations,
  banks: SessionBanks,
  count: SessionParts['count'] = () => {},
): SessionService {
  const store = context.store.serviceSessions;
  const thread = sessionEngine();
  // Of its own: long outputs do not hold up tests.
  const reading = sessionEngine();
  const readOutput = reading.read;
  let isClosing = false;
  const preparationSources = new PreparationSources(context, banks, calibrations);
  const preparations = new Preparations(context, preparationSources, thread);
  const events = sessionEvents(context.events);
  const clocks = personClocks(context.elapsed);
  const ends = sessionEnds(store, context, events, clocks);
  const settled = async (session: OpenSession) => void (await ends.settle(session));
  const memory = sessionMemory(store, banks, preparations, configuration.sessionsInMemory, settled);
  const changes = new SessionChanges(store, memory, ends);
  const parts: SessionParts = {
    ...{ context, store, memory, events, ends, changes, clocks, readOutput, count },
  };
  const pretests = sessionPretests(context.store);
  const sources = { configuration, banks, preparations, pretests };
  const reader = new SessionReader(parts);
  const { keepClocks, ...people } = personTests(parts, reader);
  const beat = setInterval(() => void keepClocks(), BEAT).unref();

  return {
    create: (request, by, signal) => createSession(parts, sources, request, by, signal),
    readOutput,
    get: (id) => reader.summary(id),
    bankOf: (id) => reader.bankOf(id),
    ...sessionLists(context, store, memory, ends, () => isClosing),
    pending: (id, prompts) => reader.pending(id, prompts),
    ...people,
    isPerson: (id) => reader.isPerson(id),
    answer: (id, answers, facts) => keepAnswers(parts, id, answers, facts),
    async charge(id, dollars) {
      const kept = await reader.kept(id);
      await store.charge(kept.number, dollars);
      const session = memory.peek(id);
      if (session !== undefined)
        session.kept = { ...session.kept, charged: session.kept.charged + dollars };
    },
    pause: (id) => changes.pause(id),
    resume: (id) => changes.resume(id),
    end: (id) => endEarly(id, parts, reader),
    fail: (id, reason) => changes.move(id, ['open', 'paused'], 'failed', reason),
    unread: (id) => reader.unread(id),
    result: (id) => reader.result(id),
    trace: (id) => reader.trace(id),
    export: (id) => reader.export(id),
    answers: (id) => reader.answers(id),
    exposure: exposureCounts(store),
    async close() {
      isClosing = true;
      clearInterval(beat);
      await keepClocks();
      events.close();
      await Promise.all([thread.close(), reading.close()]);
    },
  };
}

async function endEarly(
  id: string,
  { context, store, changes }: SessionParts,
  reader: SessionReader,
): Promise<SessionSummary> {
  const reason = 'ended early';
  try {
    return await changes.move(id, ['open', 'paused', 'failed'], 'ended', reason);
  } catch (error) {
    if (!isBankChanged(error)) throw error;
    await endWithout(store, context.now(), await reader.kept(id), 'ended', reason);
    return reader.summary(id);
  }
}
