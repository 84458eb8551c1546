import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { Command } from 'commander';
import { afterEach, describe, expect, test } from 'vitest';
import { itemLine } from '../../item-bank/items/item-line.ts';
import { addStandInCommand } from '../../src/cli/stand-in/stand-in.ts';
import { debateConversation } from '../../src/prompt/debate/debate.ts';
import { generateConversation } from '../../src/prompt/debate/generate.ts';
import { reflectConversation } from '../../src/prompt/debate/reflect.ts';
import type { Prompt } from '../../src/prompt/prompt.ts';
import { LAUNCHER } from '../e2e/run.ts';
import { temporaryFiles } from '../files/temporary.ts';
import { IS_ALL } from '../repetitions.ts';
import { shown, single, user } from './served.ts';

const file = temporaryFiles();
const ITEMS = [
  single('q1', 'Which one floats?', ['cork', 'lead']),
  single('q2', 'Which one burns?', ['coal', 'sand']),
];
const items = file(ITEMS.map((one) => `${itemLine(one)}\n`).join(''), 'items.jsonl');
const csv = file(
  'item,question,options,answer\nq1,Which one floats?,"[""cork"", ""lead""]",A\n',
  'items.csv',
);
const outputs = file(
  gzipSync('{"model":"old","item":"q1","output":"The answer is (A)."}\n'),
  'outputs.jsonl.gz',
);
const even = file('item,a,b\nq1,1,0\nq2,1,0\n', 'even.csv');
const parameters = file('item,a,b\nq1,1,-50\nq2,1,50\n', 'parameters.csv');

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** Starts the command; gives its first lines, and how it ended. */
async function start(args: string[], lines: number, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [LAUNCHER, 'stand-in', '--port', '0', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, errors }));
  });
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    if (said.length === lines) break;
  }
  return { child, said, ended };
}

async function ask(url: string, model: string, place: number, headers = {}) {
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model, messages: [user(shown(ITEMS[place]))] }),
  });
  const body = (await response.json()) as {
    choices?: { message: { content: string } }[];
    error?: { code: string };
  };
  return body.choices?.[0].message.content ?? body.error?.code;
}

describe('thetarank stand-in', () => {
  test('names its models, answers, and ends on a signal', async () => {
    const { child, said, ended } = await start(
      [
        '--replay',
        outputs,
        '--items-file',
        items,
        '--simulate',
        'org/a:b:1',
        '--parameters',
        parameters,
      ],
      8,
    );
    expect(said[0]).toMatch(/^Stand-in \(no model runs here\) at http:\/\/127\.0\.0\.1:\d+\/v1$/);
    const url = said[0].split(' ').at(-1)!;
    expect(said.slice(1)).toEqual([
      `  2 items of ${items}`,
      `  1 recorded model of ${outputs}`,
      '  1 simulated model',
      'Models: old, org/a:b',
      `To make a bank of these items: thetarank bank import ${items} --name trial`,
      `Next: thetarank rank --bank trial --strategy random --model old@${url} --model org/a:b@${url}`,
      'Ctrl+C ends it.',
    ]);
    expect(await ask(url, 'old', 0)).toBe('The answer is (A).');
    expect(await ask(url, 'old', 1)).toBe('output_unknown');
    expect(await ask(url, 'org/a:b', 0)).toMatch(/A\b(?!.*\bB\b)/);
    expect(await ask(url, 'org/a:b', 1)).toMatch(/B\b(?!.*\bA\b)/);
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 0, errors: '' });
  });

  test('--json says it in one line; a reply in waiting does not keep it from ending', async () => {
    const { child, said, ended } = await start(
      ['--json', '--items-file', csv, '--replay', outputs, '--latency', '600000'],
      1,
    );
    const { url, models, standIn } = JSON.parse(said[0]);
    expect({ models, standIn }).toEqual({ models: ['old'], standIn: true });
    // Sent at once or broken off, when the command ends.
    const waiting = ask(url, 'old', 0).catch(() => undefined);
    const requests = async () => {
      const counts = await fetch(url.replace('/v1', '/stand-in/counts'));
      return ((await counts.json()) as { requests: object }).requests;
    };
    await expect.poll(requests).toEqual({ old: 1 });
    child.kill('SIGINT');
    expect(await ended).toEqual({ code: 0, errors: '' });
    await waiting;
  });

  test('without items it answers with letters; a key is required if one is set', async () => {
    const { said } = await start(
      ['--json', '--letter-models', 'a,b', '--key-variable', 'STAND_IN_KEY'],
      1,
      {
        STAND_IN_KEY: 'sesame',
      },
    );
    const { url, models } = JSON.parse(said[0]);
    expect(models).toEqual(['a', 'b']);
    expect(await ask(url, 'a', 0)).toBe('invalid_api_key');
    const answer = await ask(url, 'a', 0, { authorization: 'Bearer sesame' });
    expect(answer).toMatch(/^The answer is \([AB]\)\.$/);
  });

  test('without items the next step is a question that works as printed', async () => {
    const { said } = await start(['--key-variable', 'STAND_IN_KEY'], 5, { STAND_IN_KEY: 'sesame' });
    const url = said[0].split(' ').at(-1)!;
    expect(said.slice(1)).toEqual([
      'Models: stand-in',
      expect.stringMatching(/^Next: curl /),
      'To rank these models, make a bank of questions first: thetarank bank import FILE --name NAME',
      'Ctrl+C ends it.',
    ]);
    const [, asked, headers, body] = /^Next: curl (\S+)((?: -H ['"][^'"]+['"])+) -d '(.+)'$/.exec(
      said[2],
    )!;
    expect(asked).toBe(`${url}/chat/completions`);
    expect(headers).toBe(
      ` -H 'content-type: application/json' -H "authorization: Bearer $STAND_IN_KEY"`,
    );
    const response = await fetch(asked, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer sesame' },
      body,
    });
    expect(await response.json()).toMatchObject({
      choices: [{ message: { content: expect.stringMatching(/^The answer is \(?[A-Z]/) } }],
    });
  });

  test.runIf(IS_ALL)(
    'simulated models err alike and persuade one another as they are told',
    async () => {
      const { said } = await start(
        [
          '--json',
          '--items-file',
          items,
          '--simulate',
          'x:-50,y:50',
          '--persuasion',
          'Infinity:2',
        ].concat(['--shared-errors', '1:0.5', '--parameters', even]),
        1,
      );
      const { url } = JSON.parse(said[0]);
      const options = { variant: 'cot' } as const;
      const say = async (model: string, { messages }: Prompt) => {
        const response = await fetch(`${url}/chat/completions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ model, messages }),
        });
        const body = (await response.json()) as { choices: { message: { content: string } }[] };
        return body.choices[0].message.content;
      };
      const wrong = await say('x', generateConversation(ITEMS[0], options).next([]));
      const criticism = await say('y', debateConversation(ITEMS[0], [wrong], {}).next([]));
      const reflect = reflectConversation(ITEMS[0], [wrong], criticism, options);
      const mended = await say('x', reflect.next([]));
      expect(
        [wrong, criticism, mended].map((text) => /\b([AB])\b(?!.*\b[AB]\b)/.exec(text)?.[1]),
      ).toEqual(['B', 'A', 'A']);
    },
  );

  test.each([
    [
      '--replay',
      [outputs],
      /--replay: questions are recognised by their text; add --items-file FILE/,
    ],
    ['--simulate', ['a'], /NAME:ABILITY/],
    ['--simulate', ['a:1,a:2'], /twice/],
    ['--faults', ['4029:0.1'], /Unknown fault "4029". Did you mean 429/],
    ['--faults', ['429:1.5'], /a share from 0 to 1/],
    ['--faults', ['429:0.6,500:0.6'], /more than 1/],
    ['--latency', ['fast'], /MS or MS:JITTER/],
    ['--persuasion', ['-1'], /ODDS or ODDS:TRUTH/],
    ['--persuasion', ['1:'], /ODDS or ODDS:TRUTH/],
    ['--persuasion', ['1'], /--persuasion: it only works with --simulate/],
    ['--shared-errors', ['1.5'], /SHARE or SHARE:VARIANCE/],
    ['--shared-errors', ['0.5:1:2'], /SHARE or SHARE:VARIANCE/],
    [
      '--shared-errors',
      ['0.5', '--replay', outputs],
      /--shared-errors: it only works with --simulate/,
    ],
    ['--key-variable', ['NO_SUCH_VARIABLE'], /NO_SUCH_VARIABLE.*not set/],
    ['--items-file', [parameters, '--replay', outputs], /no valid item/],
    ['--host', ['256.1.1.1'], /--host, --port: found 256\.1\.1\.1/],
  ])('refuses %s %j', async (option, values, message) => {
    const program = new Command('thetarank').exitOverride().configureOutput({ writeErr() {} });
    addStandInCommand(program);
    const parsed = program.parseAsync(['stand-in', option, ...values], { from: 'user' });
    await expect(parsed).rejects.toThrow(message);
  });
});
