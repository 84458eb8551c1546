import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { replay } from '../../src/stand-in/answerers/replay.ts';
import { indexQuestions } from '../../src/stand-in/questions/question-index.ts';
import { readRecorded } from '../../src/stand-in/read-recorded.ts';
import { temporaryFiles } from '../files/temporary.ts';
import { serve, shown, single, user } from './served.ts';

const ITEMS = [
  single('q1', 'Which one floats?', ['cork', 'lead']),
  single('q2', 'Which one burns?', ['coal', 'sand']),
  single('q2-again', 'Which one burns?', ['coal', 'sand']),
  single('q3', 'Which one melts?', ['snow', 'rock']),
];
const OUTPUTS = [
  { model: 'old', item: 'q1', output: 'Cork floats. The answer is (A).' },
  { model: 'old', item: 'q2-again', output: '' },
  { model: 'new', item: 'q1', output: 'first' },
  { model: 'new', item: 'q1', output: 'second' },
];
const file = temporaryFiles();
const LINES = OUTPUTS.map((line) => `${JSON.stringify(line)}\n`).join('');

async function all(path: string, most?: number) {
  const read = [];
  for await (const output of readRecorded(path, most)) read.push(output);
  return read;
}

describe('a served recording', () => {
  const start = async () =>
    serve({ answerers: [await replay(OUTPUTS, await indexQuestions(ITEMS))] });
  const ask = (model: string, place: number, seed?: number) => ({
    model,
    messages: [user(shown(ITEMS[place]))],
    ...(seed === undefined ? {} : { seed }),
  });

  test('answers as recorded, with the repeat that the seed names', async () => {
    const { client } = await start();
    const text = async (body: ReturnType<typeof ask>) =>
      (await client.chat.completions.create(body)).choices[0].message.content;
    expect(await text(ask('old', 0))).toBe(OUTPUTS[0].output);
    expect(await text(ask('new', 0))).toBe('first');
    expect(await text(ask('new', 0, 3))).toBe('second');
    const models = [];
    for await (const { id } of client.models.list()) models.push(id);
    expect(models).toEqual(['old', 'new']);
  });

  test('takes the output to any item that asks the same', async () => {
    const { client } = await start();
    const { choices } = await client.chat.completions.create(ask('old', 1));
    expect(choices[0].message.content).toBe('');
  });

  test.each([
    ['output_unknown', ask('old', 3)],
    ['output_unknown', ask('new', 1)],
    ['question_unknown', { model: 'old', messages: [user('Which one sings?')] }],
    ['model_not_found', { model: 'young', messages: [user('Which one floats?')] }],
  ])('%s', async (code, body) => {
    const { client } = await start();
    await expect(client.chat.completions.create(body)).rejects.toMatchObject({ status: 404, code });
  });
});

describe('a recording is read', () => {
  test('plain and packed', async () => {
    expect(await all(file(LINES, 'outputs.jsonl'))).toEqual(OUTPUTS);
    expect(await all(file(gzipSync(LINES), 'outputs.jsonl.gz'))).toEqual(OUTPUTS);
    expect(await all(file(LINES.trimEnd().replaceAll('\n', '\r\n\r\n'), 'ends.jsonl'))).toEqual(
      OUTPUTS,
    );
  });

  test('null as an empty output', async () => {
    expect(await all(file('{"model":"m","item":"i","output":null}', 'null.jsonl'))).toEqual([
      { model: 'm', item: 'i', output: '' },
    ]);
  });

  const packed = gzipSync(LINES);
  test.each([
    ['a line that is no output', file('{"model":"m"}', 'bad.jsonl'), /line 1: found/],
    ['no lines', file('', 'empty.jsonl'), /no lines/],
    ['no gzip', file(LINES, 'plain.gz'), /damaged data \(Z_DATA_ERROR\)/],
    ['half a gzip', file(packed.subarray(0, packed.length - 12), 'half.gz'), /Z_BUF_ERROR/],
    ['no text', file(Buffer.from([0x7b, 0xff, 0xfe]), 'bytes.jsonl'), /not UTF-8/],
    ['half a character', file(Buffer.from([0x20, 0xe4, 0xb8]), 'cut.jsonl'), /not UTF-8/],
    ['no file', 'nowhere.jsonl', /no such file/],
  ])('or refused: %s', async (_title, path, message) => {
    await expect(all(path)).rejects.toThrow(message);
  });

  test('or refused: more than is allowed, unpacked', async () => {
    // What follows the bound is not looked at: it would be refused for another reason.
    const bytes = Buffer.concat([Buffer.alloc(2_000_000, ' '), Buffer.from([0xff])]);
    const bomb = file(gzipSync(bytes), 'bomb.jsonl.gz');
    await expect(all(bomb, 1_000_000)).rejects.toThrow(/1000000 bytes unpacked/);
  });
});
