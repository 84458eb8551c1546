import type { Browser, Page } from 'playwright-core';
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

/** What stands on the page in English because the service has no other words for it. */
const englishTexts = (page: Page) =>
  page.locator('span[lang="en"]').evaluateAll((all) => all.map((one) => one.textContent ?? ''));

/** Texts that only the fixture has: no part of the program says these. */
const OF_FIXTURE = [
  ...['its length', 'the model cannot be reached', 'the strong ones most often', 'spilt '],
  ...['Nearly every model answered it wrong.', 'The answers do not follow ability.'],
  ...[
    'Forty items serve where',
    'answers.csv, row 3',
    'no right answer',
    'the right answer is "F"',
  ],
  'iterations',
];

/** Names of the buttons of a page outside its tables and forms: most open a dialog. */
const dialogButtons = (page: Page) =>
  page
    .getByRole('main')
    .locator('button[type="button"]:not([aria-disabled="true"], [disabled]):visible')
    .evaluateAll((all) => [
      ...new Set(
        all
          .filter((one) => one.closest('table, form, dialog') === null)
          .map((one) => one.textContent?.trim() ?? '')
          .filter((name) => name !== ''),
      ),
    ]);

describe.skipIf(CHROMIUM === undefined)(`in Chinese${WHY}`, () => {
  test('each page has no English words but data, is marked as Chinese and fits a phone', async () => {
    const { page, data, complaints, close } = await chineseTab();
    const left: string[] = [];
    const english: string[] = [];
    const opened: string[] = [];
    /** Buttons of one name open the same dialog on all pages. */
    const tried = new Set<string>();
    for (const [place] of PAGES) {
      const hash = await addressOf(service, place);
      await visit(page, service.address, hash);
      await page.waitForFunction(() => !/正在加载|正在计算/.test(document.body.innerText));
      expect(await page.evaluate(() => document.documentElement.lang), hash).toBe('zh-CN');
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      left.push(...(await latinWords(page, data)).map((one) => `${hash}: ${one}`));
      english.push(...(await englishTexts(page)).map((one) => `${hash}: ${one}`));
      for (const name of await dialogButtons(page)) {
        if (tried.has(name)) continue;
        const button = page.getByRole('main').getByRole('button', { name, exact: true }).first();
        if (!(await button.isVisible())) continue;
        tried.add(name);
        await button.click();
        const dialog = page.getByRole('dialog');
        // A dialog opens with the next frame.
        await page.evaluate(
          () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
        );
        const isOpen = await dialog.isVisible();
        if (!isOpen) {
          // What it did is undone, or said in an error that names routes.
          await visit(page, service.address, '#/keys');
          await visit(page, service.address, hash);
          continue;
        }
        opened.push(name);
        left.push(...(await latinWords(page, data)).map((one) => `${hash}, ${name}: ${one}`));
        expect(await violations(page), `${hash}, ${name}`).toEqual([]);
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
      }
      await page.setViewportSize({ width: 390, height: 800 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, `${hash}, 390 px`).toBeLessThanOrEqual(390);
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    expect(english.filter((one) => !OF_FIXTURE.some((known) => one.includes(known)))).toEqual([]);
    expect(new Set(opened).size).toBeGreaterThanOrEqual(5);
    expect(left).toEqual([]);
    // A button that starts a job asks for a route that a service without jobs does not have.
    expect(complaints.filter((one) => !/status of 404/.test(one))).toEqual([]);
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
