import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { negativeItems } from '../../../calibration/diagnose/negative-items.ts';
import { calibrate } from '../../../calibration/fit/calibrate.ts';
import { itemRestCorrelation } from '../../../calibration/fit/item-rest-correlation.ts';
import { BUILTIN_BANKS } from '../../../item-bank/builtin/names.ts';
import type { ItemRow } from '../../../src/api/banks.ts';
import { readParameters } from '../../../src/files/items/read-parameters.ts';
import { writeFileWhole } from '../../../src/files/write/write.ts';
import { information } from '../../../src/irt/information.ts';
import { probability } from '../../../src/irt/probability.ts';
import { randomStream } from '../../../src/random.ts';
import { TOLERANCE } from '../../../src/ranking/fold-fit.ts';
import { type BankPart, bankPart } from '../../../src/server/banks/bank-part.ts';
import { bankRoutes } from '../../../src/server/banks/bank-routes.ts';
import { calibrationRoutes } from '../../../src/server/banks/calibration-routes.ts';
import { recordedCalibrations } from '../../../src/server/banks/recorded-calibration.ts';
import type { Route } from '../../../src/server/route.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { AT, BANK, clock, itemOf, itemsOf } from '../../store/store-case.ts';
import { callerOf, callRoute } from '../call-route.ts';

const folder = mkdtempSync(join(tmpdir(), 'banks-'));
const COUNT = 60;
const ids = itemsOf(0, COUNT).map(({ id }) => id);
const random = randomStream(1, 'answers');
/** Eight models; item 0 everybody gets right, item 1 nobody. */
const matrix = {
  examinees: Array.from({ length: 8 }, (_, i) => `model-${i}`),
  items: ids,
  scores: Float32Array.from({ length: 8 * COUNT }, (_, k) => {
    const [i, j] = [Math.floor(k / COUNT), k % COUNT];
    return j < 2 ? 1 - j : Number(random() < 0.15 + i / 10);
  }),
};
const calibrations = recordedCalibrations({ log: () => {} }, { data: folder });
const asked = new Map([['item-3', 12]]);
const sessions = {
  exposure: async () => ({ sessions: 20, asked }),
  count: async () => 20,
};
let store: Store;
let banks: BankPart;
let routes: Route[];
let kept: number;

beforeAll(async () => {
  store = await openStore(join(folder, 'test.db'), { clock });
  const last = { ...itemOf(COUNT - 1), hash: itemOf(5).hash };
  await store.addItems(BANK, [...itemsOf(0, COUNT - 1), last], AT);
  await store.putResponses(BANK.name, matrix, null, AT);
  await store.addItems({ name: 'other', title: 'Another', builtin: null }, itemsOf(0, 3), AT);
  const half = ids.slice(0, 30);
  const column = (of: (j: number) => number) => Float64Array.from(half, (_, j) => of(j));
  const parameters = {
    count: half.length,
    a: column((j) => (j === 7 ? 0.2 : 1)),
    b: column((j) => j / 10 - 1),
    c: column(() => 0.25),
    d: column(() => 1),
  };
  kept = await store.putCalibration(
    {
      bank: BANK.name,
      bankVersion: 1,
      method: 'synthesis',
      parent: null,
      examinees: ['p1'],
      options: {
        designEffect: 2.5,
        converged: false,
        run: 4,
        participants: [{ name: 'p1', models: ['x', 'y'], ability: 0.5, accuracy: 0.75 }],
        persuasion: [
          { generator: 'x', critic: 'y', answers: 40, changed: 0.25, rightly: 6, wrongly: 2 },
        ],
      },
      items: half,
      parameters,
      standardErrors: null,
    },
    AT,
  );
  banks = bankPart({ store }, calibrations, sessions);
  routes = [
    ...bankRoutes({ banks, context: { store } }),
    ...calibrationRoutes({ context: { store } }),
  ];
});
afterAll(async () => {
  await banks.close();
  await calibrations.close();
  await store.close();
});

const administrator = callerOf('administrator');
const get = (url: string, given = {}, caller = administrator) =>
  callRoute(routes, `GET ${url}`, caller, given);
const exam = { bank: BANK.name };
const items = (query: object, caller = administrator) =>
  get('/v1/banks/:bank/items', { params: exam, query }, caller);
const idsOf = ({ items: rows }: { items: ItemRow[] }) => rows.map(({ item }) => item);

test('banks are listed with what they have; a key of one bank sees that one', async () => {
  const { items: all } = await get('/v1/banks');
  expect(all.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining([...BUILTIN_BANKS, 'exam', 'other']),
  );
  const own = callerOf('viewer', ['exam']);
  const { items: seen } = await get('/v1/banks', {}, own);
  expect(seen).toEqual([
    {
      name: 'exam',
      title: 'An exam',
      source: 'store',
      version: 1,
      items: COUNT,
      examinees: 8,
      hasText: true,
      calibrations: 1,
      sessions: 20,
      changedAt: AT,
      tags: [
        { name: 'subject', values: 7 },
        { name: 'ward', values: 1 },
      ],
    },
  ]);
  await expect(get('/v1/banks/:bank', { params: { bank: 'other' } }, own)).rejects.toMatchObject({
    code: 'NAME_UNKNOWN',
  });
  // Names of its own only, of banks that are there.
  for (const bank of ['exma', 'mmlu-pro'])
    await expect(get('/v1/banks/:bank', { params: { bank } }, own)).rejects.toThrow(
      bank === 'exma' ? 'mean exam?' : 'names: exam.',
    );
  await expect(get('/v1/banks/:bank', { params: { bank: 'exma' } })).rejects.toMatchObject({
    code: 'NAME_UNKNOWN',
    details: { kind: 'bank', name: 'exma', nearest: ['exam'] },
  });
  await expect(items({}, callerOf('examinee'))).rejects.toThrow();
});

test('parameters of recorded answers are null while they are made, and then those of `calibrate`', async () => {
  const first = await items({});
  expect(first).toMatchObject({ total: COUNT, next: null, calibrating: true });
  expect(first.items[4]).toMatchObject({ a: null, answered: 8 });
  await calibrations.of((await store.responses(BANK.name))!.matrix);
  const page = await items({ limit: 10 });
  const own = calibrate(matrix, { tolerance: TOLERANCE });
  const isNegative = negativeItems(itemRestCorrelation(matrix));
  expect(page).toMatchObject({ total: COUNT, next: '10', calibrating: false });
  expect(page.parametersFrom).toMatchObject({ calibration: null, model: '3pl' });
  page.items.forEach((row: ItemRow, j: number) => {
    expect(row).toMatchObject({ item: ids[j], position: j, type: 'single', status: 'active' });
    expect(row.a).toBe(own.parameters.a[j]);
    expect(row.b).toBe(own.parameters.b[j]);
    expect(row.flags.includes('negative-discrimination')).toBe(isNegative[j] === 1);
    expect(row.text).toContain(`q ${j}: which one?`);
  });
  expect(page.items[0]).toMatchObject({ shareRight: 1, exposure: 0 });
  const rest = await items({ limit: 10, cursor: '50' });
  expect(idsOf(rest)).toEqual(ids.slice(50));
  expect(rest.next).toBeNull();
});

test('items are searched in id, tags and text, and filtered by tag and flag', async () => {
  expect(idsOf(await items({ search: 'ITEM-4' }))).toEqual([
    'item-4',
    ...ids.filter((id) => id.startsWith('item-4') && id.length === 7),
  ]);
  expect(idsOf(await items({ search: 'q 17:' }))).toEqual(['item-17']);
  expect((await items({ search: 'q 17:' }, callerOf('viewer'))).total).toBe(0);
  expect(idsOf(await items({ tag: 'subject=s3', limit: 2 }))).toEqual(['item-3', 'item-10']);
  await expect(items({ tag: 'subject=nothing' })).rejects.toMatchObject({ code: 'NAME_UNKNOWN' });
  await expect(items({ cursor: 'x' })).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  expect(idsOf(await items({ flag: 'all-right' }))).toEqual(['item-0']);
  expect(idsOf(await items({ flag: 'all-wrong' }))).toEqual(['item-1']);
  expect(idsOf(await items({ flag: 'duplicate' }))).toEqual([ids[COUNT - 1]]);
  expect(idsOf(await items({ flag: 'overexposed' }))).toEqual(['item-3']);
  const low = await items({ flag: 'low-discrimination', calibration: kept });
  expect(idsOf(low)).toContain('item-7');
});

test('items are sorted by a column; those that nothing is known of come last both ways', async () => {
  const up = idsOf(await items({ sort: 'b', calibration: kept }));
  expect(up.slice(0, 30)).toEqual(ids.slice(0, 30));
  const down = idsOf(await items({ sort: 'b', descending: 'true', calibration: kept }));
  expect(down.slice(0, 30)).toEqual(ids.slice(0, 30).reverse());
  expect(new Set(down.slice(30))).toEqual(new Set(ids.slice(30)));
  expect(idsOf(await items({ sort: 'exposure', descending: 'true', limit: 1 }))).toEqual([
    'item-3',
  ]);
  expect(idsOf(await items({ sort: 'item', limit: 3 }))).toEqual(['item-0', 'item-1', 'item-10']);
});

test('an item has its curve, the shares of recorded models, its fit and its exposure', async () => {
  const params = { ...exam, item: 'item-3' };
  const one = await get('/v1/banks/:bank/items/:item', { params, query: { calibration: kept } });
  const [a, b, c, d] = [1, -0.7, 0.25, 1];
  expect(one).toMatchObject({ a, b, c, d, exposure: 0.6, answered: 8 });
  one.curve.ability.forEach((theta: number, k: number) => {
    expect(one.curve.probability[k]).toBeCloseTo(probability(theta, a, b, c, d), 12);
    expect(one.curve.information[k]).toBeCloseTo(information(theta, a, b, c, d), 12);
  });
  const { observed } = one.curve;
  expect(observed.map(({ answers }: { answers: number }) => answers)).toEqual([4, 4]);
  const mean = (observed[0].share + observed[1].share) / 2;
  expect(mean).toBeCloseTo(one.shareRight, 12);
  expect(observed[0].ability).toBeLessThan(observed[1].ability);
  expect(one.fit.infit).toBeGreaterThan(0);
  expect(one.fit.note).toContain(one.fit.usual.toFixed(2));
  const missing = { ...exam, item: 'no-such-item' };
  await expect(get('/v1/banks/:bank/items/:item', { params: missing })).rejects.toMatchObject({
    code: 'ITEM_UNKNOWN',
    status: 404,
  });
});

test('texts are for administrators and runners, keys for administrators', async () => {
  const params = { ...exam, item: 'item-3' };
  const as = (role: 'administrator' | 'runner' | 'viewer') =>
    get('/v1/banks/:bank/items/:item', { params }, callerOf(role));
  const stem = itemOf(3).stem;
  expect(await as('administrator')).toMatchObject({ question: stem, answer: 'D' });
  const runner = await as('runner');
  expect(runner).toMatchObject({ question: stem, options: { A: 'one' } });
  expect(runner).not.toHaveProperty('answer');
  const viewer = JSON.stringify([await as('viewer'), await items({}, callerOf('viewer'))]);
  expect(viewer).toContain('"a":');
  for (const secret of ['which one', 'three', '"options"', '"answer"', '"text"'])
    expect(viewer).not.toContain(secret);
});

test('the information of a bank is the sum over its items; recorded models stand beside it', async () => {
  const query = { calibration: kept };
  const {
    ability,
    information: sums,
    examinees,
  } = await get('/v1/banks/:bank/information', {
    params: exam,
    query,
  });
  const at = ability.indexOf(0.5);
  let sum = 0;
  for (let j = 0; j < 30; j++) sum += information(0.5, j === 7 ? 0.2 : 1, j / 10 - 1, 0.25, 1);
  expect(sums[at]).toBeCloseTo(sum, 10);
  expect(examinees).toHaveLength(8);
  const right = matrix.scores.subarray(7 * COUNT).reduce((all, score) => all + score, 0);
  expect(examinees[7].score).toBeCloseTo((100 * right) / COUNT, 10);
});

test('a change of answers is seen at once', async () => {
  const own = { examinees: ['x'], items: ['item-0'], scores: Float32Array.of(0) };
  await store.putResponses('other', own, null, '2026-02-01T00:00:00.000Z');
  const share = async () => {
    const { items: rows } = await get('/v1/banks/:bank/items', { params: { bank: 'other' } });
    return rows[0].shareRight;
  };
  expect(await share()).toBe(0);
  // Who answered nothing is passed over.
  const silent = { ...own, examinees: ['silent'], scores: Float32Array.of(Number.NaN) };
  await store.putResponses('other', silent, null, '2026-02-01T00:00:00.000Z');
  expect((await get('/v1/banks/:bank', { params: { bank: 'other' } })).examinees).toBe(1);
  const better = { ...own, scores: Float32Array.of(1) };
  await store.putResponses('other', better, null, '2026-02-01T00:00:00.001Z');
  expect(await share()).toBe(1);
});

test('a calibration reports its method and which models persuaded which', async () => {
  const { items: list } = await get('/v1/banks/:bank/calibrations', { params: exam });
  expect(list).toMatchObject([
    { id: kept, items: 30, examinees: 1, warnings: ['the fit has not converged'] },
  ]);
  const one = await get('/v1/calibrations/:calibration', { params: { calibration: `${kept}` } });
  expect(one).toMatchObject({
    options: { designEffect: 2.5, run: 4 },
    participants: [{ name: 'p1', models: ['x', 'y'], ability: 0.5, accuracy: 0.75 }],
    persuasion: [{ from: 'y', to: 'x', debates: 40, persuaded: 10, rightly: 6, wrongly: 2 }],
  });
  expect(one.options).not.toHaveProperty('participants');
  expect(one.distributions.b).toHaveLength(101);
  expect(one.distributions.b[50]).toBeCloseTo(0.45, 12);
  expect(one.fit).toContainEqual(expect.objectContaining({ name: 'designEffect', value: 2.5 }));
});

test('parameters are given as JSON and as the CSV that commands read', async () => {
  const params = { calibration: `${kept}` };
  const json = await get('/v1/calibrations/:calibration/parameters', { params });
  const csv = await get('/v1/calibrations/:calibration/parameters.csv', { params });
  const file = join(folder, 'parameters.csv');
  writeFileWhole(file, csv.body);
  const read = readParameters(file);
  expect(read.items).toEqual(json.items);
  expect(Array.from(read.parameters.b)).toEqual(json.b);
  const foreign = callerOf('viewer', ['other']);
  await expect(
    get('/v1/calibrations/:calibration/parameters', { params }, foreign),
  ).rejects.toMatchObject({ code: 'NAME_UNKNOWN' });
});
