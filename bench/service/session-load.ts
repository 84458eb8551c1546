import { setTimeout as pause } from 'node:timers/promises';
import type { Ask } from './persist.ts';

/** What is left of sessions that were answered while something failed. */
export interface LoadFindings {
  readonly sessions: number;
  readonly acknowledged: number;
  /** Acknowledged answers that are not there, or are others. */
  readonly lost: number;
  /** Answers that nobody sent, or that are there twice. */
  readonly extra: number;
  /** Sessions that have not ended, or did not ask what the same sessions ask without an interruption. */
  readonly different: number;
}

/** Sessions that clients answer. */
export interface SessionLoad {
  /** Acknowledged answers so far. */
  heard(): number;
  /** Makes a session, and answers it to its end. */
  play(request: object): Promise<void>;
  /** Looks at all of them, and plays each once more for comparison. */
  check(): Promise<LoadFindings>;
}

interface Session {
  readonly id: string;
  readonly request: object;
  /** Acknowledged scores by item. */
  readonly acknowledged: Map<string, number>;
}

type Answers = readonly { readonly item: string; readonly score: number }[];

/**
 * @param ask repeats a request until it is replied to
 * @param rest between two answers of a session, in ms
 */
export function sessionLoad(
  ask: Ask,
  scoreOf: (item: string) => number,
  rest: number | null = null,
): SessionLoad {
  const sessions: Session[] = [];
  let heard = 0;

  const answer = async ({ id, acknowledged }: Session) => {
    const path = `/v1/sessions/${id}`;
    let { items: asked } = await ask('GET', `${path}/items`);
    while (asked.length > 0) {
      const { item } = asked[0];
      const answers = [{ item, score: scoreOf(item), key: `key of ${item}` }];
      const reply = await ask('POST', `${path}/answers`, { answers });
      acknowledged.set(item, scoreOf(item));
      heard++;
      asked = reply.items;
      if (rest !== null) await pause(rest);
    }
  };
  const begin = async (request: object): Promise<Session> => {
    const { id } = await ask('POST', '/v1/sessions', request);
    return { id, request, acknowledged: new Map() };
  };
  const answersOf = async (id: string): Promise<Answers> =>
    (await ask('GET', `/v1/sessions/${id}/export`)).answers;
  const itemsOf = (answers: Answers) => answers.map(({ item }) => item).join();

  return {
    heard: () => heard,
    async play(request) {
      const session = await begin(request);
      sessions.push(session);
      await answer(session);
    },
    async check() {
      const found = { sessions: sessions.length, acknowledged: 0, lost: 0, extra: 0, different: 0 };
      for (const { id, request, acknowledged } of sessions) {
        const answers = await answersOf(id);
        const kept = new Map(answers.map(({ item, score }) => [item, score]));
        found.acknowledged += acknowledged.size;
        for (const [item, score] of acknowledged) if (kept.get(item) !== score) found.lost++;
        found.extra += answers.length - kept.size;
        for (const item of kept.keys()) if (!acknowledged.has(item)) found.extra++;
        const again = await begin(request);
        await answer(again);
        const isSame = itemsOf(await answersOf(again.id)) === itemsOf(answers);
        const { state } = await ask('GET', `/v1/sessions/${id}`);
        if (!isSame || state !== 'finished') found.different++;
      }
      return found;
    },
  };
}
