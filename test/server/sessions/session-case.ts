import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import { randomStream } from '../../../src/random.ts';
import type { Store } from '../../../src/store/store.ts';
import { AT, itemOf } from '../../store/store-case.ts';
import type { TestService } from '../service.ts';

export const ITEMS = 60;
const MODELS = 9;

/** Recorded answers of models of growing ability to items of growing difficulty, with chance in them. */
export function recordedAnswers(): ResponseMatrix {
  const items = Array.from({ length: ITEMS }, (_, k) => `item-${k}`);
  const examinees = Array.from({ length: MODELS }, (_, i) => `model-${i}`);
  const chance = randomStream('session-case', 'answers');
  const scores = Float32Array.from({ length: ITEMS * MODELS }, (_, at) => {
    const [i, j] = [Math.floor(at / ITEMS), at % ITEMS];
    const logit = (4 * i) / MODELS - 2 - (((j * 7) % ITEMS) * 4) / ITEMS + 2;
    return chance() < 1 / (1 + Math.exp(-1.5 * logit)) ? 1 : 0;
  });
  return { items, examinees, scores };
}

/** A bank with text and recorded answers. */
export async function addBank(store: Store, name = 'exam'): Promise<void> {
  const items = Array.from({ length: ITEMS }, (_, k) => itemOf(k));
  await store.addItems({ name, title: name, builtin: null }, items, AT);
  await store.putResponses(name, recordedAnswers(), null, AT);
}

/** Whether an examinee of a test answers an item right: the same whenever it is asked. */
export function scoreOf(item: string): number {
  const k = Number(item.slice('item-'.length));
  return (k * 5) % 7 < 4 ? 1 : 0;
}

/** Begins a session. @returns its id */
export async function begin(service: TestService, key: string, request = {}): Promise<string> {
  const body = { bank: 'exam', examinee: 'ann', strategy: 'random', items: 12, ...request };
  const reply = await service.ask('POST', '/v1/sessions', key, body);
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
  return reply.body.id;
}

export interface Played {
  /** In the order they were answered. */
  readonly items: string[];
  // biome-ignore lint/suspicious/noExplicitAny: the last reply
  readonly last: any;
}

/** Answers what is asked, the first item first, until nothing is, or so many times. */
export async function play(
  service: TestService,
  key: string,
  id: string,
  most = Number.POSITIVE_INFINITY,
): Promise<Played> {
  const url = `/v1/sessions/${id}`;
  const items: string[] = [];
  let { body: last } = await service.ask('GET', `${url}/items`, key);
  while (last.items.length > 0 && items.length < most) {
    const { item } = last.items[0];
    items.push(item);
    const answers = [{ item, score: scoreOf(item) }];
    const reply = await service.ask('POST', `${url}/answers`, key, { answers });
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
    last = reply.body;
  }
  return { items, last };
}
