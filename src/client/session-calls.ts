import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  type Answer,
  answersReply,
  type ExamineeResult,
  examineeResult,
  MOST_ANSWERS,
  type Pending,
  pending,
  type requestedSession,
  type SessionResult,
  type SessionSummary,
  sessionDetail,
  sessionResult,
  sessionSummary,
} from '../api/sessions.ts';
import { fail, ThetarankError } from '../errors.ts';
import type { ServiceClient } from './service-client.ts';

/** What the service does with sessions, as calls. */
export interface SessionCalls {
  create(request: z.input<typeof requestedSession>): Promise<SessionSummary>;
  get(id: string): Promise<SessionSummary>;
  /** Its bank; '' for keys of examinees, which see no more of a session than its items. */
  bankOf(id: string): Promise<string>;
  /** @param prompts with the messages to send to a model */
  items(id: string, prompts: boolean): Promise<Pending>;
  /** Hands answers in: sent again as often as needed, each counts once. @throws SESSION_ANSWERS_REFUSED */
  answer(id: string, answers: readonly Omit<Answer, 'key'>[]): Promise<Pending>;
  move(id: string, verb: 'pause' | 'resume' | 'end'): Promise<SessionSummary>;
  result(id: string): Promise<SessionResult | ExamineeResult>;
}

export function sessionCalls(client: ServiceClient): SessionCalls {
  const at = (id: string) => `/v1/sessions/${encodeURIComponent(id)}`;
  return {
    create: (request) => client.post('/v1/sessions', request, sessionSummary, false),
    get: (id) => client.get(at(id), sessionDetail),
    async bankOf(id) {
      try {
        return (await this.get(id)).bank;
      } catch (error) {
        if (error instanceof ThetarankError && error.details.status === 403) return '';
        throw error;
      }
    },
    items: (id, prompts) =>
      client.get(`${at(id)}/items`, pending, prompts ? { prompts: 'true' } : {}),
    async answer(id, all) {
      let last: Pending | null = null;
      for (let from = 0; from < all.length; from += MOST_ANSWERS) {
        const answers = all
          .slice(from, from + MOST_ANSWERS)
          .map((one) => ({ ...one, key: keyOf(one) }));
        const reply = await client.post(`${at(id)}/answers`, { answers }, answersReply, true);
        const refused = reply.results.filter(({ status }) => status === 'refused');
        if (refused.length > 0) {
          const [{ item, reason, code }] = refused;
          fail('SESSION_ANSWERS_REFUSED', {
            count: refused.length,
            item,
            reason: reason ?? code ?? 'without a reason',
          });
        }
        last = reply;
      }
      return last ?? this.items(id, false);
    },
    move: (id, verb) => client.post(`${at(id)}/${verb}`, {}, sessionSummary, true),
    result: (id) => client.get(`${at(id)}/result`, z.union([sessionResult, examineeResult])),
  };
}

/** The same for the same answer, so that one that was sent twice counts once. */
function keyOf({ item, score, output }: Omit<Answer, 'key'>): string {
  return createHash('sha256')
    .update(JSON.stringify([item, score, output]))
    .digest('hex')
    .slice(0, 32);
}
