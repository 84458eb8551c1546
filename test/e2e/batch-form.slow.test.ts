import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadBuiltinBank } from '../../item-bank/builtin/load.ts';
import { sealItem } from '../../item-bank/import/seal-item.ts';
import { readResponses } from '../../src/files/responses/read-responses.ts';
import { openStore } from '../../src/store/open-store.ts';
import { bankForm } from '../../src/workflow/bank/bank-form.ts';
import { runCommandSync, succeedSync } from '../command/run-command.ts';
import { temporaryFolder } from '../files/temporary.ts';

const folder = temporaryFolder();
const env = { THETARANK_DATABASE: join(folder, 'store.db') };
const at = (name: string) => join(folder, name);

/** The commands of the section on batches in docs/recipes.md, in their blocks. */
const page = readFileSync(fileURLToPath(new URL('../../docs/recipes.md', import.meta.url)), 'utf8');
const [, section] = /^## Batches[^\n]*\n([\s\S]*?)^## /m.exec(page)!;
const [own, builtin] = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text]) =>
  text.trim().split('\n'),
);

interface Request {
  readonly custom_id: string;
  readonly method: string;
  readonly url: string;
  readonly body: { readonly model: string; readonly messages: { readonly content: string }[] };
}

const requests = () =>
  readFileSync(at('requests.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Request => JSON.parse(line));

/** A small bank, so that the test is fast. */
const BANK = 'cruxeval-o';

/** What `vllm run-batch` does: a result for each request, in its form. */
function runBatch(line: string, answer: (item: string) => string | null): void {
  const [, input, output, model] = /^vllm run-batch -i (\S+) -o (\S+) --model (\S+)$/.exec(line)!;
  expect(input).toBe('requests.jsonl');
  writeFileSync(at(output), '');
  for (const { custom_id, method, url, body } of requests()) {
    expect([method, url, body.model]).toEqual(['POST', '/v1/chat/completions', model]);
    const content = answer(custom_id);
    const message = { role: 'assistant', content, reasoning_content: null };
    const response =
      content === null
        ? { status_code: 400, request_id: 'b', body: { error: { message: 'too long' } } }
        : {
            status_code: 200,
            request_id: 'b',
            body: { model, choices: [{ index: 0, message, finish_reason: 'stop' }] },
          };
    const result = { id: `vllm-${custom_id}`, custom_id, response, error: null };
    appendFileSync(at(output), `${JSON.stringify(result)}\n`);
  }
}

/** Runs a line of the page; its output goes where the line says. */
function run(line: string, replaced: Readonly<Record<string, string>> = {}): string {
  const [command, target] = line.split(' > ');
  const words = command.replace(/^thetarank /, '').split(' ');
  const args = words.map((word) => replaced[word] ?? word);
  const said = succeedSync(args, { cwd: folder, env });
  if (target !== undefined) writeFileSync(at(target), said);
  return said;
}

const KEYS: Readonly<Record<string, string>> = {
  boil: 'B',
  braces: 'A',
  even: 'A, C',
  quote: 'B',
  zhong: 'C',
};

test('a form of a bank of your own goes through a batch and back, as the page shows', () => {
  const questions = fileURLToPath(new URL('../golden/promptfoo/questions.jsonl', import.meta.url));
  succeedSync(
    [
      ...['bank', 'import', questions, '--name', 'mine', '--source', 'made up'],
      ...['--licence', 'MIT', '--language', 'en'],
    ],
    { env },
  );
  run(own[0], { '50': '5' });
  const asked = requests();
  expect(asked.map(({ custom_id }) => custom_id).sort()).toEqual(Object.keys(KEYS));
  const { body } = asked.find(({ custom_id }) => custom_id === 'boil')!;
  expect(body.messages[0].content).toContain('At which temperature does water boil');
  expect(JSON.stringify(asked)).not.toMatch(/"key"|thetarank_key/);
  // Right, but for one wrong answer and one request that failed.
  runBatch(own[1], (item) =>
    item === 'quote'
      ? null
      : item === 'boil'
        ? 'The answer is (A).'
        : `The answer is ${KEYS[item]}.`,
  );
  const said = run(own[2]);
  expect(said).toContain('4 answers of 1 model');
  succeedSync(['bank', 'export', 'mine', '--recorded-answers', '--out', at('kept.csv')], { env });
  const { matrix } = readResponses(at('kept.csv'));
  expect(matrix.examinees).toEqual(['my-org/my-model']);
  expect(Object.fromEntries(matrix.items.map((item, j) => [item, matrix.scores[j]]))).toMatchObject(
    {
      boil: 0,
      braces: 1,
      even: 1,
      zhong: 1,
    },
  );
});

test('a form of a built-in bank with text goes through a batch, and the model is placed', async () => {
  const bank = loadBuiltinBank(BANK);
  const { items } = await bankForm(bank, { items: 20, seed: 1 });
  const ids = Array.from(items, (j) => bank.items[j]);
  const store = await openStore(env.THETARANK_DATABASE, { clock: () => new Date() });
  // Text of our own in the place of that of the benchmark.
  await store.addItems(
    { name: BANK, title: bank.title, builtin: BANK },
    ids.map((id) =>
      sealItem(
        { id, type: 'open', stem: `Question ${id}?`, key: ['yes'] },
        { source: 'made up', licence: 'MIT', language: 'en' },
        'q',
      ),
    ),
    '2026-01-01T00:00:00.000Z',
  );
  await store.close();
  const replaced = { '243': '20', 'mmlu-pro': BANK };
  run(builtin[0], replaced);
  expect(requests()).toHaveLength(20);
  runBatch(builtin[1], (item) =>
    ids.indexOf(item) % 4 === 0 ? 'The answer is: no' : 'The answer is: yes',
  );
  const said = run(builtin[2], replaced);
  expect(said).toMatch(/^my-org\/my-model .* 20 +15 \(75\.0%\)/m);
  expect(said).toContain('20 lines, 20 answers');
  expect(existsSync(at('placed.html'))).toBe(true);
});

test.each([
  [['--model', 'm'], /--format, --with-text: .*Add --with-text/],
  [['--with-text'], /each request of a batch names its model/],
])('a batch without what it needs: a clear error', (args, message) => {
  const { status, stderr } = runCommandSync(
    ['form', '--bank', 'mine', '--items', '2', '--format', 'batch', ...args],
    { env },
  );
  expect(status).toBe(2);
  expect(stderr).toMatch(message);
});

test('results that are of no use are refused: nothing answered, other items, no text', () => {
  const line = (item: string, status: number) =>
    `${JSON.stringify({ id: 'a', custom_id: item, response: { status_code: status, request_id: 'b', body: { model: 'm', choices: [{ message: { content: 'B' } }] } }, error: null })}\n`;
  const place = (text: string, ...args: string[]) => {
    writeFileSync(at('other.jsonl'), text);
    return runCommandSync([...args, at('other.jsonl')], { env }).stderr;
  };
  const record = ['bank', 'record', '--to', 'mine'];
  expect(place(line('boil', 500), ...record)).toContain('1 requests, none of them answered');
  expect(place(line('nowhere', 200), ...record)).toContain('no item of bank mine among');
  expect(place(`${line('boil', 200)}{"x":1}\n`, ...record)).toContain('line 2');
  expect(place(line(loadBuiltinBank('ikp').items[0], 200), 'place', '--bank', 'ikp')).toContain(
    'no question text',
  );
});
