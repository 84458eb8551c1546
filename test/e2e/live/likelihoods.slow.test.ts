import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import type { LiveResult } from '../../../src/workflow/live/live-result.ts';
import { type Endpoint, sendJson, startEndpoint } from '../../examinee/endpoint-server.ts';
import { temporaryFolder } from '../../files/temporary.ts';
import { itemOf } from '../../prompt/items.ts';
import { keepExam, keptRuns, recordOf } from './bank.ts';
import { type Running, start, succeed, thetarank } from './command.ts';
import { writeExam } from './exam.ts';

/** Base models behind the stand-in, each in a process of its own as users have it, one of them with faults. */
const folder = temporaryFolder();
const exam = writeExam(folder, 'likelihoods', 60, { strong: 1.3, weak: -0.9 }, 8);
const database = join(folder, 'store.db');
const ITEMS = 20;
const servers: Running[] = [];
let plain = '';
let faulty = '';

async function startStandIn(...args: string[]): Promise<string> {
  const files = ['--replay', exam.outputs, '--items-file', exam.items];
  const running = start(['stand-in', '--port', '0', '--json', ...files, ...args]);
  servers.push(running);
  while (!running.stdout().includes('\n')) await once(running.child.stdout!, 'data');
  return JSON.parse(running.stdout()).url;
}

beforeAll(async () => {
  await keepExam(exam, database);
  const faults = '500:0.04,cut:0.04,garbage:0.04,empty:0.04,duplicate:0.04';
  [plain, faulty] = await Promise.all([startStandIn(), startStandIn('--faults', faults)]);
});
afterAll(async () => {
  for (const { child } of servers) child.kill();
  await Promise.all(servers.map(({ ended }) => ended));
});

const common = (url: string, store = database) => [
  ...['rank', '--bank', 'sums', '--database', store, '--items', `${ITEMS}`],
  ...['--model', `strong@${url}`, '--model', `weak@${url}`, '--lag', '4', '--strategy', 'paper'],
];
const rank = async (url: string, ...args: string[]): Promise<LiveResult> =>
  JSON.parse(await succeed(...common(url), '--json', ...args));
const keptOf = async (run: number, store = database) =>
  (await keptRuns(store)).find(({ id }) => id === run)!.kept;
const scoresOf = ({ models }: LiveResult) => models.map(({ model, score }) => [model, score]);

test('a base model has the score of the same model asked in words, by letters and by texts', async () => {
  const words = await rank(plain);
  const letter = await rank(plain, '-T', 'variant=letter', '-T', 'shots=2');
  const cloze = await rank(plain, '-T', 'variant=cloze');
  const bytes = await rank(plain, '-T', 'variant=cloze', '-T', 'metric=acc_bytes');
  expect(scoresOf(letter)).toEqual(scoresOf(words));
  expect(scoresOf(cloze)).toEqual(scoresOf(words));
  expect(scoresOf(bytes)).toEqual(scoresOf(words));
  expect(words).not.toHaveProperty('metric');
  expect(letter).toMatchObject({ metric: 'acc', prompts: ['letter-en-1/2-shot'] });
  expect(cloze).toMatchObject({ metric: 'acc_norm', prompts: ['cloze-en-1'] });
  const [kept] = await keptOf(letter.run);
  expect(Object.keys(JSON.parse(kept.output))).toEqual(['loglikelihoods', 'greedy', 'tokens']);
  expect(kept).toMatchObject({ rule: 'acc', thinking: null, finishReason: 'stop' });
  const report = await succeed(
    ...common(plain),
    '-T',
    'variant=letter',
    '-T',
    'shots=2',
    '--resume',
  );
  expect(report).toContain('options scored by log-likelihoods: acc');
});

test('faults change no answer, and each item is asked once', async () => {
  const undisturbed = await rank(plain, '-T', 'variant=letter');
  const disturbed = await rank(faulty, '-T', 'variant=letter');
  const kept = await keptOf(disturbed.run);
  expect(recordOf(kept)).toEqual(recordOf(await keptOf(undisturbed.run)));
  expect(kept.some(({ attempts }) => attempts > 1)).toBe(true);
});

test('a run that is killed goes on with what is kept', async () => {
  const store = join(folder, 'killed.db');
  await keepExam(exam, store);
  const slow = await startStandIn('--latency', '60');
  const args = [...common(slow, store), '-T', 'variant=letter', '--json'];
  const running = start(args);
  await expect.poll(async () => (await keptRuns(store))[0]?.kept.length ?? 0).toBeGreaterThan(5);
  running.child.kill('SIGKILL');
  await running.ended;
  const { kept: before } = (await keptRuns(store))[0];
  const result: LiveResult = JSON.parse(await succeed(...args, '--resume'));
  const kept = await keptOf(result.run, store);
  expect(result.complete).toBe(true);
  expect(kept).toHaveLength(2 * ITEMS);
  for (const { examinee, place, at } of before)
    expect(kept.find((own) => own.examinee === examinee && own.place === place)!.at).toBe(at);
});

test('replies of earlier runs are reused', async () => {
  const first = await rank(plain, '-T', 'variant=letter', '-T', 'system=Sums.');
  // Another metric of the same log-likelihoods is another measurement, and asks nothing.
  const again = await rank(
    plain,
    ...['-T', 'variant=letter', '-T', 'system=Sums.', '-T', 'metric=acc_bytes', '--reuse'],
  );
  expect(scoresOf(again)).toEqual(scoresOf(first));
  expect((await keptOf(again.run)).every(({ cached }) => cached)).toBe(true);
});

test('a bank of recorded probabilities is tested by probabilities', async () => {
  const store = join(folder, 'graded.db');
  const [head, ...rows] = readFileSync(exam.responses, 'utf8').trimEnd().split('\n');
  const graded = rows.map((row) =>
    row.replaceAll(/,0(?=,|$)/g, ',0.2').replaceAll(/,1(?=,|$)/g, ',0.7'),
  );
  const responses = join(folder, 'graded.csv');
  writeFileSync(responses, `${[head, ...graded].join('\n')}\n`);
  await keepExam({ ...exam, responses }, store);
  const args = ['-T', 'variant=letter', '-T', 'metric=probability', '--json'];
  const result: LiveResult = JSON.parse(await succeed(...common(plain, store), ...args));
  expect(result.metric).toBe('probability');
  for (const { output, extracted, score } of await keptOf(result.run, store)) {
    const { loglikelihoods }: { loglikelihoods: number[] } = JSON.parse(output);
    const odds = loglikelihoods.map((l) => Math.exp(l));
    const sum = odds.reduce((total, one) => total + one, 0);
    expect(odds.some((one) => Math.abs(one / sum - score) < 1e-9)).toBe(true);
    expect(odds['ABCD'.indexOf(extracted!)]).toBe(Math.max(...odds));
    expect(score > 0 && score < 1).toBe(true);
  }
});

test('a dry run says what it takes and that the endpoint can score', async () => {
  const price = ['-M', 'price=1:2', '--budget', '5usd'];
  const ran = await thetarank([...common(plain), ...price, '-T', 'variant=letter', '--dry-run']);
  expect(ran.status).toBe(0);
  expect(ran.stderr).toMatch(/40 calls, about [\d,]+ prompt and 200 completion tokens/);
  expect(ran.stderr).toContain(`strong: ${plain} returns log-probabilities of prompts.`);
});

describe('refused before anything is calibrated or asked', () => {
  let llama: Endpoint;
  beforeAll(async () => {
    llama = await startEndpoint((response, _n, { url }) => {
      if (url.endsWith('/models')) sendJson(response, { data: [{ id: 'strong' }, { id: 'weak' }] });
      else sendJson(response, { error: { code: 500, message: 'Only no echo is supported' } }, 500);
    });
  });
  afterAll(() => llama.close());

  test.each([[[]], [['--dry-run']]])('a server that does not score prompts %j', async (more) => {
    const ran = await thetarank([...common(llama.baseUrl), '-T', 'variant=cloze', ...more]);
    expect(ran.status).not.toBe(0);
    expect(ran.stderr).toContain('Only no echo is supported');
    expect(ran.stderr).toContain('docs/endpoints.md');
  });

  test.each([
    [['-T', 'metric=acc_norm'], 'the variant cot asks for a written answer'],
    [
      ['-T', 'variant=letter', '-T', 'metric=probability'],
      'the recorded answers of bank sums are right or wrong',
    ],
    [['-T', 'variant=letters'], 'accepted: answer-only, cot, explain, letter, cloze.'],
  ])('%j', async (args, said) => {
    const ran = await thetarank([...common(plain), ...args]);
    expect(ran.status).toBe(2);
    expect(ran.stderr).toContain(said);
  });
});

describe('items of other types', () => {
  const mixed = join(folder, 'mixed.db');
  const capital = itemOf({ id: 'capital', type: 'open', stem: 'Which is it?', key: ['Oslo'] });
  beforeAll(async () => {
    copyFileSync(database, mixed);
    const store = await openStore(mixed, { clock: () => new Date(0) });
    const bank = { name: 'sums', title: 'Sums', builtin: null };
    await store.addItems(bank, [capital], new Date(0).toISOString());
    await store.close();
  });

  test('are not asked, and that is said', async () => {
    const ran = await thetarank([
      ...common(plain, mixed),
      ...['--strategy', 'random', '--items', '60', '-T', 'variant=letter', '--json'],
    ]);
    expect(ran, ran.stderr).toMatchObject({ status: 0 });
    expect(ran.stderr).toContain('1 item of other types');
    const { run } = JSON.parse(ran.stdout) as LiveResult;
    expect((await keptOf(run, mixed)).some(({ item }) => item === 'capital')).toBe(false);
  });

  test('do not fill a test', async () => {
    const args = ['--strategy', 'random', '--items', '61', '-T', 'variant=letter'];
    const ran = await thetarank([...common(plain, mixed), ...args]);
    expect(ran.stderr).toContain('only single choices');
  });

  test('are shown in words, not as a text to continue', async () => {
    const show = ['prompt', '--bank', 'sums', '--database', mixed, '--variant', 'letter', '--item'];
    expect((await thetarank([...show, 'capital'])).stderr).toContain(
      'log-likelihoods score items of type single only',
    );
    const shown = await succeed(...show, 'sum-20');
    expect(shown).toMatch(/Answer:\n\n--- scored after it ---\n" A"\n" B"\n" C"\n" D"\n/);
  });
});
