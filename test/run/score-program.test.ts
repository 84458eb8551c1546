import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scoreByProgram } from '../../src/run/score-program.ts';
import { scoreReplies } from '../../src/run/score-replies.ts';
import { temporaryFolder } from '../files/temporary.ts';
import { itemOf } from '../prompt/items.ts';

const folder = temporaryFolder();
const input = { item: 'q1', question: 'Why?', references: ['so'], answer: '$(exit 3) "quoted"' };
/** Node runs a program text: every machine with these tests has it. */
const program = (text: string, seconds = 20) => ({ argv: [process.execPath, '-e', text], seconds });
const score = (text: string, seconds?: number) =>
  scoreByProgram('judge', program(text, seconds), input);

test('a program reads one JSON object and prints the score', async () => {
  const file = join(folder, 'seen.json');
  const text = `
    const seen = require('fs').readFileSync(0, 'utf8');
    require('fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify([JSON.parse(seen), process.env, process.argv]));
    console.log('{"score": 0.25}');`;
  expect(await score(text)).toBe(0.25);
  const [seen, environment] = JSON.parse(readFileSync(file, 'utf8'));
  expect(seen).toEqual(input);
  // Nothing of this process: no keys, no paths.
  expect(environment).toEqual({});
});

test('without a text, exit code 0 means right and 1 wrong', async () => {
  expect(await score('')).toBe(1);
  expect(await score('process.exit(1)')).toBe(0);
});

test.each([
  ['process.exit(2)', 'it ended with exit code 2'],
  ['console.log(\'{"score": 1}\'); process.exit(1)', 'it ended with exit code 1'],
  ['console.log(\'{"score": 1.5}\')', 'it printed "{\\"score\\": 1.5}" instead of'],
  ["console.log('good')", 'it printed "good" instead of'],
  ['console.log(\'{"score": null}\')', 'instead of {"score": …}'],
  ["console.error('no model'); process.exit(7)", 'exit code 7; it said: no model'],
  ["process.stdout.write('x'.repeat(200000))", 'it printed more than 65536 characters'],
  ["process.kill(process.pid, 'SIGTERM')", 'it was killed'],
])('%s is a failure and no score', async (text, reason) => {
  await expect(score(text)).rejects.toMatchObject({ code: 'SCORE_PROGRAM_FAILED' });
  await expect(score(text)).rejects.toThrow(reason);
});

test('a program that does not end is given up, and one that cannot be started', async () => {
  await expect(score('setTimeout(() => {}, 600_000)', 1)).rejects.toMatchObject({
    code: 'SCORE_PROGRAM_FAILED',
    details: { reason: expect.stringContaining('within 1 second') },
  });
  const missing = { argv: [join(folder, 'none')], seconds: 1 };
  await expect(scoreByProgram('judge', missing, input)).rejects.toMatchObject({
    code: 'SCORE_PROGRAM_FAILED',
    details: { reason: expect.stringContaining('be started') },
  });
});

test('a program that is not wanted any more is killed with all that it started', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const child = `require('net').connect(${(server.address() as AddressInfo).port}, '127.0.0.1')`;
  const text = `
    require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' });
    setTimeout(() => {}, 600_000);`;
  const abort = new AbortController();
  const asked = scoreByProgram('judge', program(text, 600), input, abort.signal);
  const [socket] = await once(server, 'connection');
  const gone = new Promise((resolve) =>
    socket
      .on('error', () => {})
      .resume()
      .on('close', resolve),
  );
  abort.abort();
  await expect(asked).rejects.toThrow('asking was ended');
  await gone;
});

const judged = { name: 'command', program: 'judge' } as const;
const LENGTH = program(
  "const { answer, references } = JSON.parse(require('fs').readFileSync(0, 'utf8')); console.log(JSON.stringify({ score: answer.length / references[0].length }))",
);

test('items name the program; an answer of several lines is judged whole, and no answer is 0', async () => {
  const open = itemOf({ type: 'open', stem: 'Why?', key: ['12345678'], metric: judged });
  const of = (output: string) => scoreReplies(open, [output], {}, { judge: LENGTH });
  expect(await of('thinking\nThe answer is: ab\ncd')).toEqual({
    extracted: 'ab\ncd',
    rule: 'command',
    reason: null,
    score: 5 / 8,
  });
  expect(await of('')).toMatchObject({ extracted: null, reason: 'empty', score: 0 });
});

test('each question of a case is judged', async () => {
  const item = itemOf({
    type: 'case',
    stem: 'A pump stops.',
    key: [
      { question: 'Why?', answers: ['1234'] },
      { question: 'And then?', answers: ['12345678'] },
    ],
    metric: judged,
  });
  const scored = await scoreReplies(item, ['abcd', 'ab'], {}, { judge: LENGTH });
  expect(scored).toMatchObject({
    extracted: 'abcd\n\nab',
    rule: 'command',
    score: (1 + 1 / 4) / 2,
  });
  expect(scored.turns).toHaveLength(2);
});

test('a program that is not configured is refused by its name', async () => {
  const open = itemOf({ type: 'open', stem: 'Why?', key: ['x'], metric: judged });
  await expect(scoreReplies(open, ['x'], {}, { other: LENGTH })).rejects.toMatchObject({
    code: 'SCORE_PROGRAM_UNKNOWN',
    details: { program: 'judge', known: ['other'] },
  });
  await expect(scoreReplies(open, ['x'], {})).rejects.toMatchObject({
    code: 'SCORE_PROGRAM_UNKNOWN',
  });
});
