import { expect, test } from 'vitest';
import { readOutputs } from '../../../src/files/items/read-outputs.ts';
import { runCommandSync, succeedSync } from '../../command/run-command.ts';
import { temporaryFiles } from '../temporary.ts';

const make = temporaryFiles();
const write = (name: string, text: string) => make(text, name);
/** A line as `vllm run-batch` (0.11) writes it. */
const line = (item: string, content: string, status = 200) =>
  JSON.stringify({
    id: `vllm-${item}`,
    custom_id: item,
    response: {
      status_code: status,
      request_id: 'vllm-batch-1',
      body: {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model: 'my-model',
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content, reasoning_content: null },
            finish_reason: 'stop',
          },
        ],
        usage: { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14 },
      },
    },
    error: null,
  });

test('results of a batch are outputs: custom_id is the item, body.model the model', () => {
  const file = write(
    'batch.jsonl',
    `${line('q1', 'The answer is (B)')}\n${line('q2', 'The answer is (A)')}\n`,
  );
  expect([...readOutputs(file)].map(({ model, item, output }) => [model, item, output])).toEqual([
    ['my-model', 'q1', 'The answer is (B)'],
    ['my-model', 'q2', 'The answer is (A)'],
  ]);
  const keys = write('keys.csv', 'item,key,options\nq1,B,4\nq2,D,4\n');
  expect(succeedSync(['grade', file, '--keys', keys])).toBe(
    'examinee,item,score\nmy-model,q1,1\nmy-model,q2,0\n',
  );
});

test.each([
  [line('q1', '', 500), /line 1, custom_id "q1": found status 500; accepted: answered requests/],
  [
    JSON.stringify({ custom_id: 'q1', response: null, error: 'too long' }),
    /a request without a response/,
  ],
  [line('q1', 'x').replace('"choices"', '"chosen"'), /not a chat completion/],
])('a request without an answer: a clear error', (text, message) => {
  const { status, stderr } = runCommandSync([
    'grade',
    write('failed.jsonl', `${text}\n`),
    '--keys',
    write('k.csv', 'item,key\nq1,A\n'),
  ]);
  expect(status).toBe(2);
  expect(stderr).toMatch(message);
});
