import { afterAll, beforeAll, expect, test } from 'vitest';
import { serviceForTest, type TestService, testService } from '../service.ts';
import {
  BANK,
  GOLDEN,
  gradesOf,
  ITEMS,
  JUDGE,
  MODELS,
  numberIn,
  PANEL,
  seedPanel,
} from './rating-case.ts';

/** A key of an expert of the panel. */
async function expertKey(service: TestService, name: string, panel = PANEL): Promise<string> {
  const { keys } = service.parts;
  const scope = { banks: null, session: null, leaderboard: null, days: null };
  return (await keys.make({ role: 'expert', name, panel, ...scope }, null)).key;
}

const work = `/v1/ratings/${PANEL}/work`;

/** Of tests that each have a panel of their own on it. */
let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

async function rateAll(panel: string, name: string, table: typeof GOLDEN.anna) {
  const key = await expertKey(service, name, panel);
  const work = `/v1/ratings/${panel}/work`;
  for (let place = 0; place < 10; place++) {
    const { body } = await service.ask('GET', `${work}/${place}`, key);
    const grades = gradesOf(table, numberIn(body.answer));
    const reply = await service.ask('PUT', `${work}/${place}`, key, { grades, comment: null });
    expect([reply.status, reply.body.revision]).toEqual([200, 1]);
  }
}

test('ten answers by two raters: the report has the figures of another program, to the digit', async () => {
  await seedPanel(service.parts.context.store);
  const viewer = await service.key('viewer');
  for (const name of ['anna', 'ben'] as const) await rateAll(PANEL, name, GOLDEN[name]);
  const { body } = await service.ask('GET', `/v1/ratings/${PANEL}/report`, viewer);
  expect(body.agreement).toHaveLength(4);
  for (const { aspect, answers, pairs, ...found } of body.agreement) {
    expect([answers, pairs]).toEqual([10, 10]);
    for (const [name, value] of Object.entries(GOLDEN.raters[aspect])) {
      expect([aspect, name, found[name].value]).toEqual([aspect, name, expect.closeTo(value, 12)]);
      expect(found[name].low).toBeLessThanOrEqual(value);
      expect(found[name].high).toBeGreaterThanOrEqual(value);
    }
  }
  expect(body.judges).toHaveLength(4);
  for (const { aspect, judge, ...found } of body.judges) {
    expect(judge).toBe(JUDGE);
    for (const [name, value] of Object.entries(GOLDEN.judges[aspect]))
      expect([aspect, name, found[name].value]).toEqual([aspect, name, expect.closeTo(value, 12)]);
  }
  const { body: detail } = await service.ask('GET', `/v1/ratings/${PANEL}`, viewer);
  expect(detail).toMatchObject({ rated: 20, assigned: 20, models: 2, items: 4, judges: [JUDGE] });
  const csv = await service.ask('GET', `/v1/ratings/${PANEL}/export`, viewer);
  const lines = String(csv.body).trim().split('\n');
  expect(lines[0].trim()).toBe('model,item,judge,aspect,score');
  expect(lines).toHaveLength(81);
  expect(String(csv.body)).toContain(`${MODELS[0]},case #2,anna,fluency,1`);
});

test('the event of a rating names its rater to the service alone, so that the others do not hear of it', async () => {
  const panel = 'panel-heard';
  await seedPanel(service.parts.context.store, ['anna', 'ben'], panel);
  const heard: unknown[] = [];
  service.parts.context.events.listen((event) => heard.push(event));
  const [key, administrator] = [
    await expertKey(service, 'ben', panel),
    await service.key('administrator'),
  ];
  const grades = gradesOf(GOLDEN.ben, 0);
  await service.ask('PUT', `/v1/ratings/${panel}/work/0`, key, { grades, comment: null });
  await service.ask('POST', `/v1/ratings/${panel}/close`, administrator);
  const event = { type: 'panel', panel, bank: BANK };
  expect(heard).toEqual([{ ...event, expert: 'ben' }, event]);
});

test('the report removes a planted severity from the scores of models, and says when it cannot', async () => {
  const panel = 'panel-severe';
  await seedPanel(service.parts.context.store, ['anna', 'ben'], panel);
  const viewer = await service.key('viewer');
  const severity = async () =>
    (await service.ask('GET', `/v1/ratings/${panel}/report`, viewer)).body.severity;
  // The second rater takes a grade off where there is one to take.
  const stricter = GOLDEN.anna.map((grades) => grades.map((grade) => Math.max(1, grade - 1)));
  await rateAll(panel, 'anna', GOLDEN.anna);
  expect(await severity()).toMatchObject({ missing: 'one rater', raters: [], models: [] });
  await rateAll(panel, 'ben', stricter);
  const found = await severity();
  expect(found).toMatchObject({ missing: null, connections: 1, converged: true });
  const [anna, ben] = found.raters;
  expect([anna.name, anna.isPerson, ben.name]).toEqual(['anna', true, 'ben']);
  expect(anna.severity + ben.severity).toBeCloseTo(0, 9);
  // Half of the distance each, in grades: somewhat less, because of the grades of 1.
  expect(ben.effectHigh).toBeLessThan(0);
  expect(anna.effect - ben.effect).toBeGreaterThan(0.75);
  expect(anna.effect - ben.effect).toBeLessThan(1.05);
  // Four items only: F with 1 and 3 degrees.
  expect(found.equal).toBeLessThan(0.05);
  // All answers were rated by both, so plain means and fair scores agree.
  for (const { plain, fair, plainRank, fairRank } of found.models) {
    expect(Math.abs(plain - fair)).toBeLessThan(0.15);
    expect(fairRank).toBe(plainRank);
  }
});

test('a rating needs all aspects in whole grades of the scale; the last of several counts, and the history stays', async () => {
  const { store } = service.parts.context;
  const panel = 'panel-changed';
  await seedPanel(store, ['anna', 'ben'], panel);
  const key = await expertKey(service, 'anna', panel);
  const good = gradesOf(GOLDEN.anna, 0);
  const send = (grades: object, comment: string | null = null) =>
    service.ask('PUT', `/v1/ratings/${panel}/work/0`, key, { grades, comment });
  for (const bad of [{}, { ...good, fluency: 6 }, { ...good, fluency: 2.5 }, { ...good, more: 1 }])
    expect((await send(bad)).body.code).toBe('REQUEST_INVALID');
  const { fluency: _, ...three } = good;
  expect((await send(three)).body.detail).toMatch(/grades\.fluency: /);
  // Two tabs at once.
  const both = await Promise.all([send(good), send({ ...good, fluency: 1 }, 'dry\0')]);
  expect(both.map(({ body }) => body.revision).sort()).toEqual([1, 2]);
  // The same again is nothing new.
  const [last] = (await store.ratings.latest(panel)).map(({ grades, comment }) => ({
    grades,
    comment,
  }));
  expect((await send(last.grades, last.comment)).body.revision).toBe(2);
  const [{ answer }] = await store.ratings.latest(panel);
  expect(await store.ratings.history(panel, answer, 'anna')).toHaveLength(2);
  const administrator = await service.key('administrator');
  await service.ask('POST', `/v1/ratings/${panel}/close`, administrator);
  expect((await send({ ...good, fluency: 2 })).body.code).toBe('PANEL_CLOSED');
  await service.ask('POST', `/v1/ratings/${panel}/reopen`, administrator);
  expect((await send({ ...good, fluency: 2 })).body.revision).toBe(3);
});

test('panels are made over HTTP from runs of own banks alone, and get raters later', async () => {
  const service = await serviceForTest();
  await seedPanel(service.parts.context.store);
  const runner = await service.key('runner', { banks: ['cases'] });
  const other = await service.key('runner', { banks: ['another'] });
  const body = { run: 1, raters: ['anna', 'ben', 'chen'], perAnswer: 2, answers: 9, common: 3 };
  expect((await service.ask('POST', '/v1/ratings', other, body)).status).toBe(404);
  expect((await service.ask('GET', `/v1/ratings/${PANEL}`, other)).status).toBe(404);
  expect((await service.ask('GET', '/v1/ratings', other)).body.items).toEqual([]);
  expect((await service.ask('GET', '/v1/rating-sources', other)).body.items).toEqual([]);
  expect((await service.ask('GET', '/v1/rating-sources', runner)).body.items).toMatchObject([
    // Judgements are no answers that can be rated.
    { run: 1, bank: 'cases', models: [...MODELS], answers: ITEMS.length * MODELS.length },
  ]);
  const made = await service.ask('POST', '/v1/ratings', runner, body);
  expect([made.status, made.body.answers, made.body.assigned]).toEqual([201, 9, 3 * 3 + 6 * 2]);
  expect(made.body.overlap.connected).toBe(true);
  const path = `/v1/ratings/${made.body.id}/raters`;
  const more = await service.ask('POST', path, runner, { name: 'dora' });
  expect(more.body.progress.map(({ assigned }: { assigned: number }) => assigned)).toEqual([
    7, 7, 7, 7,
  ]);
  expect((await service.ask('POST', path, runner, { name: 'dora' })).body.code).toBe(
    'OPTION_INVALID',
  );
  const twice = { ...body, raters: ['anna', 'anna'] };
  expect((await service.ask('POST', '/v1/ratings', runner, twice)).body.detail).toMatch(/anna/);
});

test('an expert sees answers without their models, judges, other raters, run and seed; nothing of other panels', async () => {
  const service = await serviceForTest();
  const { store } = service.parts.context;
  await seedPanel(store);
  await seedPanel(store, ['SECRET-RATER', 'ben'], 'SECRET-PANEL');
  const ben = await expertKey(service, 'ben');
  const mark = { grades: gradesOf(GOLDEN.ben, 1), comment: 'SECRET-COMMENT' };
  expect((await service.ask('PUT', `${work}/0`, ben, mark)).status).toBe(200);
  const key = await expertKey(service, 'anna');
  const seen: unknown[] = [];
  const asked = new Set<string>();
  const { paths } = (await service.ask('GET', '/openapi.json')).body;
  for (const path of Object.keys(paths))
    for (const panel of [PANEL, 'SECRET-PANEL'])
      for (const place of [...GOLDEN.anna.keys()].map(String)) {
        if (path === '/v1/events' || path === '/openapi.json') continue;
        const url = path
          .replace('{panel}', panel)
          .replace('{place}', place)
          .replace('{bank}', 'cases')
          .replace('{item}', 'q1')
          .replace(/\{\w+\}/g, PANEL);
        if (asked.has(url)) continue;
        asked.add(url);
        const { body, status } = await service.ask('GET', url, key);
        // The error may repeat what was asked for.
        if (status === 200) seen.push(body);
        if (url.includes('SECRET-PANEL')) expect(status).not.toBe(200);
      }
  const text = JSON.stringify(seen);
  expect(text).toContain('This is text');
  expect(text).toContain('Second reference');
  expect(text).not.toMatch(/SECRET|alba|cyan|"ben"|"seed"|"run"|"judge|"model"/);
});

test('a key of a panel is for its raters: another name is refused, and says which there are', async () => {
  const panel = 'panel-of-keys';
  await seedPanel(service.parts.context.store, ['anna', 'ben'], panel);
  const administrator = await service.key('administrator');
  const make = (name: string) =>
    service.ask('POST', '/v1/keys', administrator, { role: 'expert', name, panel });
  expect((await make('anna')).status).toBe(201);
  const { status, body } = await make('Anna');
  expect([status, body.code]).toEqual([400, 'REQUEST_INVALID']);
  expect(body.detail).toBe(
    'name: found "Anna"; accepted: the name of an expert of this panel: anna, ben.',
  );
});

test('runners make keys of experts for panels of their own banks alone', async () => {
  const panel = 'panel-of-runners';
  await seedPanel(service.parts.context.store, ['anna', 'ben'], panel);
  const make = async (banks: string[]) => {
    const runner = await service.key('runner', { banks });
    return service.ask('POST', '/v1/keys', runner, { role: 'expert', name: 'anna', panel });
  };
  expect((await make(['another'])).body.code).toBe('NAME_UNKNOWN');
  const { bank } = (await service.parts.context.store.panels.get(panel))!;
  expect((await make([bank!])).status).toBe(201);
});
