import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { inspect } from '../../item-bank/import/logs/inspect.ts';
import { readAnswers } from '../../src/client/read-answers.ts';

const folder = mkdtempSync(join(tmpdir(), 'answers-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const sample = (id: string | number, value: unknown, question = 'Which?') => ({
  id,
  epoch: 1,
  input: question,
  choices: ['one', 'two'],
  target: 'A',
  scores: { choice: { value } },
});
const log = (...samples: unknown[]) => ({
  version: 2,
  eval: { task: 'sums', model: 'm' },
  samples,
});
const wanted = (...items: string[]) => new Set(items);

describe('answers from files', () => {
  test('of Inspect are known by the id of the sample, with and without the prefix of the bank', async () => {
    const path = file(
      'log.json',
      log(sample(70, 'C'), sample('q71', 'I'), sample(72, 'C'), { ...sample(70, 'I'), epoch: 2 }),
    );
    const { answers: read } = await readAnswers([path], {
      bank: 'mmlu-pro',
      wanted: wanted('q70', 'q71'),
    });
    // Two epochs of one sample: their mean.
    expect(read).toEqual([
      { item: 'q70', score: 0.5 },
      { item: 'q71', score: 0 },
    ]);
  });

  test('of Inspect are known by the content of items that were imported from its logs', async () => {
    const value = sample('anything', 'C', 'How many are two and two?');
    const path = file('imported.json', log(value, sample('x', 'I')));
    const { id } = inspect().item({ sample: value, task: 'sums', model: 'm' }, path);
    const { answers } = await readAnswers([path], { bank: 'own', wanted: wanted(id) });
    expect(answers).toEqual([{ item: id, score: 1 }]);
  });

  test('of Inspect without a score that can be read are no silent gap', async () => {
    const path = file('odd.json', log(sample('a', { much: 1 })));
    await expect(readAnswers([path], { bank: 'own', wanted: wanted('a') })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      details: { found: expect.stringContaining('much') },
    });
    const other = await readAnswers([path], { bank: 'own', wanted: wanted('b') });
    expect(other.answers).toEqual([]);
  });

  test('of JSON Lines are scores or outputs, one of both', async () => {
    const lines = [
      '{"item":"a","score":0.5}',
      '{"item":"b","output":"B"}',
      '{"item":"c","score":1}',
    ];
    const path = file('own.jsonl', lines.join('\n'));
    const read = await readAnswers([path], { bank: 'own', wanted: wanted('a', 'b') });
    expect(read.passedOver).toEqual(['c']);
    expect(read.answers).toEqual([
      { item: 'a', score: 0.5 },
      { item: 'b', output: 'B' },
    ]);
    const both = file('both.jsonl', '{"item":"a","score":1,"output":"B"}');
    await expect(readAnswers([both], { bank: 'own', wanted: wanted('a') })).rejects.toMatchObject({
      code: 'FILE_INVALID',
      details: { where: 'line 1', found: expect.stringContaining('neither score nor output') },
    });
    const none = file('none.jsonl', '{"item":"a","score":3}');
    await expect(readAnswers([none], { bank: 'own', wanted: wanted('a') })).rejects.toThrow(
      /line 1/,
    );
    await expect(
      readAnswers([file('a.txt', '')], { bank: 'own', wanted: wanted('a') }),
    ).rejects.toMatchObject({
      code: 'FILE_INVALID',
      details: { file: expect.stringMatching(/a\.txt$/) },
    });
  });

  test('of JSON Lines say how an output ended; a field that is not known is named', async () => {
    const read = (...lines: object[]) =>
      readAnswers([file('ended.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'))], {
        bank: 'own',
        wanted: wanted('a', 'b', 'c'),
      });
    const { answers } = await read(
      { item: 'a', output: 'Option (B) would mean', finishReason: 'length' },
      { item: 'b', output: 'Option (C) may', finish_reason: 'max_tokens', place: 2, prompt: [] },
      { item: 'c', output: 'C', finish_reason: null },
    );
    expect(answers).toEqual([
      { item: 'a', output: 'Option (B) would mean', finishReason: 'length' },
      { item: 'b', output: 'Option (C) may', finishReason: 'max_tokens' },
      { item: 'c', output: 'C' },
    ]);
    await expect(read({ item: 'a', output: 'B', stopReason: 'length' })).rejects.toMatchObject({
      code: 'FILE_INVALID',
      details: { where: 'line 1', found: expect.stringMatching(/stopReason.*finishReason/) },
    });
  });
});
