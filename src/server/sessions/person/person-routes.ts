import { z } from 'zod';
import {
  extraTime,
  personReport,
  personResponse,
  personTest,
  personTestQuery,
} from '../../../api/person-tests.ts';
import { fail } from '../../../errors.ts';
import { type Route, route } from '../../route.ts';
import { requireSessionOf } from '../require-session.ts';
import type { SessionService } from '../session-service.ts';

const TAG = 'Sessions';
const READERS = ['administrator', 'runner', 'viewer', 'examinee'] as const;
/** Whoever sees a question. */
const TAKERS = ['administrator', 'runner', 'examinee'] as const;
const INVITERS = ['administrator', 'runner'] as const;
const path = z.object({ session: z.string().min(1).max(64) });

/** Tests that people take in the dashboard. */
export function personRoutes({ sessions }: { readonly sessions: SessionService }): Route[] {
  const requireSession = requireSessionOf(sessions);
  return [
    route({
      method: 'GET',
      url: '/v1/sessions/:session/test',
      tag: TAG,
      summary: 'Show a test of a person: its progress, the time left, and the question to answer',
      description:
        'Questions are shown once the test has begun, and not in breaks. docs/people.md explains the life of such a test.',
      roles: TAKERS,
      params: path,
      query: personTestQuery,
      reply: personTest,
      async handle({ params, query, caller }) {
        await requireSession(caller, params.session);
        return sessions.personTest(params.session, query.place);
      },
    }),
    ...(['begin', 'break', 'continue'] as const).map((change) =>
      route({
        method: 'POST',
        url: `/v1/sessions/:session/${change}`,
        tag: TAG,
        summary: CHANGES[change],
        roles: TAKERS,
        params: path,
        reply: personTest,
        async handle({ params, caller }) {
          await requireSession(caller, params.session);
          if (change === 'break') return sessions.takeBreak(params.session);
          return sessions[change](params.session);
        },
      }),
    ),
    route({
      method: 'POST',
      url: '/v1/sessions/:session/extra-time',
      tag: TAG,
      summary: 'Give a person more time than the time limit',
      description:
        'Before the beginning or during the test; the total is set, so that sending it twice gives no more. Whoever takes the test sees it at the next answer, or at the end of the time.',
      roles: INVITERS,
      params: path,
      body: extraTime,
      reply: personTest,
      async handle({ params, body, caller }) {
        await requireSession(caller, params.session);
        return sessions.giveTime(params.session, body.minutes);
      },
    }),
    route({
      method: 'POST',
      url: '/v1/sessions/:session/responses',
      tag: TAG,
      summary: 'Answer a question as a person',
      description:
        'Letters of the chosen options, or an answer in words. An answer is final; sending the same again changes nothing. Answers that arrive up to five seconds after the end of the time still count. The reply never says whether the answer was right.',
      roles: TAKERS,
      params: path,
      body: personResponse,
      reply: personTest,
      async handle({ params, body, caller }) {
        await requireSession(caller, params.session);
        return sessions.respond(params.session, body);
      },
    }),
    route({
      method: 'GET',
      url: '/v1/sessions/:session/report',
      tag: TAG,
      summary: 'Get the result of a person, and its percentiles among models and people',
      description:
        'Nobody else is named. An examinee gets it only for a session with the feedback "result", after its end.',
      roles: READERS,
      params: path,
      reply: personReport,
      async handle({ params, caller }) {
        await requireSession(caller, params.session);
        if (caller.role === 'examinee') {
          const { feedback, state } = await sessions.get(params.session);
          const withhold = (reason: string) =>
            fail('RESULT_WITHHELD', { session: params.session, reason });
          if (feedback !== 'result') withhold('it was started without feedback');
          if (state !== 'finished' && state !== 'ended') withhold('it has not ended yet');
        }
        return sessions.personReport(params.session);
      },
    }),
  ];
}

const CHANGES = {
  begin: 'Begin a test as a person: the clock runs from now on',
  break: 'Take a break: the clock stands still until the test is continued',
  continue: 'Continue a test after a break',
} as const;
