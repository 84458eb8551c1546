import { contentHash } from '../../item-bank/items/content-hash.ts';
import type { Item } from '../../item-bank/items/item.ts';
import type { RunAnswer } from '../../src/run/run-record.ts';

/** A time that tests need not tell apart. */
export const AT = '2026-01-02T03:04:05.678Z';
export const clock = () => new Date(AT);
export const BANK = { name: 'exam', title: 'An exam', builtin: null };

/** Item k: a question with four options, its key by k. */
export function itemOf(k: number, text = 'q'): Item {
  const item = {
    id: `item-${k}`,
    version: 1,
    status: 'active',
    type: 'single',
    language: 'en',
    stem: `${text} ${k}: which one? 哪一个?`,
    options: { A: 'one', B: 'two', C: 'three', D: 'four' },
    key: ['ABCD'[k % 4]],
    tags: { subject: `s${k % 7}`, ward: 'west' },
    source: 'made for a test',
    licence: 'CC0-1.0',
  } as const;
  return { ...item, key: [...item.key], hash: contentHash({ ...item, key: [...item.key] }) };
}

export function itemsOf(from: number, to: number): Item[] {
  return Array.from({ length: to - from }, (_, k) => itemOf(from + k));
}

export function answerOf(
  examinee: string,
  place: number,
  changes: Partial<RunAnswer> = {},
): RunAnswer {
  return {
    examinee,
    place,
    item: `item-${place}`,
    itemHash: 'a'.repeat(64),
    prompt: 'cot-en-1',
    output: `The answer is B (${place}).`,
    thinking: null,
    extracted: 'B',
    rule: 'answer-is',
    reason: null,
    score: 1,
    finishReason: 'stop',
    tokens: { prompt: 100, completion: 20, reasoning: 0 },
    cost: 0.25,
    latency: 12.5,
    attempts: 1,
    cached: false,
    refused: null,
    at: AT,
    ...changes,
  };
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
