import { z } from 'zod';
import {
  answers,
  answersReply,
  examineeResult,
  pending,
  requestedSession,
  sessionDetail,
  sessionPage,
  sessionQuery,
  sessionResult,
  sessionSummary,
  trace,
} from '../../api/sessions.ts';
import { fail } from '../../errors.ts';
import { namedCalibration } from '../../tested-bank/named-calibration.ts';
import { requireBank } from '../banks/known-bank.ts';
import type { ModelRunner } from '../models/model-runner.ts';
import { type Route, route } from '../route.ts';
import type { ServiceContext } from '../service-context.ts';
import { exportFile } from './report/session-export.ts';
import { shownExport, shownResult, shownSession, shownTrace } from './report/withheld.ts';
import { type RequireSession, requireSessionOf } from './require-session.ts';
import type { SessionService } from './session-service.ts';

const TAG = 'Sessions';
const READERS = ['administrator', 'runner', 'viewer'] as const;
const RUNNERS = ['administrator', 'runner'] as const;
/** Callers who may answer, and the fields they see. */
const ANSWERING = [...RUNNERS, 'examinee'] as const;

const path = z.object({ session: z.string().min(1).max(64) });
const itemsQuery = z.object({
  prompts: z.stringbool().default(false).meta({
    description: 'whether to include the messages to send to a model; needs a bank with text',
  }),
});
const exportQuery = z.object({ format: z.enum(['json', 'csv']).default('json') });

/** Adaptive sessions over HTTP. */
export function sessionRoutes({
  sessions,
  runner,
  context: { store },
}: {
  readonly sessions: SessionService;
  readonly runner: Pick<ModelRunner, 'troubles'>;
  readonly context: Pick<ServiceContext, 'store'>;
}): Route[] {
  const requireSession = requireSessionOf(sessions);
  return [
    ...listRoutes(sessions, store),
    ...testRoutes(sessions, runner, requireSession),
    ...outcomeRoutes(sessions, requireSession),
  ];
}

/** Routes to create and list sessions. */
function listRoutes(sessions: SessionService, store: ServiceContext['store']): Route[] {
  return [
    route({
      method: 'POST',
      url: '/v1/sessions',
      tag: TAG,
      summary: 'Create an adaptive session',
      description:
        'The first session of a bank waits for its calibration: seconds, or minutes for a robust test on a large bank. If "model" is set, the service asks that model; otherwise the caller sends the answers. docs/sessions.md explains the life of a session.',
      roles: RUNNERS,
      body: requestedSession,
      reply: sessionSummary,
      status: 201,
      async handle({ body, caller, reply, signal }) {
        await requireBank(store, caller, body.bank);
        const { bank, calibration: named } = body;
        const calibration = named === null ? null : await namedCalibration(store, bank, named);
        const session = await sessions.create({ ...body, calibration }, caller.id, signal);
        reply.header('location', `/v1/sessions/${session.id}`);
        return session;
      },
    }),
    route({
      method: 'GET',
      url: '/v1/sessions',
      tag: TAG,
      summary: 'List sessions, newest first',
      description: 'For open sessions, the standing is the last one that was requested, or null.',
      roles: READERS,
      query: sessionQuery,
      reply: sessionPage,
      async handle({ query, caller }) {
        const page = await sessions.list({ ...query, banks: caller.banks });
        return { ...page, items: page.items.map((session) => shownSession(session)) };
      },
    }),
  ];
}

/** Routes during a test. */
function testRoutes(
  sessions: SessionService,
  runner: Pick<ModelRunner, 'troubles'>,
  requireSession: RequireSession,
): Route[] {
  return [
    route({
      method: 'GET',
      url: '/v1/sessions/:session',
      tag: TAG,
      summary: 'Show a session and its standing',
      roles: READERS,
      params: path,
      reply: sessionDetail,
      async handle({ params, caller }) {
        await requireSession(caller, params.session);
        const session = shownSession(await sessions.get(params.session));
        const isOpen = session.state === 'open';
        return { ...session, troubles: isOpen ? runner.troubles(session.id) : [] };
      },
    }),
    route({
      method: 'GET',
      url: '/v1/sessions/:session/items',
      tag: TAG,
      summary: 'List the items to answer now',
      description:
        'As many items as the lag allows. Repeated requests return the same items until they are answered.',
      roles: ANSWERING,
      params: path,
      query: itemsQuery,
      reply: pending,
      async handle({ params, query, caller }) {
        await requireSession(caller, params.session);
        if (caller.role === 'examinee') await requireProgram(sessions, params.session);
        return sessions.pending(params.session, query.prompts);
      },
    }),
    route({
      method: 'POST',
      url: '/v1/sessions/:session/answers',
      tag: TAG,
      summary: 'Answer items, and get the next ones',
      description:
        'Acknowledged answers are saved to disk. Sending the same answer again changes nothing. If no answer was accepted, the status is 409 and `results` of the problem gives the reason for each.',
      roles: ANSWERING,
      params: path,
      body: answers,
      reply: answersReply,
      async handle({ params, body, caller }) {
        await requireSession(caller, params.session);
        await requireProgram(sessions, params.session);
        if (caller.role === 'examinee') requireOutputs(body.answers);
        const reply = await sessions.answer(params.session, body.answers);
        if (reply.results.every(({ status }) => status === 'refused'))
          fail('ANSWERS_REFUSED', { session: params.session, results: reply.results });
        return reply;
      },
    }),
    ...(['pause', 'resume', 'end'] as const).map((change) =>
      route({
        method: 'POST',
        url: `/v1/sessions/:session/${change}`,
        tag: TAG,
        summary: CHANGES[change],
        roles: RUNNERS,
        params: path,
        reply: sessionSummary,
        async handle({ params, caller }) {
          await requireSession(caller, params.session);
          return shownSession(await sessions[change](params.session));
        },
      }),
    ),
  ];
}

/** Routes for results. */
function outcomeRoutes(sessions: SessionService, requireSession: RequireSession): Route[] {
  return [
    route({
      method: 'GET',
      url: '/v1/sessions/:session/result',
      tag: TAG,
      summary: 'Get the score, its interval, and the place among recorded models',
      description:
        'An examinee gets it only for a session with the feedback "result", after its end, and in the second, shorter form of the reply; people get theirs at `…/report`.',
      roles: [...READERS, 'examinee'],
      params: path,
      // The first matching schema applies; a result cut for an examinee only matches the second.
      reply: z.union([sessionResult, examineeResult]),
      async handle({ params, caller }) {
        await requireSession(caller, params.session);
        const result = shownResult(await sessions.result(params.session));
        if (caller.role !== 'examinee') return result;
        if (await sessions.isPerson(params.session))
          return fail('RESULT_WITHHELD', {
            session: params.session,
            reason: 'a person takes it; the result for people is at …/report',
          });
        const { feedback, state } = result.session;
        const withhold = (reason: string) =>
          fail('RESULT_WITHHELD', { session: params.session, reason });
        if (feedback !== 'result') withhold('it was started without feedback');
        if (state !== 'finished' && state !== 'ended') withhold('it has not ended yet');
        return examineeResult.parse(result);
      },
    }),
    route({
      method: 'GET',
      url: '/v1/sessions/:session/trace',
      tag: TAG,
      summary: 'Get the test step by step: items, answers, ability and score after each',
      description:
        'The estimates are computed again. For long tests on large banks this is done only at some places; at the others they are null. Where the service scores the answers, only administrators get scores and estimates of single answers; others get the estimates after the last one.',
      roles: READERS,
      params: path,
      reply: trace,
      async handle({ params, caller }) {
        await requireSession(caller, params.session);
        const trace = await sessions.trace(params.session);
        return shownTrace(trace, await sessions.get(params.session), caller);
      },
    }),
    route({
      method: 'GET',
      url: '/v1/sessions/:session/export',
      tag: TAG,
      summary: 'Get a whole session as JSON, or its trace as CSV',
      roles: RUNNERS,
      params: path,
      query: exportQuery,
      reply: null,
      types: ['application/json', 'text/csv'],
      async handle({ params, query, caller }) {
        await requireSession(caller, params.session);
        const all = await sessions.export(params.session);
        return exportFile(shownExport(all, caller), query.format);
      },
    }),
  ];
}

const CHANGES = {
  pause: 'Pause a session: it accepts no answers until it is resumed',
  resume: 'Resume a paused or failed session',
  end: 'End a session early: its answers count',
} as const;

/** A person sees questions and not items, and answers without outputs. @throws PERSON_TEST */
async function requireProgram(
  sessions: Pick<SessionService, 'isPerson'>,
  session: string,
): Promise<void> {
  if (await sessions.isPerson(session))
    fail('PERSON_TEST', {
      session,
      reason:
        'a person takes it: GET …/test shows its questions, and answers go to POST …/responses',
    });
}

/** An examinee sends outputs, never scores. @throws REQUEST_INVALID */
function requireOutputs(given: z.output<typeof answers>['answers']): void {
  const scored = given.findIndex(({ output }) => output === undefined);
  if (scored >= 0)
    fail('REQUEST_INVALID', {
      field: `body.answers[${scored}].score`,
      found: 'a score',
      accepted: '"output": the answer of the model in words',
    });
}
