import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { readLiveBank } from '../../../src/tested-bank/live-bank.ts';
import { collectAnswers } from '../../../src/workflow/calibration/refresh/collect-answers.ts';
import { newModels } from '../../../src/workflow/calibration/refresh/new-models.ts';
import { postgresOfFullRun } from '../../store/postgres-of-run.ts';
import { AT, answerOf, BANK, clock, itemOf, itemsOf } from '../../store/store-case.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-collect-'));
const server = await postgresOfFullRun();
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});
let files = 0;
const databases = {
  sqlite: async () => join(folder, `${++files}.db`),
  postgres: async () => server?.database() as Promise<string>,
};

const NONE = Number.NaN;
const CALIBRATION = { examinees: ['old'], options: {} };

describe.each(['sqlite', 'postgres'] as const)('answers collected on %s', (dialect) => {
  if (dialect === 'postgres' && server === null) {
    test.skip('PostgreSQL runs in test:all, where it can start', () => {});
    return;
  }
  let store: Store;
  beforeEach(async () => {
    store = await openStore(await databases[dialect](), { clock });
    await store.addItems(BANK, itemsOf(0, 4), AT);
    const close = store.close.bind(store);
    return () => close();
  });

  const collect = async (options = {}) =>
    collectAnswers(store, await readLiveBank(store, 'exam', false), CALIBRATION, options);
  const rowsOf = ({ matrix }: Awaited<ReturnType<typeof collect>>) =>
    Object.fromEntries(
      matrix.examinees.map((name, i) => [
        name,
        Array.from(matrix.scores.subarray(i * matrix.items.length, (i + 1) * matrix.items.length)),
      ]),
    );
  const record = (examinees: string[], scores: number[], letters?: (string | undefined)[][]) =>
    store.putResponses(
      'exam',
      { examinees, items: itemsOf(0, 4).map(({ id }) => id), scores: Float32Array.from(scores) },
      null,
      AT,
      letters && { letters, scoredBy: examinees.map(() => ({})) },
    );
  /** @param given item number to score, of one model */
  const run = async (
    model: string,
    given: Record<number, number>,
    {
      at = AT,
      isFinished = true,
      served = model,
      baseUrl = undefined as string | undefined,
      changes = {},
      watch = undefined as boolean | undefined,
    } = {},
  ) => {
    const configuration = {
      format: 'thetarank-run',
      bank: 'exam',
      models: [{ name: model, model: served, ...(baseUrl && { baseUrl }) }],
      started: at,
      ...(watch && { watch }),
    };
    const id = await store.createRun(configuration, `hash ${at} ${model}`, at);
    await store.append(
      id,
      Object.entries(given).map(([k, score], place) => ({
        ...answerOf(model, place + 1, { score, ...changes }),
        item: `item-${k}`,
        itemHash: itemOf(Number(k)).hash,
      })),
    );
    if (isFinished) await store.finishRun(id, {}, at);
    return id;
  };
  const session = async (
    id: string,
    examinee: string,
    given: Record<number, number>,
    { at = AT, state = 'finished', person = false } = {},
  ) => {
    const kept = await store.serviceSessions.create({
      ...{ id, bank: 'exam', examinee, configuration: { person }, by: 'key', length: 4 },
      ...{ bankVersion: 'v', calibrationVersion: 'c', state: 'open', reason: null },
      ...{ createdAt: at, changedAt: at, expiresAt: null, finishedAt: null, result: null },
    });
    const { number, revision } = kept;
    for (const [place, [k, score]] of Object.entries(given).entries())
      await store.serviceSessions.append([
        {
          session: number,
          revision,
          answer: {
            ...{ place: place + 1, item: `item-${k}`, score, key: null, at, cost: 0, tokens: 0 },
            ...{ latency: null, absent: null, extracted: null, output: null },
          },
        },
      ]);
    await store.serviceSessions.change(number, revision, { state, changedAt: at });
  };

  test('one row per model from recorded answers, finished runs and ended sessions; those not asked are missing', async () => {
    await record(['old', 'new'], [1, 0, 1, 0, 1, 1, NONE, 0]);
    await run('adaptive', { 2: 1, 0: 0 });
    await session('s1', 'hosted', { 3: 0.5 });
    await session('s2', 'given-up', { 1: 1 }, { state: 'ended' });
    await session('s3', 'at-work', { 1: 1 }, { state: 'paused' });
    // The difficulties of items are those for models.
    await session('s4', 'a person', { 1: 1, 2: 1 }, { person: true });
    const open = await run('half', { 1: 1 }, { isFinished: false, at: '2026-01-03' });
    const found = await collect();
    expect(rowsOf(found)).toEqual({
      old: [1, 0, 1, 0],
      new: [1, 1, NONE, 0],
      adaptive: [0, NONE, 1, NONE],
      hosted: [NONE, NONE, NONE, 0.5],
      'given-up': [NONE, 1, NONE, NONE],
    });
    expect(Object.fromEntries(found.matrix.examinees.map((m, i) => [m, found.isNew[i]]))).toEqual({
      ...{ old: 0, new: 1, adaptive: 1, hosted: 1, 'given-up': 1 },
    });
    expect(found.counts).toMatchObject({
      answers: { recorded: 7, runs: 2, sessions: 2 },
      merged: [],
      repeated: 0,
      openRuns: [open],
    });
  });

  test('of several answers of one model to an item the first counts: recorded, then by the time of the test', async () => {
    await record(['Model'], [1, NONE, NONE, NONE]);
    await session('s1', 'model', { 1: 1, 2: 0 }, { at: '2026-01-05T00:00:00.000Z' });
    await run('model', { 0: 0, 2: 1 }, { at: '2026-01-04T00:00:00.000Z' });
    const found = await collect();
    expect(rowsOf(found)).toEqual({ Model: [1, 1, 1] });
    expect(found.matrix.items).toEqual(['item-0', 'item-1', 'item-2']);
    expect(found.counts).toMatchObject({
      answers: { recorded: 1, runs: 1, sessions: 1 },
      merged: ['Model'],
      repeated: 2,
    });
  });

  test('a model of the old calibration is not new, whatever its endpoint or letter case calls it', async () => {
    await run('mine', { 0: 1 }, { served: 'my-org/Old' });
    await session('s1', 'OLD', { 1: 1 });
    const { isNew } = await collect();
    expect(Array.from(isNew)).toEqual([0, 0]);
  });

  test('an answer that could not be read keeps the score of its test: wrong', async () => {
    await run('silent', { 0: 0 }, { changes: { extracted: null, reason: 'no answer found' } });
    expect(rowsOf(await collect())).toEqual({ silent: [0] });
  });

  test('a question that was too long for a model is no answer, however its test scored it', async () => {
    await run('small', { 0: 0, 1: 1 }, { changes: { extracted: null, reason: 'too-long' } });
    await run('small', { 1: 1 }, { at: '2027-01-01T00:00:00.000Z' });
    const found = await collect();
    expect(rowsOf(found)).toEqual({ small: [1] });
    expect(found.matrix.items).toEqual(['item-1']);
    expect(found.counts).toMatchObject({ repeated: 0, answers: { runs: 1 } });
  });

  test('answers to retired items are left out; by a corrected key letters are scored again', async () => {
    await record(['new'], [1, 1, 0, 1], [['A', 'B', 'A', undefined]]);
    await run('adaptive', { 1: 1, 2: 0 }, { changes: { extracted: 'B' } });
    const mark = { by: 'ana', at: '2026-02-01T00:00:00.000Z' };
    const decide = { key: null, note: '' };
    await store.review(
      'exam',
      [
        { ...decide, item: 'item-1', decision: 'retire' },
        { ...decide, item: 'item-2', decision: 'correct', key: ['B'] },
        { ...decide, item: 'item-3', decision: 'correct', key: ['A'] },
      ],
      mark,
    );
    const found = await collect();
    // The letter of the answer to item 3 is not known, so that it is missing.
    expect(found.matrix.items).toEqual(['item-0', 'item-2']);
    expect(rowsOf(found)).toEqual({ new: [1, 0], adaptive: [NONE, 1] });
    expect(found.counts.withoutScore).toBe(1);
  });

  test('answers to an item of the same id and other content are unknown', async () => {
    await run('adaptive', { 0: 1 });
    const id = await store.createRun(
      { format: 'thetarank-run', bank: 'exam', models: [{ name: 'other' }] },
      'h',
      AT,
    );
    await store.append(id, [answerOf('other', 1, { itemHash: 'f'.repeat(64) })]);
    await store.finishRun(id, {}, AT);
    const found = await collect();
    expect(Object.keys(rowsOf(found))).toEqual(['adaptive']);
    expect(found.counts.unknown).toBe(1);
  });

  test('an open run without answers is not named, and a series is no test of models', async () => {
    await run('never', {}, { isFinished: false });
    const series = { format: 'thetarank-series', bank: 'exam', models: [{ name: 'step' }] };
    const id = await store.createRun(series, 'series', AT);
    await store.append(id, [{ ...answerOf('step', 1), item: 'item-1', itemHash: itemOf(1).hash }]);
    await store.finishRun(id, {}, AT);
    const found = await collect();
    expect(found.counts.openRuns).toEqual([]);
    expect(found.matrix.examinees).toEqual([]);
  });

  test('runs of watch say nothing of items: left out and counted, but scored again', async () => {
    await run('rank', { 0: 1 });
    const loopback = { watch: true, served: 'm', baseUrl: 'http://127.0.0.1:8000/v1' };
    await run('out/checkpoint-1', { 0: 1 }, loopback);
    await run('out/checkpoint-2', { 1: 1 }, loopback);
    const open = { ...loopback, isFinished: false };
    await run('out/checkpoint-3', { 1: 1 }, open);
    const found = await collect();
    expect(found.matrix.examinees).toEqual(['rank']);
    expect(found.counts).toMatchObject({ watchRuns: 2, openRuns: [], aliases: [] });
    const all = await collect({ hasWatch: true });
    expect(all.matrix.examinees).toEqual(['rank', 'out/checkpoint-1', 'out/checkpoint-2']);
    expect(all.counts).toMatchObject({ watchRuns: 0 });
  });

  test('new models whose names differ in their last number only are rows of one family', async () => {
    await record(['old', 'old-2'], [1, 0, 1, 0, 1, 1, 0, 0]);
    await run('exp1-step-90', { 0: 1 });
    await run('Exp1-step-100', { 1: 1 });
    await run('exp2-step-100', { 1: 1 });
    await session('s1', 'exp1-step-110', { 2: 1 });
    await run('exp-7b-a', { 1: 1 });
    await run('exp-13b-a', { 1: 1 });
    const { counts, families, matrix } = await collect();
    expect(counts.trainings).toEqual([['exp1-step-90', 'Exp1-step-100', 'exp1-step-110']]);
    const of = Object.fromEntries(matrix.examinees.map((name, i) => [name, families?.[i]]));
    expect(of['Exp1-step-100']).toBe(of['exp1-step-90']);
    expect(of['exp1-step-110']).toBe(of['exp1-step-90']);
    expect(new Set(Object.values(of)).size).toBe(6);
  });

  test('one name in several spellings is one row, and the counts name them', async () => {
    await record(['old', 'OLD'], [1, 0, 1, 0, 1, 1, 0, 0]);
    await run('ｏｌｄ', { 0: 1 });
    await run('new', { 0: 1 });
    const { counts, matrix } = await collect();
    expect(matrix.examinees).toEqual(['old', 'new']);
    expect(counts.spellings).toEqual([['old', 'OLD', 'ｏｌｄ']]);
  });

  test('answers are counted by prompt', async () => {
    await run('one', { 0: 1, 1: 0 });
    await run('two', { 0: 1, 2: 1, 3: 1 }, { changes: { prompt: 'direct-en-1' } });
    // The first answer counts, and with it its prompt.
    await run('two', { 0: 0 }, { at: '2027-01-01T00:00:00.000Z' });
    const { counts } = await collect();
    expect(counts.prompts).toEqual({ 'cot-en-1': 2, 'direct-en-1': 3 });
    expect(Object.keys(counts.prompts)).toEqual(['cot-en-1', 'direct-en-1']);
  });

  test('names of one model at one address are rows of one family; elsewhere it may be another model', async () => {
    const at = (baseUrl: string) => ({ served: 'm', baseUrl });
    await record(['old'], [1, 0, 1, 0]);
    await run('first', { 0: 1 }, at('http://a/v1'));
    await run('second', { 1: 1 }, at('http://a/v1'));
    await run('third', { 1: 1 }, at('http://b/v1'));
    await run('untold', { 1: 1 }, { served: 'm' });
    const { counts, families, matrix } = await collect();
    expect(counts.aliases).toEqual([['first', 'second']]);
    const of = Object.fromEntries(matrix.examinees.map((name, i) => [name, families?.[i]]));
    expect(of.second).toBe(of.first);
    expect(new Set(Object.values(of)).size).toBe(4);
  });

  test.each([
    ['another model', { model: 'm-8b', fingerprint: null }, { model: 'm-14b', fingerprint: null }],
    ['another version', { model: 'm', fingerprint: 'f1' }, { model: 'm', fingerprint: 'f2' }],
    ['another name at the endpoint', undefined, undefined],
  ])('one display name, served by %s: rows of their own in one family', async (_, one, other) => {
    await record(['old'], [1, 0, 1, 0]);
    const as = (served?: { model: string; fingerprint: string | null }) => ({
      changes: served === undefined ? {} : { served },
      served: served === undefined ? 'org/other' : 'm',
    });
    await run('ours', { 0: 1, 1: 1 }, { ...as(one), served: 'm' });
    await run('ours', { 0: 0, 2: 1 }, { ...as(other), at: '2027-01-01T00:00:00.000Z' });
    await run('ours', { 3: 1 }, { ...as(one), served: 'm', at: '2027-01-02T00:00:00.000Z' });
    const found = await collect();
    const [, first, second] = found.matrix.examinees;
    expect(rowsOf(found)).toMatchObject({
      [first]: [1, 1, NONE, 1],
      [second]: [0, NONE, 1, NONE],
    });
    expect([first, second.startsWith('ours [')]).toEqual(['ours', true]);
    expect(found.counts).toMatchObject({ apart: [[first, second]], repeated: 0, merged: ['ours'] });
    expect(found.families?.[2]).toBe(found.families?.[1]);
    const id = await store.putCalibration(
      {
        ...{ bank: 'exam', bankVersion: 1, options: {}, items: [], standardErrors: null },
        ...{ parameters: { count: 0, ...empty() }, method: 'marginal', parent: null },
        examinees: ['old', 'ours'],
      },
      AT,
    );
    await store.acceptCalibration('exam', id, { by: 'ana', at: AT });
    expect((await newModels(store, 'exam')).models).toEqual([second]);
  });

  test('one model under one display name is one row: what an endpoint does not report tells nothing apart', async () => {
    const at = (day: number) => `2027-01-0${day}T00:00:00.000Z`;
    await run('ours', { 0: 1 }, { changes: { served: { model: 'm', fingerprint: 'f1' } } });
    await run('ours', { 1: 1 }, { at: at(1), served: 'ours' });
    await run(
      'OURS',
      { 2: 1 },
      { at: at(2), changes: { served: { model: 'm', fingerprint: null } } },
    );
    const found = await collect();
    expect(rowsOf(found)).toEqual({ ours: [1, 1, 1] });
    expect(found.counts.apart).toEqual([]);
  });

  test('answers to pretest items are collected, because they are calibrated from them', async () => {
    await store.addItems(BANK, [{ ...itemOf(4), status: 'pretest' }], AT);
    await run('adaptive', { 0: 1, 4: 0 });
    const found = await collect();
    expect(found.matrix.items).toEqual(['item-0', 'item-4']);
    expect(rowsOf(found)).toEqual({ adaptive: [1, 0] });
    expect(found.counts.unknown).toBe(0);
  });

  test('the digest changes with an answer, and with nothing else', async () => {
    await record(['new'], [1, 0, 1, 0]);
    const { digest } = await collect();
    expect((await collect()).digest).toBe(digest);
    await run('more', { 0: 1 });
    expect((await collect()).digest).not.toBe(digest);
  });

  test('new models are found without their answers, and those of a waiting proposal apart', async () => {
    const values = {
      ...{ bank: 'exam', bankVersion: 1, options: {}, items: [], standardErrors: null },
      parameters: { count: 0, ...empty() },
    };
    const first = await store.putCalibration(
      { ...values, method: 'marginal', parent: null, examinees: ['old'] },
      AT,
    );
    await record(['old', 'new'], [1, 0, 1, 0, 1, 1, NONE, 0]);
    expect(await newModels(store, 'exam')).toMatchObject({ calibration: null, models: [] });
    await store.acceptCalibration('exam', first, { by: 'ana', at: AT });
    await run('adaptive', { 2: 1 }, { served: 'old' });
    await run('half', { 2: 1 }, { isFinished: false });
    await run('out/checkpoint-1', { 2: 1 }, { watch: true });
    await session('s1', 'hosted', { 3: 1 });
    expect(await newModels(store, 'exam')).toEqual({
      calibration: first,
      models: ['new', 'hosted'],
      proposal: null,
      unproposed: ['new', 'hosted'],
    });
    const proposal = await store.putCalibration(
      { ...values, method: 'refresh', parent: first, examinees: ['old', 'new'], report: {} },
      AT,
    );
    expect(await newModels(store, 'exam')).toMatchObject({
      models: ['new', 'hosted'],
      proposal,
      unproposed: ['hosted'],
    });
    await store.acceptCalibration('exam', proposal, { by: 'ana', at: AT });
    expect(await newModels(store, 'exam')).toMatchObject({ models: ['hosted'], proposal: null });
  });
});

function empty() {
  const column = () => new Float64Array(0);
  return { a: column(), b: column(), c: column(), d: column() };
}
