import type { Pending, SessionState, SessionSummary } from '../../../src/api/sessions.ts';
import type { EventBus } from '../../../src/server/events.ts';
import type { SessionService } from '../../../src/server/sessions/session-service.ts';
import { summaryOf } from '../sessions-of-test.ts';

/** A session as tests look at it. */
export interface HeldSession {
  summary: SessionSummary;
  /** Item ids in the order they are asked. */
  readonly items: readonly string[];
  readonly scores: Map<string, number>;
  /** What was read from each output. */
  readonly extracted: (string | null)[];
  charged: number;
}

/** Sessions that ask fixed items in order, `lag` of them unanswered at most, and tell what moves. */
export function sessionsInMemory(events: EventBus) {
  const held = new Map<string, HeldSession>();
  const find = (id: string) => held.get(id)!;
  const tell = ({ summary: { id, bank, model, state } }: HeldSession) =>
    events.emit({ type: 'session', session: id, bank, model, state });

  const move = async (id: string, state: SessionState, reason: string | null = null) => {
    const own = find(id);
    own.summary = { ...own.summary, state, reason };
    tell(own);
    return own.summary;
  };
  const pending = async (id: string): Promise<Pending> => {
    const { summary, items, scores } = find(id);
    const open = items.filter((item) => !scores.has(item));
    return {
      state: summary.state,
      items: open
        .slice(0, summary.state === 'open' ? summary.lag : 0)
        .map((item) => ({ item, place: items.indexOf(item) + 1 })),
      asked: 0,
      answered: scores.size,
      length: items.length,
    };
  };

  const service = {
    get: async (id: string) => ({ ...find(id).summary }),
    list: async () => {
      const open = [...held.values()].filter(({ summary }) => summary.state === 'open');
      return { items: open.map(({ summary }) => summary), next: null, total: open.length };
    },
    pending,
    async answer(
      id: string,
      answers: Parameters<SessionService['answer']>[1],
      facts: Parameters<SessionService['answer']>[2],
    ) {
      const own = find(id);
      const results = answers.map(({ item, score }, k) => {
        if (own.summary.state !== 'open')
          return { item, status: 'refused' as const, code: 'SESSION_PAUSED', reason: 'not open' };
        const known = own.scores.get(item);
        if (known === score) return { item, status: 'repeated' as const };
        if (known !== undefined)
          return { item, status: 'refused' as const, code: 'ANSWER_GIVEN', reason: 'given' };
        own.scores.set(item, score!);
        own.extracted.push(facts![k].extracted);
        const { cost, answered } = own.summary;
        own.summary = {
          ...own.summary,
          cost: (cost ?? 0) + facts![k].cost,
          answered: answered + 1,
        };
        return { item, status: 'taken' as const };
      });
      if (own.scores.size === own.items.length) await move(id, 'finished', 'length');
      else tell(own);
      return { ...(await pending(id)), results };
    },
    async charge(id: string, dollars: number) {
      const own = find(id);
      own.charged += dollars;
      own.summary = { ...own.summary, cost: (own.summary.cost ?? 0) + dollars };
    },
    async unread(id: string) {
      const { extracted } = find(id);
      return extracted.every((own) => own === null) ? extracted.length : null;
    },
    pause: (id: string) => move(id, 'paused'),
    resume: (id: string) => move(id, 'open'),
    end: (id: string) => move(id, 'ended'),
    fail: (id: string, reason: string) => move(id, 'failed', reason),
  };

  return {
    held,
    service: service as unknown as SessionService,
    /** Opens a session of the model `m`, and tells so. */
    open(id: string, items: readonly string[], rest: Partial<SessionSummary> = {}, isTold = true) {
      const summary = summaryOf(id, {
        state: 'open',
        reason: null,
        finishedAt: null,
        model: 'm',
        answered: 0,
        length: items.length,
        standing: null,
        ...rest,
      });
      const own: HeldSession = { summary, items, scores: new Map(), extracted: [], charged: 0 };
      held.set(id, own);
      if (isTold) tell(own);
      return own;
    },
  };
}
