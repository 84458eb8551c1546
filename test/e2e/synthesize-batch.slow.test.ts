import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import OpenAI, { toFile } from 'openai';
import { afterAll, describe, expect, test } from 'vitest';
import { simulate } from '../../src/stand-in/answerers/simulate.ts';
import type { FaultRates } from '../../src/stand-in/faults.ts';
import { indexQuestions } from '../../src/stand-in/questions/question-index.ts';
import { standIn } from '../../src/stand-in/stand-in.ts';
import { openStore } from '../../src/store/open-store.ts';
import { ALL as ALL_TYPES } from '../prompt/items.ts';
import { itemsOf } from '../store/store-case.ts';
import { keptRuns, type recordOf } from './live/bank.ts';
import { start, thetarank } from './live/command.ts';

/** A synthesis whose calls are answered by the stand-in's batches instead of one by one. */
const folder = mkdtempSync(join(tmpdir(), 'thetarank-batch-'));
const abilities = new Map(Object.entries({ strong: 1.5, 'Middle/7b': 0, weak: -1.2 }));
/** Three models: 3 generations, 6 debates, 6 reflections. */
const CALLS = 15 * ALL_TYPES.length;
const AWAITED = 5;
/** Complete. The answers of nine participants to ten items need not be enough for a fit that converges. */
const COMPLETE = expect.toBeOneOf([0, 3]);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function serve(faults: FaultRates = {}) {
  const questions = await indexQuestions(ALL_TYPES);
  const answerer = simulate({ abilities, seed: 1, debate: { persuasion: 2 } }, questions);
  const server = standIn({ answerers: [answerer], faults, seed: 7 });
  const url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/v1`;
  const client = new OpenAI({ baseURL: url, apiKey: 'none', maxRetries: 0 });
  const counts = async () =>
    (await (await fetch(url.replace('/v1', '/stand-in/counts'))).json()) as {
      requests: Record<string, number>;
    };
  return { url, client, counts, close: () => server.close() };
}

/** A database and a configuration of its own. */
async function prepare(name: string, url: string, key = '', items = ALL_TYPES) {
  const database = join(folder, `${name}.db`);
  const config = join(folder, `${name}.yaml`);
  const batch = join(folder, `${name}-batch`);
  const store = await openStore(database, { clock: () => new Date(0) });
  const at = new Date(0).toISOString();
  await store.addItems({ name: 'types', title: 'All types', builtin: null }, items, at);
  await store.close();
  const models = [...abilities.keys()].map((model) => `  - name: ${model}\n`).join('');
  const price = 'price: { prompt: 1, completion: 2 }';
  writeFileSync(
    config,
    `defaults: { baseUrl: "${url}", ${key}sampling: { temperature: 0.7, maxTokens: 512 }, ${price} }\nmodels:\n${models}`,
  );
  const fixed = ['calibrate', 'synthesize', '--bank', 'types', '--config', config];
  const how = ['--database', database, '--json'];
  const online = (...more: string[]) => [...fixed, ...how, ...more];
  return {
    database,
    config,
    batch,
    online,
    args: (...more: string[]) =>
      online('--batch', batch, '--batch-price', '0.5', '--resume', ...more),
  };
}

const requestFiles = (batch: string) =>
  readdirSync(batch)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();

/** Has the files answered that were not yet, and puts what comes back where results belong. */
async function answerAll(client: OpenAI, batch: string, done: Set<string>) {
  for (const name of requestFiles(batch)) {
    if (done.has(name)) continue;
    done.add(name);
    const file = await client.files.create({
      file: await toFile(readFileSync(join(batch, name)), name),
      purpose: 'batch',
    });
    const { id } = await client.batches.create({
      input_file_id: file.id,
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
    });
    while ((await client.batches.retrieve(id)).status !== 'completed') await setTimeout(20);
    const { output_file_id, error_file_id } = await client.batches.retrieve(id);
    for (const [kind, part] of [
      ['output', output_file_id],
      ['error', error_file_id],
    ] as const)
      if (part != null)
        writeFileSync(
          join(batch, 'results', `${id}_${kind}.jsonl`),
          await (await client.files.content(part)).text(),
        );
  }
}

let record: Promise<ReturnType<typeof recordOf>> | undefined;
/** The record of the same synthesis asked online, and what it cost. */
function onlineRecord() {
  record ??= (async () => {
    const served = await serve();
    const { database, online } = await prepare('online', served.url);
    const ran = await thetarank(online());
    expect(ran, ran.stderr).toMatchObject({ status: COMPLETE });
    await served.close();
    const [{ kept }] = await keptRuns(database);
    return withoutEffort(kept);
  })();
  return record;
}

/** All of a record but when it came, how long it took and how often was asked. */
function withoutEffort(kept: Awaited<ReturnType<typeof keptRuns>>[number]['kept']) {
  return kept.map(({ at: _, latency: __, attempts: ___, cost: ____, ...rest }) => rest);
}

describe.concurrent('batches', () => {
  test('stage by stage, with items of all types, the record is that of asking online at half the price', async () => {
    const served = await serve();
    const { database, batch, args } = await prepare(
      'plain',
      served.url,
      'keyVariable: NOBODY_HAS_THIS_KEY, ',
    );
    const out = join(folder, 'plain');
    const done = new Set<string>();
    const stages: string[][] = [];
    let last: Awaited<ReturnType<typeof thetarank>>;
    for (let round = 0; ; round++) {
      last = await thetarank(args('--out', out, '--budget', '1usd,1Mtok'));
      if (last.status !== AWAITED) break;
      const { batch: about, complete } = JSON.parse(last.stdout);
      expect(complete).toBe(false);
      stages.push([
        ...new Set(about.files.map(({ stage }: { stage: string }) => stage)),
      ] as string[]);
      expect(about.rounds).toBe(5 - round);
      expect(about.problems).toEqual([]);
      if (round === 1) {
        // Nothing is written twice while it is awaited, unless that is asked for.
        const again = await thetarank(args());
        expect(again.status, again.stderr).toBe(AWAITED);
        expect(JSON.parse(again.stdout).batch).toMatchObject({
          files: [],
          awaited: about.requests,
          // A command that was killed may have named no file.
          awaitedIn: about.files.map(({ path, requests }: { path: string; requests: number }) => ({
            path,
            requests,
          })),
        });
        expect(JSON.parse(again.stdout)).toHaveProperty('calibration', null);
      }
      await answerAll(served.client, batch, done);
    }
    expect(last, last.stderr).toMatchObject({ status: COMPLETE });
    // Cases have two questions, in generations and reflections alike.
    expect(stages).toEqual([
      ['generate'],
      ['debate', 'generate'],
      ['debate', 'reflect'],
      ['reflect'],
      ['reflect'],
    ]);
    expect(requestFiles(batch).slice(0, 4)).toEqual([
      '001-generate.Middle_7b.1.jsonl',
      '001-generate.strong.1.jsonl',
      '001-generate.weak.1.jsonl',
      '002-debate.Middle_7b.1.jsonl',
    ]);
    const requests = (await served.counts()).requests;
    expect(Object.keys(requests).filter((path) => path.includes('chat'))).toEqual([]);
    await served.close();
    const runs = await keptRuns(database);
    expect(runs).toHaveLength(1);
    const { kept } = runs[0];
    expect(withoutEffort(kept)).toEqual(await onlineRecord());
    expect(
      kept.every(
        ({ cost, tokens }) =>
          Math.abs(cost - (tokens.prompt + 2 * tokens.completion) / 2e6) < 1e-12,
      ),
    ).toBe(true);
    expect(JSON.parse(last.stdout)).toMatchObject({
      complete: true,
      calls: { kept: CALLS },
      batch: null,
      calibration: expect.anything(),
    });
    expect(existsSync(join(out, 'responses.csv'))).toBe(true);
  });

  test('failed, cut, doubled and foreign lines, and kills at any moment, change nothing in it', async () => {
    const faults = { '429': 0.05, '500': 0.05, timeout: 0.05, garbage: 0.05 };
    const served = await serve(faults);
    const { database, batch, args } = await prepare('faults', served.url);
    const done = new Set<string>();
    const kinds = new Set<string>();
    let first = '';
    let kills = 0;
    for (let round = 0; round < 30; round++) {
      // Killed as soon as it writes: after the results were kept, before the files have their names.
      const session = start(args());
      const watcher = existsSync(batch)
        ? watch(batch, (_, name) => {
            if (name?.endsWith('.tmp')) session.child.kill('SIGKILL');
          })
        : null;
      if ((await session.ended).status === null) kills++;
      watcher?.close();
      const ran = await thetarank(args());
      if (ran.status !== AWAITED) {
        expect(ran, ran.stderr).toMatchObject({ status: COMPLETE });
        break;
      }
      for (const { kind } of JSON.parse(ran.stdout).batch.problems) kinds.add(kind);
      await answerAll(served.client, batch, done);
      const results = join(batch, 'results');
      const name = join(results, readdirSync(results).sort()[0]);
      first ||= readFileSync(name, 'utf8');
      const [line] = first.split('\n');
      const other = line.replace(/("custom_id":")[0-9a-f]{10}/, '$10000000000');
      const stale = line.replace(/("custom_id":"[^"]*)[0-9a-f]{4}"/, '$10000"');
      writeFileSync(
        join(results, 'zz.jsonl'),
        `${line}\n${other}\n${stale}\n{"custom_id":"x","response":{"status_code":200,"body":{}}}\n${line.slice(0, 50)}`,
      );
    }
    await served.close();
    expect([...kinds].sort()).toEqual(
      expect.arrayContaining(['failed', 'foreign', 'malformed', 'unknown']),
    );
    expect(kills).toBeGreaterThan(2);
    const runs = await keptRuns(database);
    expect(runs).toHaveLength(1);
    expect(withoutEffort(runs[0].kept)).toEqual(await onlineRecord());
    expect(readdirSync(batch).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    // A request that failed is written again under another number, and no other.
    const ids = requestFiles(batch)
      .flatMap((name) => readFileSync(join(batch, name), 'utf8').trimEnd().split('\n'))
      .map((line) => (JSON.parse(line) as { custom_id: string }).custom_id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id.length).toBeLessThanOrEqual(64);
  });

  test('a budget, requests written again, results of another prompt, another run', async () => {
    const served = await serve();
    const { database, batch, args, online } = await prepare('budget', served.url);
    const few = ['--items', '2', '--items-per-participant', '1'];
    const dry = await thetarank(args(...few, '--dry-run'));
    expect(dry, dry.stderr).toMatchObject({ status: 0 });
    expect(existsSync(batch)).toBe(false);
    const cost = JSON.parse(dry.stdout).most;
    const whole = await thetarank(args('--dry-run'));
    expect(cost).toBeLessThan(JSON.parse(whole.stdout).most);

    const first = await thetarank(args(...few));
    const { files } = JSON.parse(first.stdout).batch;
    // It reaches for a call, and not for all that are written.
    const poor = await thetarank(args('--budget', '0.01usd'));
    expect(poor.status, poor.stdout).toBe(4);
    expect(poor.stderr).toMatch(/is too small for the next \d+ requests.*Nothing was written/);
    expect(requestFiles(batch)).toHaveLength(files.length);

    // Answers to other prompts, under the places of these.
    const names = requestFiles(batch);
    const lines = names.flatMap((name) =>
      readFileSync(join(batch, name), 'utf8').trimEnd().split('\n'),
    );
    const wrong = lines.map((line, k) => {
      const { custom_id } = JSON.parse(line) as { custom_id: string };
      const body = { choices: [{ message: { content: 'The answer is (A).' } }] };
      const other = custom_id.replace(/.{4}$/, k === 0 ? 'xxxx' : '0000');
      return JSON.stringify({ custom_id: other, response: { status_code: 200, body } });
    });
    writeFileSync(join(batch, 'results', 'wrong.jsonl'), wrong.join('\n'));
    const again = await thetarank(args(...few, '--rewrite'));
    expect(again.status, again.stderr).toBe(AWAITED);
    const second = JSON.parse(again.stdout);
    expect(second.asked).toBe(0);
    expect(second.batch).toMatchObject({ awaited: lines.length, requests: lines.length });
    expect(
      second.batch.problems.map(({ kind, count }: { kind: string; count: number }) => [
        kind,
        count,
      ]),
    ).toEqual([
      ['unknown', 1],
      ['other', lines.length - 1],
    ]);

    // Another run has no business in this folder.
    const other = join(folder, 'budget-other.db');
    const fresh = await thetarank([...args(...few), '--database', other]);
    expect(fresh.status).toBe(2);
    const anew = await thetarank(online('--batch', batch));
    expect(anew.stderr).toMatch(/--batch: .* already has requests of a run/);
    const runs = await keptRuns(database);
    expect(runs.map(({ answers }) => answers)).toEqual([0]);

    // Both times each was written it is answered; the first answers count.
    const done = new Set<string>();
    await answerAll(served.client, batch, done);
    const answered = JSON.parse((await thetarank(args(...few))).stdout);
    expect(answered.asked).toBeGreaterThan(0);
    const kinds = answered.batch.problems.map(({ kind }: { kind: string }) => kind);
    expect(kinds).not.toContain('duplicate');
    // Both were paid, and that once, however often the results are read.
    expect(kinds).toContain('paid');
    const [{ kept: answers, cost: charged }] = await keptRuns(database);
    const used = answers.reduce((sum, answer) => sum + answer.cost, 0);
    expect(charged).toBeGreaterThan(1.5 * used);
    expect(charged).toBeLessThan(2.5 * used);
    expect(answered.cost).toBeCloseTo(charged, 9);
    await thetarank(args(...few));
    expect((await keptRuns(database))[0].cost).toBeCloseTo(charged, 9);
    await served.close();
  });

  test('an interrupt while requests are written leaves none, and the next command writes them', async () => {
    const items = itemsOf(0, 1500);
    const { batch, args } = await prepare('interrupted', 'http://127.0.0.1:9/v1', '', items);
    const session = start(args());
    let isOver = false;
    void session.ended.then(() => {
      isOver = true;
    });
    const isWriting = () =>
      existsSync(batch) && readdirSync(batch).some((name) => name.endsWith('.tmp'));
    while (!isOver && !isWriting()) await setTimeout(5);
    session.child.kill('SIGINT');
    const { status, stdout, stderr } = await session.ended;
    expect(status, stderr).toBe(130);
    expect(JSON.parse(stdout).batch).toMatchObject({ files: [], isInterrupted: true });
    expect(readdirSync(batch)).toEqual(['results']);
    const again = await thetarank(args());
    expect(again.status, again.stderr).toBe(AWAITED);
    expect(JSON.parse(again.stdout).batch).toMatchObject({
      requests: 3 * items.length,
      awaited: 0,
    });
  });
});
