import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestService, testService } from '../server/service.ts';
import { addPersonBank, fitting, invite } from '../server/sessions/person/person-case.ts';
import { begin, play } from '../server/sessions/session-case.ts';
import { CHROMIUM, launch, signedIn, violations, visit, WHY } from './fixture/browser.ts';
import { buildDashboard } from './fixture/build.ts';

const TEN = Array.from({ length: 10 }, (_, k) => `item-${k}`);

const WORDS = {
  en: {
    column: 'Examinee',
    notes: [/skipped do not count as wrong/, /time limit and breaks/, /Forms differ/],
    legend: [/a person/, /a form of chosen questions/],
    compared: 'Two examinees compared',
    verdict: [/Their forms differ/, /rest on models here/],
  },
  zh: {
    column: '受测者',
    notes: [/跳过的题目不算答错/, /时间限制和休息/, /试卷不同/],
    legend: [/真人/, /题目为选定的试卷/],
    compared: '比较两个受测者',
    verdict: [/两者的试卷不同/, /以模型为依据/],
  },
} as const;

describe.skipIf(CHROMIUM === undefined)(`people on leaderboards in a browser${WHY}`, () => {
  let service: TestService;
  let browser: Browser;
  let address: string;
  let board: string;
  let people: string[];
  beforeAll(async () => {
    service = await testService({ dashboard: await buildDashboard() });
    await addPersonBank(service.parts.context.store);
    const take = async (examinee: string, request: Record<string, unknown>) => {
      const { id, key } = await invite(service, { examinee, strategy: 'fixed', ...request });
      const url = `/v1/sessions/${id}`;
      let { body } = await service.ask('POST', `${url}/begin`, key);
      while (body.question !== null)
        ({ body } = await service.ask('POST', `${url}/responses`, key, fitting(body.question)));
      return id;
    };
    people = [await take('ann', {}), await take('bob', { form: { items: TEN } })];
    const runner = await service.key('runner');
    const model = { examinee: 'ann', strategy: 'fixed', items: 10 };
    await play(service, runner, await begin(service, runner, model));
    const { items } = (await service.ask('GET', '/v1/leaderboards', runner)).body;
    board = items[0].id;
    browser = await launch();
    address = await service.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  test.each(['en', 'zh'] as const)(
    'a model and a person of one name stay apart, and notes say what differs (%s)',
    async (language) => {
      const words = WORDS[language];
      const tab = await signedIn(browser, address, await service.key('viewer'), {
        viewport: { width: 1280, height: 800 },
      });
      const { page, complaints, close } = tab;
      await page.evaluate((own) => localStorage.setItem('thetarank-language', own), language);
      await page.reload();
      await visit(page, address, `#/leaderboards/${board}`);
      const table = page.locator('table.board');
      await table.getByRole('button', { name: words.column, exact: true }).waitFor();
      const anns = table.getByRole('row').filter({ has: page.getByRole('link', { name: 'ann' }) });
      expect(await anns.count()).toBe(2);
      expect(await anns.locator('.mark', { hasText: '☺' }).count()).toBe(1);
      const main = await page.locator('main').innerText();
      for (const note of [...words.notes, ...words.legend]) expect(main).toMatch(note);
      expect(await violations(page)).toEqual([]);
      await visit(page, address, `#/compare?a=${people[0]}&b=${people[1]}`);
      await page.getByRole('heading', { name: words.compared }).waitFor();
      await expect.poll(() => page.locator('.mark', { hasText: '☺' }).count()).toBe(2);
      const compared = await page.locator('main').innerText();
      for (const note of words.verdict) expect(compared).toMatch(note);
      expect(await violations(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    },
  );
});
