import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpointConfiguration } from '../../src/examinee/endpoint/configuration/configuration.ts';
import { simulate } from '../../src/stand-in/answerers/simulate.ts';
import { indexQuestions } from '../../src/stand-in/questions/question-index.ts';
import { standIn } from '../../src/stand-in/stand-in.ts';
import { type TestService, testService } from '../server/service.ts';
import { addBank, ITEMS } from '../server/sessions/session-case.ts';
import { itemsOf } from '../store/store-case.ts';
import { CHROMIUM, launch, settled, signedIn, violations, visit, WHY } from './fixture/browser.ts';
import { buildDashboard } from './fixture/build.ts';

/** The whole service, and a model behind an endpoint that is the stand-in. */
let model: FastifyInstance;
let service: TestService;
let browser: Browser;
let address: string;
/** An endpoint that answers every request with an error. */
const failing = createServer((_, reply) => reply.writeHead(500).end());

beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  const dashboard = await buildDashboard();
  const questions = await indexQuestions(itemsOf(0, ITEMS));
  const abilities = new Map([['org/simulated', 0.5]]);
  model = standIn({
    answerers: [simulate({ abilities, seed: 1 }, questions)],
    latency: { mean: 150, jitter: 20 },
  });
  const url = new URL(await model.listen({ host: '127.0.0.1', port: 0 }));
  const configured = endpointConfiguration({
    name: 'local',
    baseUrl: `${url.origin}/v1`,
    model: 'org/simulated',
    price: { prompt: 1, completion: 10 },
    sampling: { maxTokens: 300 },
  });
  failing.listen(0, '127.0.0.1');
  await once(failing, 'listening');
  const broken = `127.0.0.1:${(failing.address() as AddressInfo).port}`;
  const failed = endpointConfiguration({
    name: 'broken',
    baseUrl: `http://${broken}/v1`,
    model: 'm',
  });
  service = await testService({
    dashboard,
    configuration: { models: [configured, failed], allowedHosts: [url.host, broken] },
  });
  await addBank(service.parts.context.store);
  [address, browser] = await Promise.all([
    service.app.listen({ host: '127.0.0.1', port: 0 }),
    launch(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
  await model?.close();
  failing.close();
});

describe.skipIf(CHROMIUM === undefined)(`a live run${WHY}`, () => {
  test('says while it lasts that requests to the model fail, and ends when it is told to', async () => {
    const tab = await signedIn(browser, address, await service.key('runner', { banks: ['exam'] }));
    const { page } = tab;
    await visit(page, address, '#/sessions/new?bank=exam');
    await page.getByLabel('Name of the tested model').fill('no answers');
    await page.getByLabel('Who asks the model').selectOption('broken');
    await page.getByLabel('Strategy').selectOption('random');
    await page.getByRole('button', { name: 'Start test' }).click();
    const note = page.getByText('Requests to the model fail');
    await note.waitFor();
    const text = await page.locator('main').innerText();
    expect(text).toMatch(
      /retry \d of 6\b[^\n]*HTTP 500[^\n]*(?:Next request in \d+ s|The next request is on its way)\. Try again later/,
    );
    expect(text).not.toContain('127.0.0.1');
    // Eight at once, as `rank --model` asks.
    expect(text).toMatch(/Items in flight\s+8/);
    await page.getByRole('button', { name: 'End' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
    await note.waitFor({ state: 'hidden' });
    expect(tab.complaints).toEqual([]);
    await tab.close();
  });

  test('is begun, watched to its end and found on the leaderboard, against the stand-in', async () => {
    const tab = await signedIn(browser, address, await service.key('runner', { banks: ['exam'] }));
    const { page } = tab;
    await page.getByText('Live updates on').waitFor();
    await visit(page, address, '#/sessions/new?bank=exam');
    await page.getByLabel('Name of the tested model').fill('my model');
    await page.getByLabel('Who asks the model').selectOption('local');
    await page.getByLabel('Budget, dollars').fill('1');
    await page.getByLabel('Strategy').selectOption('paper');
    await page.getByLabel('Most items').fill('24');
    await page.getByText('More options').first().click();
    // Slow enough to be watched.
    await page.getByLabel('Items in flight').fill('1');
    await page.getByRole('button', { name: 'Start test' }).click();
    await page.getByRole('heading', { name: 'Test of my model' }).waitFor();
    const counts: number[] = [];
    for (;;) {
      const text = await page.locator('main').innerText();
      const [, answers] = /(\d+) of at most 24 answers/.exec(text) ?? [];
      if (answers !== undefined && counts.at(-1) !== Number(answers)) counts.push(Number(answers));
      if (/^finished/m.test(text)) break;
      await page.waitForTimeout(50);
    }
    // It was seen to move, and only forward.
    expect(counts.length).toBeGreaterThan(2);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.at(-1)).toBe(24);
    await page.getByText(/Place among 9 recorded models/).waitFor();
    await settled(page);
    const text = await page.locator('main').innerText();
    expect(text).toMatch(/\$0\.\d+ of \$1\.00/);
    expect(text).toMatch(/subject: s\d/);
    expect(await page.locator('canvas').count()).toBe(2);
    expect(await violations(page)).toEqual([]);

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the steps as CSV' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^session-.*\.csv$/);

    await visit(page, address, '#/leaderboards');
    await page.getByRole('link', { name: 'exam' }).click();
    await page
      .getByRole('rowheader', { name: /my model/ })
      .first()
      .waitFor();
    expect(tab.complaints).toEqual([]);
    await tab.close();
  });
});
