import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Item } from '../../item-bank/items/item.ts';
import { type RecordedOutput, replay } from '../../src/stand-in/answerers/replay.ts';
import { indexQuestions } from '../../src/stand-in/questions/question-index.ts';
import { readRecorded } from '../../src/stand-in/read-recorded.ts';
import { standInItems } from '../../src/stand-in/stand-in-items.ts';
import { serve, shown, user } from './served.ts';

/** Questions and outputs that are not ours to ship; skipped where they are not there. */
const SHARED = fileURLToPath(new URL('../../../shared/data/mmlu_pro/', import.meta.url));
const QUESTIONS = `${SHARED}items.csv`;
const OUTPUTS = `${SHARED}outputs_1500.jsonl.gz`;
const isThere = existsSync(QUESTIONS) && existsSync(OUTPUTS);
const title = (what: string) =>
  isThere ? what : `skipped: no ../shared/data/mmlu_pro with items.csv and outputs_1500.jsonl.gz`;

let read: Item[] | undefined;

async function readItems(): Promise<Item[]> {
  if (read !== undefined) return read;
  const items: Item[] = [];
  for await (const item of await standInItems(QUESTIONS)) items.push(item);
  read = items;
  return items;
}

test.skipIf(!isThere)(title('each of 12,032 real questions is recognised'), async () => {
  const items = await readItems();
  expect(items).toHaveLength(12_032);
  const questions = await indexQuestions(items);
  const lost = items.filter((item) => {
    const found = questions.find([user(shown(item))]);
    return !found.some(({ id }) => id === item.id);
  });
  expect(lost.map(({ id }) => id)).toEqual([]);
  // 159 questions have a twin, as the importers find by content.
  const twins = items.filter((item) => questions.find([user(shown(item))]).length > 1);
  expect(twins.length).toBeGreaterThanOrEqual(2 * 159 - 10);
});

test.skipIf(!isThere)(title('30,000 real outputs are replayed as they are'), async () => {
  const items = new Map((await readItems()).map((item) => [item.id, item]));
  const outputs: RecordedOutput[] = [];
  for await (const output of readRecorded(OUTPUTS)) outputs.push(output);
  expect(outputs).toHaveLength(30_000);
  const answerer = await replay(outputs, await indexQuestions(items.values()));
  expect(answerer.models).toHaveLength(20);
  const known = new Map<string, Set<string>>();
  for (const { model, item, output } of outputs) {
    const text = shown(items.get(item)!);
    const key = `${model} ${text}`;
    known.set(key, (known.get(key) ?? new Set()).add(output));
  }
  const wrong = outputs.filter(({ model, item }) => {
    const text = shown(items.get(item)!);
    const answer = answerer.answer({ model, messages: [user(text)], repeat: 0 });
    return typeof answer === 'string' || !known.get(`${model} ${text}`)!.has(answer.text);
  });
  expect(wrong.length).toBe(0);

  const { client } = await serve({ answerers: [answerer] });
  const { model, item, output } = outputs[12_345];
  const { choices } = await client.chat.completions.create({
    model,
    messages: [user(shown(items.get(item)!))],
  });
  expect(choices[0].message.content).toBe(output);
});
