import { span } from '../../tracing/span.ts';
import type { Metrics } from '../http/metrics.ts';
import type { SessionService } from './session-service.ts';

/** The same sessions, with open ones and answers counted for `/metrics`. */
export function countedSessions(sessions: SessionService, metrics: Metrics): SessionService {
  const count = metrics.counter('thetarank_answers_total', 'Answers by their outcome.', 'status');
  metrics.gauge('thetarank_open_sessions', 'Sessions that accept answers.', () =>
    sessions.count({ banks: null, state: 'open' }),
  );
  return {
    ...sessions,
    async answer(id, answers, facts) {
      const reply = await span('session answers', { 'thetarank.answers': answers.length }, () =>
        sessions.answer(id, answers, facts),
      );
      for (const { status } of reply.results) count(status);
      return reply;
    },
    async respond(id, response) {
      const test = await sessions.respond(id, response);
      count('taken');
      return test;
    },
  };
}
