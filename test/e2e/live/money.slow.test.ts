import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { simulate } from '../../../src/stand-in/answerers/simulate.ts';
import { indexQuestions } from '../../../src/stand-in/questions/question-index.ts';
import { standIn } from '../../../src/stand-in/stand-in.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { ALL } from '../../prompt/items.ts';
import { keptRuns } from './bank.ts';
import { thetarank } from './command.ts';

/** What runs say they cost, beside a till that stands between them and the endpoint. */
const folder = mkdtempSync(join(tmpdir(), 'thetarank-money-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PRICE = { prompt: 3, completion: 7 };
const abilities = new Map(Object.entries({ a: 1, b: 0, c: -1 }));

/** Hands requests on, and adds up the tokens of every answer that it hands back. */
async function tillBefore(url: string) {
  const served = { answers: 0, prompt: 0, completion: 0, faults: 0 };
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', headers } = request;
      const body = method === 'POST' ? await buffer(request) : null;
      const type = { 'content-type': headers['content-type'] ?? 'application/json' };
      const answer = await fetch(`${url}${request.url}`, { method, headers: type, body });
      const text = await answer.text();
      if (method === 'POST') {
        if (answer.ok) {
          const { usage } = JSON.parse(text);
          served.answers++;
          served.prompt += usage.prompt_tokens;
          served.completion += usage.completion_tokens;
        } else served.faults++;
      }
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise((resolve) => server.close(resolve));
  return { served, url: `http://127.0.0.1:${port}/v1`, close };
}

test('what runs cost is what was served: with faults, a budget, gone on with, and beside a run that reuses its replies', async () => {
  const answerer = simulate(
    { abilities, seed: 1, debate: { persuasion: 2 } },
    await indexQuestions(ALL),
  );
  // Nobody charges for these.
  const server = standIn({ answerers: [answerer], faults: { '429': 0.02, '500': 0.1 }, seed: 3 });
  const till = await tillBefore(await server.listen({ host: '127.0.0.1', port: 0 }));
  const { served } = till;
  const dollars = () => (served.prompt * PRICE.prompt + served.completion * PRICE.completion) / 1e6;
  const database = join(folder, 'money.db');
  const store = await openStore(database, { clock: () => new Date(0) });
  const bank = { name: 'types', title: 'All types', builtin: null };
  await store.addItems(bank, ALL, new Date(0).toISOString());
  await store.close();
  const synthesize = (models: readonly string[], ...more: string[]) => {
    const config = join(folder, `${models.join('')}.yaml`);
    const defaults = {
      baseUrl: till.url,
      price: PRICE,
      stream: false,
      sampling: { temperature: 0.7, maxTokens: 512 },
    };
    const own = models.map((name) => ({ name, model: name }));
    writeFileSync(config, JSON.stringify({ defaults, models: own }));
    const args = [
      'calibrate',
      'synthesize',
      '--bank',
      'types',
      '--config',
      config,
      '--answers-only',
    ];
    return thetarank([...args, '--database', database, '--json', ...more]);
  };

  const poor = await synthesize(['a', 'b'], '--budget', '0.03usd');
  expect(poor.status, poor.stderr).toBe(4);
  const first = JSON.parse(poor.stdout);
  expect(first.cost).toBeCloseTo(dollars(), 10);
  expect(first.cost).toBeGreaterThan(0);
  expect(first.cost).toBeLessThanOrEqual(0.03);

  const whole = await synthesize(['a', 'b'], '--resume');
  expect(whole.status, whole.stderr).toBe(0);
  const second = JSON.parse(whole.stdout);
  expect(second).toMatchObject({ complete: true, calls: { kept: 6 * ALL.length } });
  expect(second.cost).toBeCloseTo(dollars(), 10);
  expect(second.sessionCost).toBeCloseTo(second.cost - first.cost, 10);
  const before = { ...served };

  // Another model in the pool is another run: with --reuse, what both ask is not paid again.
  const wider = await synthesize(['a', 'b', 'c'], '--reuse');
  expect(wider.status, wider.stderr).toBe(0);
  const third = JSON.parse(wider.stdout);
  const [line] = wider.stderr.split('\n');
  expect(line).toMatch(
    /^Reusing \d+ replies of earlier runs, the oldest less than a minute old \(\d{4}-\d\d-\d\d\)\.$/,
  );
  expect(third.reused.answers).toBe(third.cached);
  expect(third.cost).toBeCloseTo(dollars() - second.cost, 10);
  expect(served.answers - before.answers).toBeLessThan(14 * ALL.length);

  const runs = await keptRuns(database);
  const paid = runs.flatMap(({ kept }) => kept.filter(({ cached }) => !cached));
  const sum = (of: 'prompt' | 'completion') =>
    paid.reduce((total, { tokens }) => total + tokens[of], 0);
  expect([sum('prompt'), sum('completion')]).toEqual([served.prompt, served.completion]);
  const listed = await thetarank(['runs', 'list', '--json', '--database', database]);
  const costs = (JSON.parse(listed.stdout) as { cost: number }[]).map(({ cost }) => cost);
  expect(costs.reduce((total, cost) => total + cost, 0)).toBeCloseTo(dollars(), 10);
  expect(served.faults).toBeGreaterThan(5);
  await till.close();
  await server.close();
});
