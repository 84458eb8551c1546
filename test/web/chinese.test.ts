import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, launch, openTab, violations, visit, WHY } from './fixture/browser.ts';
import { buildDashboard } from './fixture/build.ts';
import { dataWords, latinWords } from './fixture/latin-words.ts';
import { addressOf, PAGES } from './fixture/pages.ts';
import { type SeededService, seededService } from './fixture/seeded-service.ts';

let service: SeededService;
let browser: Browser;

beforeAll(async () => {
  const index = await buildDashboard();
  if (CHROMIUM === undefined) return;
  [service, browser] = await Promise.all([seededService(index), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

/** A tab of a reader of Chinese, signed in. */
async function chineseTab() {
  const tab = await openTab(browser, service.address, {
    locale: 'zh-CN',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  const data = dataWords(tab.page);
  await tab.page.getByLabel('密钥').fill(await service.key('administrator'));
  await tab.page.keyboard.press('Enter');
  await tab.page.getByRole('banner').waitFor();
  return { ...tab, data };
}

describe.skipIf(CHROMIUM === undefined)(`in Chinese${WHY}`, () => {
  test('each page has no English words but data, is marked as Chinese, fits a phone, and is accessible', {
    timeout: 400_000,
  }, async () => {
    const { page, data, complaints, close } = await chineseTab();
    const left: string[] = [];
    for (const [place] of PAGES) {
      const hash = await addressOf(service, place);
      await visit(page, service.address, hash);
      await page.waitForFunction(() => !/正在加载|正在计算/.test(document.body.innerText));
      expect(await page.evaluate(() => document.documentElement.lang), hash).toBe('zh-CN');
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      left.push(...(await latinWords(page, data)).map((one) => `${hash}: ${one}`));
      await page.setViewportSize({ width: 390, height: 800 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, `${hash}, 390 px`).toBeLessThanOrEqual(390);
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await violations(page), hash).toEqual([]);
    }
    expect(left).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  test('the language is chosen with keys, kept after reloading, and told to the service', async () => {
    const { page, close } = await openTab(browser, service.address, { locale: 'zh-Hans-CN' });
    expect(await page.getByRole('button').innerText()).toBe('登录');
    const asked: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/v1/me')) asked.push(request.headers()['accept-language']);
    });
    await page.getByLabel('密钥').fill(await service.key('viewer'));
    await page.keyboard.press('Enter');
    await page.getByRole('banner').waitFor();
    // A new page takes the focus to its title: only then it stays where it is put.
    await page.getByRole('heading', { name: '排行榜' }).waitFor();
    const choice = page.getByLabel('语言');
    await choice.focus();
    await page.keyboard.press('Home');
    await page.getByLabel('Language').waitFor();
    await page.reload();
    expect(await page.getByLabel('Language').inputValue()).toBe('en');
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en-GB');
    expect(asked).toEqual(['zh-CN', 'en-GB']);
    await close();
  });
});
