import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaderboard } from '../../src/api/leaderboards.ts';
import { ENGLISH } from '../../src/languages/words.ts';
import { boardHtml } from '../../src/server/boards/board-html.ts';
import { CHROMIUM, launch, openTab, signedIn, violations, visit, WHY } from './fixture/browser.ts';
import { buildDashboard } from './fixture/build.ts';
import { addressOf, boardAddress, PAGES } from './fixture/pages.ts';
import { type SeededService, seededService } from './fixture/seeded-service.ts';
import { LONGEST } from './fixture/seeded-sessions.ts';

let index: string;
let service: SeededService;
let browser: Browser;

beforeAll(async () => {
  index = await buildDashboard();
  if (CHROMIUM === undefined) return;
  [service, browser] = await Promise.all([seededService(index), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

describe('the built dashboard', () => {
  const files = () => {
    const root = dirname(index);
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  };

  test('has the types of the contract and not its checks, and no style or script within its page', () => {
    expect(files().some((file) => file.includes('ZodError'))).toBe(false);
    const page = readFileSync(index, 'utf8');
    expect(page).not.toMatch(/<style|style=|<script(?![^>]* src=)/);
  });
});

describe.skipIf(CHROMIUM === undefined)(`what a browser loads${WHY}`, () => {
  const READERS = ['administrator', 'examinee'].flatMap((role) =>
    ['en', 'zh-CN'].map((locale) => [role, locale] as const),
  );

  test.each(READERS)('%s, %s: less than 150 kB compressed', async (role, locale) => {
    const administrator = await service.key('administrator');
    const made = await fetch(`${service.address}/v1/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${administrator}`, 'content-type': 'application/json' },
      body: JSON.stringify({ role: 'examinee', name: 'e', session: 's-new' }),
    });
    const key = role === 'examinee' ? ((await made.json()) as { key: string }).key : administrator;
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    const loads: Promise<number>[] = [];
    page.on('response', (reply) => {
      if (!new URL(reply.url()).pathname.startsWith('/v1/'))
        loads.push(reply.body().then((body) => gzipSync(body).length));
    });
    await page.goto(`${service.address}/#/enter/${key}`);
    await page.locator('h1').waitFor();
    page.removeAllListeners('response');
    const bytes = (await Promise.all(loads)).reduce((sum, own) => sum + own, 0);
    expect(bytes).toBeLessThan(150_000);
    expect(bytes).toBeGreaterThan(20_000);
    await context.close();
  });
});

/** Addresses of leaderboards, once the service is there. */
const boardOf = (bank: string) => () => boardAddress(service, bank);

/** Tables of all numbers of a study, a calibration or a chart: these are scrolled sideways. */
const MAY_SCROLL = /^(?:Cells of the study|Numbers of|Participants|Who persuaded whom)/;

/** What is wrong with charts and tables where the screen is narrow: outside of their box, or numbers that touch. */
function cramped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const widthOf = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().width;
    };
    const boxes = [...document.querySelectorAll('.wide, .fitted, .plot')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((box) => box.getAttribute('aria-label') ?? box.className);
    const cells = [...document.querySelectorAll('.beats tbody td:not(.self)')]
      .filter((cell) => widthOf(cell) > cell.clientWidth - 2)
      .map((cell) => `cell ${cell.textContent}`);
    const squashed = [...document.querySelectorAll('.legend svg')]
      .filter((sign) => sign.clientWidth < 28)
      .map((sign) => `sign of ${sign.parentElement?.textContent}`);
    const broken = [...document.querySelectorAll('.facts .main dd')]
      .filter(({ clientHeight }) => clientHeight > 40)
      .map((value) => `two lines: ${value.textContent}`);
    const unmarked = [...document.querySelectorAll('.cut > *')]
      .filter(
        (name) =>
          getComputedStyle(name).display !== 'inline' &&
          name.getBoundingClientRect().right >
            name.parentElement!.getBoundingClientRect().right + 1,
      )
      .map((name) => `cut without a sign: ${name.textContent}`);
    const labels = [...document.querySelectorAll('th.range text')];
    const touching = labels.filter((label, k) => {
      const [own, next] = [label, labels[k + 1]].map((one) => one?.getBoundingClientRect());
      return (
        own.width > 0 && next !== undefined && next.left > own.left && next.left < own.right + 4
      );
    });
    return [
      ...boxes,
      ...cells,
      ...squashed,
      ...unmarked,
      ...broken,
      ...touching.map(({ textContent }) => `label ${textContent}`),
    ];
  });
}

/** What depends on the width of the screen; the other rules are checked on a wide one. */
const NARROW = ['scrollable-region-focusable', 'target-size'];

describe.skipIf(CHROMIUM === undefined)(`each page${WHY}`, () => {
  test('shows what it is for, fits from 1280 to 360 px, is accessible in light and dark colours, complains of nothing', async () => {
    const key = await service.key('administrator');
    const tab = await signedIn(browser, service.address, key, {
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    });
    const { page } = tab;
    for (const [where, sees, seesNot = /(?!)/] of PAGES) {
      const hash = await addressOf(service, where);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1280, height: 800 });
      await visit(page, service.address, hash);
      const text = await page.locator('main').innerText();
      for (const wanted of sees) expect(text, hash).toMatch(wanted);
      expect(text, hash).not.toMatch(seesNot);
      expect(await violations(page), hash).toEqual([]);
      for (const width of [360, 390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, `${hash}, ${width} px`).toBeLessThanOrEqual(width);
        if (width === 360) continue;
        // Plots are drawn for their new width in one of the next frames.
        const left = async () => (await cramped(page)).filter((one) => !MAY_SCROLL.test(one));
        await expect.poll(left, { message: `${hash}, ${width} px` }).toEqual([]);
        if (width === 390)
          expect(await violations(page, NARROW), `${hash}, ${width} px`).toEqual([]);
      }
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await violations(page, ['color-contrast']), `${hash}, dark`).toEqual([]);
    }
    expect(tab.complaints).toEqual([]);
    await tab.close();
  });

  test('a saved leaderboard on a phone: intervals, names and versions are within the screen', async () => {
    const key = await service.key('viewer');
    const id = await boardOf('exam')();
    const reply = await fetch(`${service.address}/v1/${id.slice(2)}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const board = leaderboard.parse(await reply.json());
    const version = 'a'.repeat(64);
    const html = boardHtml(
      {
        ...{ ...board, bankVersion: version, calibrationVersion: version },
        rows: board.rows.map((row, k) => (k === 0 ? { ...row, examinee: LONGEST } : row)),
      },
      ENGLISH,
    );
    for (const width of [360, 390, 768]) {
      const page = await browser.newPage({ viewport: { width, height: 800 } });
      await page.setContent(html);
      const ends = (selector: string) =>
        page.locator(selector).evaluateAll((all) => {
          // Of the text itself: the box of a cell may be narrower than its text.
          const range = document.createRange();
          return all.map((one) => {
            if (one.childNodes.length === 0) return one.getBoundingClientRect().right;
            range.selectNodeContents(one);
            return range.getBoundingClientRect().right;
          });
        });
      const marks = await ends('figure svg *');
      expect(marks.length).toBeGreaterThan(3 * board.rows.length);
      expect(Math.max(...marks), `marks, ${width} px`).toBeLessThanOrEqual(width);
      // The numbers are scrolled in their own box; the name leaves room for the first of them.
      const [, score] = await page.locator('.wide tbody tr').first().locator('td').all();
      const { x, width: wide } = (await score.boundingBox())!;
      expect(x + wide, `numbers, ${width} px`).toBeLessThanOrEqual(width);
      const texts = await ends('figure span, dd, section:last-of-type td');
      expect(Math.max(...texts), `texts, ${width} px`).toBeLessThanOrEqual(width);
      expect(await page.locator('figure').innerText()).toContain(LONGEST);
      expect(await violations(page), `${width} px`).toEqual([]);
      await page.close();
    }
  });

  test('the axis of a study has whole numbers of items', async () => {
    const key = await service.key('viewer');
    const viewport = { width: 768, height: 800 };
    const { page, close } = await signedIn(browser, service.address, key, { viewport });
    await page.evaluate(() => {
      const { prototype } = CanvasRenderingContext2D;
      const { fillText } = prototype;
      prototype.fillText = function (text, ...rest) {
        document.body.dataset.drawn = `${document.body.dataset.drawn ?? ''} ${text}`;
        fillText.call(this, text, ...rest);
      };
    });
    await visit(page, service.address, '#/studies/short-tests');
    const drawn = () => page.evaluate(() => document.body.dataset.drawn ?? '');
    await expect.poll(drawn).toMatch(/Items 10 .*20 .*40 /);
    expect(await drawn()).not.toMatch(/\d\d\.\d/);
    await close();
  });

  test('before a key is given: a refused one is told in words', async () => {
    const tab = await openTab(browser, service.address);
    expect(await violations(tab.page)).toEqual([]);
    await tab.page.getByLabel('Key').fill('tr_nonsense');
    await tab.page.keyboard.press('Enter');
    await tab.page.getByRole('alert').waitFor();
    expect(await tab.page.getByRole('alert').innerText()).toMatch(/key/i);
    // The browser itself tells of the reply 401, and of nothing else.
    expect(tab.complaints.every((complaint) => complaint.includes('401'))).toBe(true);
    await tab.close();
  });

  test('a damaged invitation is told to somebody who has nothing but the link', async () => {
    const link = `${service.address}/#/enter/tr_damaged`;
    const tab = await openTab(browser, link, { locale: 'zh-CN' });
    await tab.page.getByText('这个链接无法打开').waitFor();
    expect(await tab.page.getByRole('main').innerText()).not.toContain('管理员');
    await tab.close();
  });
});
