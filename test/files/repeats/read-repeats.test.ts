import { expect, test } from 'vitest';
import { readRepeats } from '../../../src/files/repeats/read-repeats.ts';
import { failureOf, temporaryFiles } from '../temporary.ts';

const csv = temporaryFiles();
let files = 0;
const jsonl = (text: string) => csv(text, `answers${files++}.jsonl`);

test('CSV and JSON Lines say the same', () => {
  const read = readRepeats(
    csv(
      'model,item,prompt,temperature,repeat,score,answer,note\nm,q1,p,0.2,1,1,A,x\nm,q1,p,0.2,2,0,,\nm,q2,p,1,1,0.5,B,\nn,q2,,1,1,,B,\n',
    ),
  );
  expect(read.models).toEqual(['m']);
  expect(read.items).toEqual(['q1', 'q2']);
  expect(read.conditions).toEqual(['prompt p, temperature 0.2', 'prompt p, temperature 1']);
  expect([...read.score]).toEqual([1, 0, 0.5]);
  expect([...read.item]).toEqual([0, 0, 1]);
  expect([...read.answer!]).toEqual([0, -1, 1]);
  expect(read.withoutScore).toBe(1);
  const lines = [
    {
      examinee: 'm',
      item: 'q1',
      prompt: 'p',
      temperature: 0.2,
      repeat: 1,
      score: true,
      answer: 'A',
    },
    { examinee: 'm', item: 'q1', prompt: 'p', temperature: 0.2, repeat: 2, score: 0, answer: null },
    { examinee: 'm', item: 'q2', prompt: 'p', temperature: 1, repeat: 1, score: 0.5, answer: 'B' },
    { examinee: 'n', item: 'q2', temperature: 1, score: null, answer: 'B' },
  ];
  const json = jsonl(lines.map((line) => JSON.stringify(line)).join('\n'));
  expect(read.ignoredColumns).toEqual(['note']);
  expect(readRepeats(json)).toEqual({ ...read, ignoredColumns: [] });
});

test('names which repeat each answer is, and the columns that are not read', () => {
  const read = readRepeats(
    csv('model,item,score,repeat,examinee,seed\nm,q1,1,b,x,1\nm,q1,0,a,x,2\nm,q2,1,,x,3\n'),
  );
  expect(read.repeats).toEqual({ names: ['b', 'a'], of: Int32Array.of(0, 1, -1) });
  expect(read.ignoredColumns).toEqual(['examinee', 'seed']);
  expect(readRepeats(csv('model,item,score\nm,q1,1\n'))).not.toHaveProperty('repeats');
  const lines = [
    '{"model":"m","item":"q1","score":1,"seed":1}',
    '{"model":"m","item":"q2","score":1,"cost":2,"seed":1}',
  ];
  expect(readRepeats(jsonl(lines.join('\n'))).ignoredColumns).toEqual(['seed', 'cost']);
});

test.each([
  [
    'model,item\nm,q\n',
    'line 1: found no column "score" among "model,item"; accepted: the columns model (or examinee), item and score',
  ],
  ['model,item,accuracy\nm,q,1\n', '"accuracy" may be meant'],
  [
    'model,item,score,Temperature\nm,q,1,0\n',
    'found column "Temperature"; accepted: "temperature"',
  ],
  ['model,item,score\nm,q,2\n', 'line 2, examinee "m", item "q": found "2"'],
  [
    'model,item,repeat,score\nm,q,1,1\nm,q,2,1\nm,q,1,0\n',
    'line 4, examinee "m", item "q": found repeat "1" again (first: line 2)',
  ],
  ['model,item,score\nm,q,\n', 'every cell is empty'],
  ['model,item,score\nm,q\n', 'line 2: found 2 cells; accepted: 3 cells'],
])('refuses %j', (text, message) => {
  expect(failureOf(() => readRepeats(csv(text))).message).toContain(message);
});

test('refuses lines that are no objects, and lists as scores', () => {
  const failure = (line: string) => failureOf(() => readRepeats(jsonl(`${line}\n`))).message;
  expect(failure('[1]')).toContain('line 1: found "[1]"; ');
  expect(failure('{"model":"m","item":"q","score":[1]}')).toContain('line 1, score: ');
});
