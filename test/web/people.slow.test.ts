import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, launch, signedIn, violations, visit, WHY } from './fixture/browser.ts';
import { buildDashboard } from './fixture/build.ts';
import { type SeededService, seededService } from './fixture/seeded-service.ts';

describe.skipIf(CHROMIUM === undefined)(`people in a browser${WHY}`, () => {
  let service: SeededService;
  let browser: Browser;
  beforeAll(async () => {
    const index = await buildDashboard();
    [service, browser] = await Promise.all([seededService(index), launch()]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  const WORDS = {
    en: {
      locale: 'en-GB',
      heading: 'People',
      model: 'Model beside people',
      gaps: 'recorded-11 minus people',
      divide: 'Divide questions by',
      accuracy: /Accuracy of people by subject/,
      fits: /Easy[\s\S]*80% and more/,
    },
    zh: {
      locale: 'zh-CN',
      heading: '人类考生',
      model: '对照模型',
      gaps: 'recorded-11 与人类之差',
      divide: '题目分组依据',
      accuracy: /人类正确率，按“subject”/,
      fits: /简单[\s\S]*80% 及以上/,
    },
  } as const;

  test.each(['en', 'zh'] as const)(
    'on the page of a bank (%s): strata, a model beside them, at 1280 and 360 px, accessible',
    async (language) => {
      const words = WORDS[language];
      for (const [width, colorScheme] of [
        [1280, 'light'],
        [360, 'dark'],
      ] as const) {
        const { page, complaints, close } = await signedIn(
          browser,
          service.address,
          await service.key('viewer'),
          { locale: 'en-GB', viewport: { width, height: 800 }, colorScheme },
        );
        await page.evaluate((own) => localStorage.setItem('thetarank-language', own), language);
        await page.reload();
        await visit(page, service.address, '#/banks/exam');
        await page.getByRole('heading', { name: words.heading, exact: true }).waitFor();
        const section = page.locator('section[aria-labelledby="people"]');
        const table = section.getByRole('table', { name: words.accuracy });
        // All questions, and seven subjects.
        await expect.poll(() => table.getByRole('row').count()).toBe(9);
        await section.getByLabel(words.divide).selectOption('ward');
        await expect
          .poll(() => section.getByRole('table').first().getByRole('row').count())
          .toBe(3);
        await section.getByLabel(words.model).selectOption('recorded-11');
        await section.getByRole('heading', { name: words.gaps, exact: true }).waitFor();
        expect(await section.innerText()).toMatch(words.fits);
        expect(await violations(page)).toEqual([]);
        const scrolled = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(scrolled).toBeLessThanOrEqual(0);
        expect(complaints).toEqual([]);
        await close();
      }
    },
  );

  test('on a leaderboard: a line without a rank, and a row of scores by tag', async () => {
    const key = await service.key('viewer');
    const headers = { authorization: `Bearer ${key}` };
    const reply = await fetch(`${service.address}/v1/leaderboards`, { headers });
    const { items } = (await reply.json()) as { items: { id: string; bank: string }[] };
    const board = items.find(({ bank }) => bank === 'exam')!.id;
    const { page, complaints, close } = await signedIn(browser, service.address, key, {
      viewport: { width: 360, height: 800 },
    });
    await visit(page, service.address, `#/leaderboards/${board}`);
    await page.getByText(/People \(average of [\d,]+ respondents per question\): [\d.]+/).waitFor();
    const lines = page.locator('table.board svg .reference');
    const rows = page.locator('table.board tbody tr');
    expect(await lines.count()).toBe(await rows.count());
    await page.getByRole('link', { name: 'See people by tag' }).waitFor();
    const byTag = page.locator('section[aria-labelledby="by-tag"]');
    expect(await byTag.getByRole('rowheader', { name: 'People', exact: true }).count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
