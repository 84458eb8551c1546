import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GOLDEN, numberIn, seedRun } from '../server/ratings/rating-case.ts';
import { type TestService, testService } from '../server/service.ts';
import {
  CHROMIUM,
  launch,
  openTab,
  settled,
  signedIn,
  violations,
  visit,
  WHY,
} from './fixture/browser.ts';
import { buildDashboard } from './fixture/build.ts';

/** The made example of test/golden/ratings, worked out there by another program: two raters, ten answers, four aspects. */
const RATERS = [
  ['fluency', '40%', '0.21', '0.79', '0.80', '0.86'],
  ['relevance', '50%', '0.34', '0.83', '0.77', '0.77'],
  ['completeness', '40%', '0.24', '0.80', '0.83', '0.83'],
  ['proficiency', '60%', '0.49', '0.88', '0.90', '0.89'],
];
const JUDGE = [
  ['fluency', '0.90', '0.89', '0.61'],
  ['relevance', '0.91', '0.83', '0.84'],
  ['completeness', '0.98', '0.98', '0.94'],
  ['proficiency', '0.97', '0.97', '0.80'],
];
/** What raters must not read. */
const HIDDEN = /SECRET|alba|cyan|\bben\b.*\banna\b|judge/i;

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 800 } };

/** The cells of a table by rows, intervals left out. */
const cellsOf = (page: Page, caption: string) =>
  page
    .getByRole('table', { name: caption, exact: true })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('th, td')].map((cell) =>
          (cell.textContent ?? '').replace(/ \(.*\)$/, '').trim(),
        ),
      ),
    );

async function expectFits(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0);
}

describe.skipIf(CHROMIUM === undefined)(`experts rate answers in a browser${WHY}`, () => {
  let service: TestService;
  let browser: Browser;
  let address: string;
  let organiser: Awaited<ReturnType<typeof signedIn>>;

  beforeAll(async () => {
    service = await testService({ dashboard: await buildDashboard() });
    await seedRun(service.parts.context.store);
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
    browser = await launch();
    organiser = await signedIn(browser, address, await service.key('administrator'), DESKTOP);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  /** The link that the organiser copies for a rater. */
  async function invited(name: string): Promise<string> {
    const { page } = organiser;
    await page.getByRole('button', { name: `Invite ${name}` }).click();
    const link = await page.getByRole('dialog').locator('code').innerText();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    return link;
  }

  /** A rater's tab, at the first answer. */
  async function raterTab(name: string, options: BrowserContextOptions) {
    const link = await invited(name);
    const tab = await openTab(browser, link, { reducedMotion: 'reduce', ...options });
    await tab.page.locator('form fieldset').first().waitFor();
    return { ...tab, link };
  }

  /** Grades the shown answer by keyboard alone: four digits, and Enter on the button that then has the focus. */
  async function rate(page: Page, table: typeof GOLDEN.anna, given = 0): Promise<number> {
    const text = await page.locator('.rating-part.main').innerText();
    const number = numberIn(text);
    for (const grade of table[number].slice(given)) await page.keyboard.press(String(grade));
    // A digit too many changes nothing.
    await page.keyboard.press('1');
    const last = (await page.locator('h1 + *, .lead').allInnerTexts()).join();
    await page.keyboard.press('Enter');
    // The next answer, or the word that all are rated.
    await expect
      .poll(async () => {
        const now = (await page.locator('h1 + *, .lead').allInnerTexts()).join();
        const all = await page.getByText('All answers are rated').count();
        return now !== last || all > 0;
      })
      .toBe(true);
    await page.locator('form fieldset').first().waitFor();
    await settled(page);
    return number;
  }

  test('the organiser sets up a panel of ten answers and two raters', async () => {
    const { page } = organiser;
    await visit(page, address, '#/ratings');
    await page.getByRole('link', { name: 'New panel' }).click();
    await page.getByLabel('Raters', { exact: true }).fill('anna, ben');
    await expectFits(page);
    await page.getByRole('button', { name: 'Make the panel' }).click();
    await page.getByText('No ratings yet.').waitFor();
    const progress = (await cellsOf(page, 'Raters')).map(([name, rated]) => [name, rated]);
    expect(progress).toEqual([
      ['anna', '0 of 10'],
      ['ben', '0 of 10'],
    ]);
  });

  test('a rater grades ten answers by keyboard, blind, and reloads in the middle', async () => {
    const { page, complaints, close } = await raterTab('anna', DESKTOP);
    // Description, dialogue, question, answer and reference of a case stand side by side.
    const seen: string[] = [];
    const parts = new Set<string>();
    const look = async () => {
      seen.push(await page.locator('body').innerText(), await page.title(), page.url());
      for (const name of await page.locator('.rating-part h2').allInnerTexts()) parts.add(name);
    };
    // The guideline folds away, and stays so.
    const guideline = page.locator('.rating-guideline');
    expect(await guideline.getAttribute('open')).not.toBeNull();
    await guideline.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => guideline.getAttribute('open')).toBeNull();
    // Three of four grades are not enough, by key or by button.
    await page.locator('h1').focus();
    const first = numberIn(await page.locator('.rating-part.main').innerText());
    for (const grade of GOLDEN.anna[first].slice(0, 3)) await page.keyboard.press(String(grade));
    await page.getByText('1 aspect has no grade yet').waitFor();
    const next = page.getByRole('button', { name: 'Next answer' });
    expect(await next.getAttribute('aria-disabled')).toBe('true');
    await next.click({ force: true });
    await page.keyboard.press('n');
    await page.getByText('Answer 1 of 10').waitFor();
    // What was given survives a reload, and so does the folded guideline.
    await page.reload();
    await page.getByText('1 aspect has no grade yet').waitFor();
    expect(await guideline.getAttribute('open')).toBeNull();
    const done: number[] = [];
    for (let k = 0; k < 10; k++) {
      await look();
      done.push(await rate(page, GOLDEN.anna, k === 0 ? 3 : 0));
      if (k === 4) {
        await page.reload();
        await page.getByText('Answer 6 of 10').waitFor();
        await page.locator('form fieldset').first().waitFor();
        expect(await page.getByText('5 of 10 rated').count()).toBeGreaterThan(0);
      }
    }
    await page.getByText('All answers are rated').waitFor();
    await look();
    expect(done.toSorted()).toEqual([...GOLDEN.anna.keys()]);
    expect([...parts].sort()).toEqual([
      'Answer to rate',
      'Description',
      'Dialogue',
      'Question',
      'Reference answer',
    ]);
    expect(seen.filter((text) => HIDDEN.test(text))).toEqual([]);
    // Nothing in an answer is markup.
    expect(await page.locator('.rating-text img').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test('another does so on a phone, in a second tab too', async () => {
    const { page, link, complaints, close } = await raterTab('ben', PHONE);
    for (let k = 0; k < 10; k++) {
      if (k === 3) {
        // A second tab of the same rater goes on where the first one is.
        const second = await page.context().newPage();
        await second.goto(link);
        await second.getByRole('status').filter({ hasText: '3 of 10 rated' }).waitFor();
        await second.close();
      }
      await rate(page, GOLDEN.ben);
    }
    await page.getByText('All answers are rated').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test('the agreement that the organiser reads equals the made example to the digit', async () => {
    const { page, complaints } = organiser;
    // It came by events, without a reload.
    await expect
      .poll(async () => (await cellsOf(page, 'Raters')).map(([, rated]) => rated))
      .toEqual(['10 of 10', '10 of 10']);
    await expect
      .poll(() => cellsOf(page, 'Raters with each other'))
      .toEqual(
        RATERS.map(([aspect, exact, kappa, quadratic, alpha, rho]) => [
          ...[aspect, '10', exact, kappa, quadratic, alpha, rho],
        ]),
      );
    const withJudge = await cellsOf(page, 'Mean of the raters with judging models');
    expect(withJudge.map(([, ...rest]) => rest)).toEqual(
      JUDGE.map(([aspect, ...figures]) => [aspect, '10', ...figures]),
    );
    const mean = (table: typeof GOLDEN.anna, aspect: number) =>
      (table.reduce((sum, grades) => sum + grades[aspect], 0) / 10).toFixed(2);
    expect(await cellsOf(page, 'Mean grades of raters')).toEqual([
      ['anna', '10', ...GOLDEN.aspects.map((_, a) => mean(GOLDEN.anna, a))],
      ['ben', '10', ...GOLDEN.aspects.map((_, a) => mean(GOLDEN.ben, a))],
    ]);
    const severities = await cellsOf(page, 'Severity of raters');
    expect(severities.map(([name, grades]) => [name, grades])).toEqual([
      ['anna', '40'],
      ['ben', '40'],
    ]);
    expect((await cellsOf(page, 'Fair scores of models')).map(([rank]) => rank)).toEqual([
      '1',
      '2',
    ]);
    expect(complaints).toEqual([]);
  });

  test.each([
    { colorScheme: 'light', locale: 'en', ...DESKTOP },
    { colorScheme: 'dark', locale: 'zh-CN', ...PHONE },
  ] as const)(
    'all pages are accessible and fit: $colorScheme, $locale, $viewport.width px',
    async (options) => {
      const rater = await raterTab('anna', options);
      await expectFits(rater.page);
      expect(await rater.page.evaluate(() => document.documentElement.lang)).toBe(
        { en: 'en-GB', 'zh-CN': 'zh-CN' }[options.locale],
      );
      await rater.close();
      const tab = await signedIn(browser, address, await service.key('administrator'), options);
      const panel = organiser.page.url().split('#')[1];
      for (const hash of ['#/ratings', '#/ratings/new', `#${panel}`]) {
        await visit(tab.page, address, hash);
        await tab.page.waitForFunction(() => !/正在加载/.test(document.body.innerText));
        await expectFits(tab.page);
      }
      expect(tab.complaints).toEqual([]);
      await tab.close();
    },
  );
});
