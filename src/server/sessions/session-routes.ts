import { z } from 'zod';
import {
  answers,
  answersReply,
  examineeResult,
  newSession,
  pending,
  sessionPage,
  sessionQuery,
  sessionResult,
  sessionSummary,
  trace,
} from '../../api/sessions.ts';
import { fail } from '../../errors.ts';
import { requireBank } from '../banks/known-bank.ts';
import { type Caller, mayUseBank } from '../caller.ts';
import { type Route, route } from '../route.ts';
import type { ServiceContext } from '../service-context.ts';
import { exportFile } from './session-export.ts';
import type { SessionService } from './session-service.ts';

const TAG = 'Sessions';
const READERS = ['administrator', 'runner', 'viewer'] as const;
const RUNNERS = ['administrator', 'runner'] as const;
/** Those who may answer, and what they see while they do. */
const ANSWERING = [...RUNNERS, 'examinee'] as const;

const path = z.object({ session: z.string().min(1).max(64) });
const itemsQuery = z.object({
  prompts: z.stringbool().default(false).meta({
    description: 'with the messages to send to a model; needs a bank with text',
  }),
});
const exportQuery = z.object({ format: z.enum(['json', 'csv']).default('json') });

/** Adaptive sessions over HTTP. */
export function sessionRoutes({
  sessions,
  context: { store },
}: {
  readonly sessions: SessionService;
  readonly context: Pick<ServiceContext, 'store'>;
}): Route[] {
  /** Whoever may not see a session learns no more than that there is none. @throws SESSION_UNKNOWN */
  const requireSession: RequireSession = (caller, id) => {
    const unknown = () => fail('SESSION_UNKNOWN', { session: id });
    if (caller.role === 'examinee') return caller.session === id ? undefined : unknown();
    if (caller.banks === null) return undefined;
    const check = (bank: string) => (mayUseBank(caller, bank) ? undefined : unknown());
    const bank = sessions.bankOf(id);
    return typeof bank === 'string' ? check(bank) : bank.then(check);
  };
  return [
    ...listRoutes(sessions, store),
    ...testRoutes(sessions, requireSession),
    ...outcomeRoutes(sessions, requireSession),
  ];
}

type RequireSession = (caller: Caller, id: string) => undefined | Promise<undefined>;

/** Beginning a session, and finding those there are. */
function listRoutes(sessions: SessionService, store: ServiceContext['store']): Route[] {
  return [
    route({
      method: 'POST',
      url: '/v1/sessions',
      tag: TAG,
      summary: 'Begins an adaptive session',
      description:
        'The first session of a bank waits for its calibration: seconds, for a robust one on a large bank minutes. With a model, the service asks it; else the caller brings the answers. docs/sessions.md tells the life of a session.',
      roles: RUNNERS,
      body: newSession,
      reply: sessionSummary,
      status: 201,
      async handle({ body, caller, reply, signal }) {
        await requireBank(store, caller, body.bank);
        const session = await sessions.create(body, caller.id, signal);
        reply.header('location', `/v1/sessions/${session.id}`);
        return session;
      },
    }),
    route({
      method: 'GET',
      url: '/v1/sessions',
      tag: TAG,
      summary: 'Sessions, newest first',
      description:
        'Of sessions that go on, the standing is the last one that somebody asked for, or null.',
      roles: READERS,
      query: sessionQuery,
      reply: sessionPage,
      handle: ({ query, caller }) => sessions.list({ ...query, banks: caller.banks }),
    }),
  ];
}

/** What happens while a test goes on. */
function testRoutes(sessions: SessionService, requireSession: RequireSession): Route[] {
  return [
    route({
      method: 'GET',
      url: '/v1/sessions/:session',
      tag: TAG,
      summary: 'A session, and where it stands',
      roles: READERS,
      params: path,
      reply: sessionSummary,
      async handle({ params, caller }) {
        await requireSession(caller, params.session);
        return sessions.get(params.session);
      },
    }),
    route({
      method: 'GET',
      url: '/v1/sessions/:session/items',
      tag: TAG,
      summary: 'The items to answer now',
      description:
        'As many as the lag allows, the same until they are answered, however often they are asked for.',
      roles: ANSWERING,
      params: path,
      query: itemsQuery,
      reply: pending,
      async handle({ params, query, caller }) {
        await requireSession(caller, params.session);
        return sessions.pending(params.session, query.prompts);
      },
    }),
    route({
      method: 'POST',
      url: '/v1/sessions/:session/answers',
      tag: TAG,
      summary: 'Answers items, and says which are next',
      description:
        'What is acknowledged is on the disk. The same answer sent again changes nothing. Where not one was taken the status is 409, and `results` of the problem says of each why.',
      roles: ANSWERING,
      params: path,
      body: answers,
      reply: answersReply,
      async handle({ params, body, caller }) {
        await requireSession(caller, params.session);
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
          return sessions[change](params.session);
        },
      }),
    ),
  ];
}

/** What came of it. */
function outcomeRoutes(sessions: SessionService, requireSession: RequireSession): Route[] {
  return [
    route({
      method: 'GET',
      url: '/v1/sessions/:session/result',
      tag: TAG,
      summary: 'The score, its interval, and the place among recorded models',
      description:
        'For the examinee only of a session with the feedback "result", at its end, and then without what is not about it: the second form of the reply.',
      roles: [...READERS, 'examinee'],
      params: path,
      // The first that fits: a result that was cut for an examinee is only the second.
      reply: z.union([sessionResult, examineeResult]),
      async handle({ params, caller }) {
        await requireSession(caller, params.session);
        const result = await sessions.result(params.session);
        if (caller.role !== 'examinee') return result;
        const { feedback, state } = result.session;
        const withhold = (reason: string) =>
          fail('RESULT_WITHHELD', { session: params.session, reason });
        if (feedback !== 'result') withhold('as it was begun without feedback');
        if (state !== 'finished' && state !== 'ended') withhold('before it has ended');
        return examineeResult.parse(result);
      },
    }),
    route({
      method: 'GET',
      url: '/v1/sessions/:session/trace',
      tag: TAG,
      summary: 'The test step by step: items, answers, ability and score after them',
      description:
        'The estimates are computed anew, at some places of long tests on large banks: null at the others.',
      roles: READERS,
      params: path,
      reply: trace,
      async handle({ params, caller }) {
        await requireSession(caller, params.session);
        return sessions.trace(params.session);
      },
    }),
    route({
      method: 'GET',
      url: '/v1/sessions/:session/export',
      tag: TAG,
      summary: 'All of a session as JSON, or its trace as CSV',
      roles: RUNNERS,
      params: path,
      query: exportQuery,
      reply: null,
      types: ['application/json', 'text/csv'],
      async handle({ params, query, caller }) {
        await requireSession(caller, params.session);
        return exportFile(await sessions.export(params.session), query.format);
      },
    }),
  ];
}

const CHANGES = {
  pause: 'Pauses a session: it takes no answers until it is resumed',
  resume: 'Resumes a session that is paused, or failed',
  end: 'Ends a session early: what was answered counts',
} as const;

/** An examinee sends what it says, and never what that is worth. @throws REQUEST_INVALID */
function requireOutputs(given: z.output<typeof answers>['answers']): void {
  const scored = given.findIndex(({ output }) => output === undefined);
  if (scored >= 0)
    fail('REQUEST_INVALID', {
      field: `body.answers[${scored}].score`,
      found: 'a score',
      accepted: '"output": what was answered, in words',
    });
}
