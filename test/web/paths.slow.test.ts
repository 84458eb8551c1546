import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
import { type SeededService, seededService } from './fixture/seeded-service.ts';
import { CROWDED, seededSession } from './fixture/seeded-sessions.ts';

let service: SeededService;
let browser: Browser;

beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  const index = await buildDashboard();
  [service, browser] = await Promise.all([seededService(index), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

describe.skipIf(CHROMIUM === undefined)(`the dashboard${WHY}`, () => {
  test('is used by keys alone: sign in, leaderboard, compare two models', async () => {
    const tab = await openTab(browser, service.address);
    const { page } = tab;
    const press = (key: string) => page.keyboard.press(key);
    /** Tab until what has the focus is called that. */
    const tabTo = async (name: RegExp) => {
      for (let k = 0; k < 80; k++) {
        await press('Tab');
        const focused = await page.evaluate(() => {
          const element = document.activeElement as HTMLElement;
          return element.getAttribute('aria-label') ?? element.innerText ?? '';
        });
        if (name.test(focused)) return;
      }
      throw new Error(`nothing with the name ${name} takes the focus`);
    };
    await page.getByLabel('Key').waitFor();
    await press('Tab');
    await page.keyboard.type(await service.key('viewer'));
    await press('Enter');
    await page.getByRole('heading', { name: 'Leaderboards' }).waitFor();
    await settled(page);
    await tabTo(/^exam$/);
    await press('Enter');
    await page.getByRole('heading', { name: 'Leaderboard of exam' }).waitFor();
    await settled(page);
    await press('/');
    await page.keyboard.type('checkpoint');
    await page.waitForFunction(() => location.hash.includes('search=checkpoint'));
    await tabTo(/^Compare checkpoint-large/);
    await press('Space');
    await tabTo(/^Compare checkpoint-medium/);
    await press('Space');
    await page.getByText('2 of 2 chosen').waitFor();
    await press('Shift+Tab');
    for (let k = 0; k < 20; k++) {
      if (await page.evaluate(() => document.activeElement?.textContent === 'Compare')) break;
      await press('Shift+Tab');
    }
    await press('Enter');
    await page.getByRole('heading', { name: 'Two examinees compared' }).waitFor();
    await page
      .getByText(/checkpoint-large and checkpoint-medium cannot be distinguished: .* expected/)
      .waitFor();
    await press('g');
    await press('b');
    await page.getByRole('heading', { name: 'Banks', exact: true }).waitFor();
    // The title of the page has the focus, so that a reader hears where they are.
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    await press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(tab.complaints).toEqual([]);
    await tab.close();
  });

  test('follows a session as answers come, and keeps focus and scroll', async () => {
    const tab = await signedIn(browser, service.address, await service.key('runner'));
    const { page } = tab;
    await visit(page, service.address, '#/sessions/s-live');
    await page.getByText('Live updates on').waitFor();
    await page.getByRole('button', { name: 'Pause' }).focus();
    await page.evaluate(() => scrollTo(0, 200));
    const canvas = await page.locator('canvas').first().elementHandle();
    const options = { id: 's-live', examinee: 'checkpoint-live', ability: 0.5 };
    const state = 'open' as const;
    service.sessions.set('s-live', seededSession({ ...options, state, answered: 25 }));
    service.events.emit({ type: 'session', session: 's-live', bank: 'exam', state, model: null });
    await page.getByText('25 of at most 40 answers').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Pause');
    expect(await page.evaluate(() => scrollY)).toBe(200);
    // New lines on the chart that was there.
    expect(await canvas!.evaluate((element) => element.isConnected)).toBe(true);
    await page.getByText('Numbers of Predicted score').click();
    await page.getByRole('row', { name: /^25 / }).waitFor();

    await page.getByRole('button', { name: 'Pause' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pause the test of checkpoint-live?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(service.sessions.get('s-live')!.summary.state).toBe('open');
    await page.getByRole('button', { name: 'Pause' }).click();
    await dialog.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    expect(service.sessions.get('s-live')!.summary.state).toBe('paused');
    expect(tab.complaints).toEqual([]);
    await tab.close();
  });

  test('keeps filters in the address, and steps through pages of items', async () => {
    const tab = await signedIn(browser, service.address, await service.key('viewer'));
    const { page } = tab;
    await visit(page, service.address, '#/banks/exam?sort=shareRight&descending=true');
    await page.getByText('1 to 50 of 60').waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('51 to 60 of 60').waitFor();
    await page.getByRole('button', { name: 'Previous page' }).click();
    await page.getByText('1 to 50 of 60').waitFor();
    await page.getByLabel('Find items').fill('item-12');
    await page.getByText('1 to 1 of 1').waitFor();
    expect(page.url()).toContain('search=item-12');
    await page.reload();
    await page.getByText('1 to 1 of 1').waitFor();
    // A viewer sees no question text.
    expect(await page.locator('main').innerText()).not.toContain('which one');
    await tab.close();
  });

  test('makes a key, shows it once, and revokes it', async () => {
    const tab = await signedIn(browser, service.address, await service.key('administrator'));
    const { page } = tab;
    await visit(page, service.address, '#/keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name (who uses the key)').fill('the team');
    await page.getByLabel('Role').selectOption('runner');
    await page.getByLabel('Banks').fill('exam, other');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const made = await page.locator('dialog pre').innerText();
    expect(made).toMatch(/^tr_/);
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /the team/ });
    expect(await row.innerText()).toContain('exam, other');
    expect(await page.content()).not.toContain(made);
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText(/^revoked/).waitFor();
    const headers = { authorization: `Bearer ${made}` };
    expect((await fetch(`${service.address}/v1/me`, { headers })).status).toBe(401);
    await tab.close();
  });

  test('shares a leaderboard by a link that opens without a key until it is revoked', async () => {
    const tab = await signedIn(browser, service.address, await service.key('administrator'));
    const { page } = tab;
    await visit(page, service.address, '#/leaderboards');
    await page.getByRole('link', { name: 'exam', exact: true }).click();
    await settled(page);
    await page.getByLabel('Examinees', { exact: true }).selectOption('tested');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('expected scores, without the recorded models').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Name (who gets the link)').fill('our website');
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = page.getByRole('link', { name: 'Open the page' });
    const address = (await link.getAttribute('href'))!;
    expect(address).toMatch(new RegExp(`^${service.address}/shared/tr_`));
    // The service of this test is at an address of this computer.
    await page.getByText('This address works on this computer only.').waitFor();
    const [shown, image] = await page.locator('dialog pre').allInnerTexts();
    expect([shown, image]).toEqual([
      address,
      `[![Leaderboard of exam](${address}.svg)](${address})`,
    ]);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await violations(page), `dialog, ${width} px`).toEqual([]);
    }
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await page.content()).not.toContain(address);
    expect(tab.complaints).toEqual([]);

    // Somebody without a key.
    const reader = await openTab(browser, address);
    for (const width of [390, 1280]) {
      await reader.page.setViewportSize({ width, height: 800 });
      await reader.page.getByRole('heading', { name: 'Leaderboard of exam' }).waitFor();
      expect(await violations(reader.page), `${width} px`).toEqual([]);
      const wide = await reader.page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(width);
    }
    const text = await reader.page.locator('main').innerText();
    expect(text).toMatch(/checkpoint-large[\s\S]*Made with thetarank/);
    expect(text).not.toContain('recorded-11');
    // Within another site, as an image and in a frame.
    const other = createServer((_, reply) => {
      reply.setHeader('content-type', 'text/html');
      reply.end(`<img src="${address}.svg" alt=""><iframe src="${address}"></iframe>`);
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const elsewhere = await browser.newPage();
    await elsewhere.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}`);
    const width = await elsewhere
      .locator('img')
      .evaluate((img: HTMLImageElement) => img.naturalWidth);
    expect(width).toBeGreaterThan(100);
    await elsewhere
      .frameLocator('iframe')
      .getByRole('heading', { name: 'Leaderboard of exam' })
      .waitFor();
    await elsewhere.close();
    other.close();
    expect(reader.complaints).toEqual([]);

    await visit(page, service.address, '#/keys');
    const row = page.getByRole('row', { name: /our website/ });
    expect(await row.innerText()).toContain('a leaderboard');
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText(/^revoked/).waitFor();
    const revoked = await reader.page.goto(address);
    expect([revoked!.status(), await reader.page.locator('body').innerText()]).toEqual([
      404,
      expect.stringContaining('this link is mistyped, revoked or expired'),
    ]);
    await reader.close();
    await tab.close();
  });

  test('on a phone, names are not cut within words, and what a job found has room', async () => {
    const tab = await signedIn(browser, service.address, await service.key('administrator'), {
      viewport: { width: 390, height: 800 },
    });
    const { page } = tab;
    await visit(page, service.address, '#/banks');
    const name = page.getByRole('rowheader', { name: /^climedbench/ }).getByRole('link');
    // One line of text, not two.
    expect((await name.boundingBox())!.height).toBeLessThan(28);
    await visit(page, service.address, '#/jobs');
    const found = page.getByText('62 read, 60 accepted, 2 rejected');
    const box = (await found.boundingBox())!;
    expect(box.width).toBeGreaterThan(150);
    expect(box.x + box.width).toBeLessThanOrEqual(390);
    await page.getByText('2 rejected records').click();
    await page.getByText('line 7: no right answer').waitFor();
    await page.getByRole('link', { name: 'import recorded answers' }).click();
    await page.getByLabel('What is in the file').waitFor();
    expect(await page.getByLabel('What is in the file').inputValue()).toBe('answers');
    expect(await page.getByLabel('Bank', { exact: true }).inputValue()).toBe('exam');
    await tab.close();
  });

  test('a leaderboard is saved under its bank and date', async () => {
    const tab = await signedIn(browser, service.address, await service.key('viewer'));
    const { page } = tab;
    await visit(page, service.address, '#/leaderboards');
    await page.getByRole('link', { name: CROWDED }).click();
    await settled(page);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    expect((await saved).suggestedFilename()).toBe(`leaderboard-${CROWDED}-2026-03-01.csv`);
    await tab.close();
  });

  test('nobody but an administrator is offered to share', async () => {
    const tab = await signedIn(browser, service.address, await service.key('runner'));
    const { page } = tab;
    await visit(page, service.address, '#/leaderboards');
    await page.getByRole('link', { name: 'exam', exact: true }).click();
    await page.getByRole('button', { name: 'Save as SVG' }).waitFor();
    await settled(page);
    expect(await page.getByRole('button', { name: 'Share' }).count()).toBe(0);
    await tab.close();
  });

  test('a runner makes the key of an examinee if the service scores', async () => {
    const tab = await signedIn(browser, service.address, await service.key('runner'));
    const { page } = tab;
    await visit(page, service.address, '#/sessions/s-live');
    const button = page.getByRole('button', { name: 'Key for the examinee' });
    expect(await button.count()).toBe(0);
    await visit(page, service.address, '#/sessions/s-new');
    await button.click();
    await page.getByLabel('Name (who uses the key)').fill('the examinee');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const made = await page.locator('dialog pre').first().innerText();
    const reply = await fetch(`${service.address}/v1/me`, {
      headers: { authorization: `Bearer ${made}` },
    });
    expect(await reply.json()).toMatchObject({ role: 'examinee', session: 's-new' });
    await tab.close();
  });

  test('forms choose no bank but the one that somebody came from', async () => {
    const tab = await signedIn(browser, service.address, await service.key('administrator'));
    const { page } = tab;
    const bank = page.getByLabel('Bank', { exact: true });
    await visit(page, service.address, '#/sessions/new');
    expect(await bank.inputValue()).toBe('');
    await visit(page, service.address, '#/jobs/new');
    expect(await bank.inputValue()).toBe('');
    await page.getByLabel('Job', { exact: true }).selectOption('calibrate');
    expect(await bank.inputValue()).toBe('');
    await visit(page, service.address, '#/banks/exam');
    await page.getByRole('link', { name: 'Import or calibrate' }).click();
    await bank.waitFor();
    expect(await bank.inputValue()).toBe('exam');
    await tab.close();
  });

  test('shows the error of the service in its own words, with a way to try again', async () => {
    const tab = await signedIn(browser, service.address, await service.key('runner'));
    const { page } = tab;
    await visit(page, service.address, '#/banks/no-such-bank');
    expect(await page.getByRole('alert').innerText()).toMatch(/no-such-bank[\s\S]*Try again/);
    await tab.close();
  });

  test('counts down the seconds until a failed request is repeated', async () => {
    const tab = await signedIn(browser, service.address, await service.key('viewer'));
    const { page } = tab;
    await visit(page, service.address, '#/sessions/s-trouble');
    await page.getByText('Next request in 4 s. Check that the endpoint').waitFor();
    await page.getByText('Next request in 3 s.').waitFor();
    await tab.close();
  });

  test('a service without sessions begins with the first steps, in a navigation that folds on a phone', async () => {
    const fresh = await seededService(await buildDashboard(), { sessions: [] });
    const tab = await signedIn(browser, fresh.address, await fresh.key('administrator'), {
      viewport: { width: 390, height: 800 },
    });
    const { page } = tab;
    // As without models in the configuration.
    await page.route('**/v1/models', (route) => route.fulfill({ json: { items: [] } }));
    // The steps appear once banks and models are known, after the title.
    await page.getByRole('heading', { name: 'See a leaderboard' }).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
      ...['Import a bank (done)', 'Ask a model', 'See a leaderboard'],
    ]);
    const sections = page.getByRole('navigation', { name: 'Sections' });
    expect(await sections.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await sections.getByRole('link', { name: 'Sessions' }).click();
    await page.getByText('No sessions yet.').waitFor();
    expect(await sections.isVisible()).toBe(false);
    await page.locator('.note').getByRole('link', { name: 'New session' }).click();
    await page.getByLabel('Strategy').waitFor();
    await page.getByText('To let the service ask, start it with --config FILE').waitFor();
    expect(tab.complaints).toEqual([]);
    await tab.close();
    await fresh.close();
  });

  test('the view of a leaderboard is in its address: filters, order, chosen models', async () => {
    const tab = await signedIn(browser, service.address, await service.key('viewer'));
    const { page } = tab;
    await visit(page, service.address, '#/leaderboards');
    await page.getByRole('link', { name: CROWDED }).click();
    await settled(page);
    const rows = page.getByRole('table', { name: 'Examinees with their scores' }).getByRole('row');
    await page.getByLabel('Family').selectOption('文心');
    await page.getByLabel('Examinees', { exact: true }).selectOption('recorded');
    await page.getByRole('button', { name: 'Model', exact: true }).click();
    await page.getByLabel('Find a name').fill('instruct');
    await page.waitForFunction(() => location.hash.includes('search=instruct'));
    await page.getByText('No names match.').waitFor();
    await page.getByLabel('Find a name').fill('文心-1');
    await page.waitForFunction(() => location.hash.includes('%E6%96%87%E5%BF%83-1'));
    const shown = await rows.allInnerTexts();
    expect(shown.length).toBeGreaterThan(5);
    await page.reload();
    await rows.nth(1).waitFor();
    expect(await rows.allInnerTexts()).toEqual(shown);
    await rows.nth(1).getByRole('button').click();
    await page
      .getByRole('dialog')
      .getByText(/Tied with \d+ others/)
      .waitFor();
    await tab.close();
  });

  test('follows a reader who moves on before the first page has loaded', async () => {
    const tab = await openTab(browser, service.address);
    const { page } = tab;
    await page.getByLabel('Key').waitFor();
    // As soon as the sections are there, before anything that waits for the first painting.
    await page.evaluate(() => {
      const sections = new MutationObserver(() => {
        if (document.querySelector('nav') === null) return;
        sections.disconnect();
        location.hash = '#/banks';
      });
      sections.observe(document.body, { childList: true, subtree: true });
    });
    await page.getByLabel('Key').fill(await service.key('viewer'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Banks', exact: true }).waitFor();
    await tab.close();
  });

  test('the first page leads nobody away who has gone on when it learns where to lead', async () => {
    const tab = await openTab(browser, service.address);
    const { page } = tab;
    await page.getByLabel('Key').waitFor();
    // The address changes with the reply, and pages hear of it later.
    await page.evaluate(() => {
      const { json } = Response.prototype;
      Response.prototype.json = async function () {
        const data = await json.call(this);
        if (this.url.endsWith('/v1/sessions?limit=1')) {
          history.replaceState(null, '', '#/banks');
          setTimeout(() => dispatchEvent(new HashChangeEvent('hashchange')), 500);
        }
        return data;
      };
    });
    await page.getByLabel('Key').fill(await service.key('viewer'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Banks', exact: true }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/banks');
    await tab.close();
  });

  test('a key for one session sees how far that is, and no more', async () => {
    const key = await service.key('examinee', { session: 's-live' });
    const tab = await openTab(browser, service.address);
    await tab.page.getByLabel('Key').fill(key);
    await tab.page.keyboard.press('Enter');
    await tab.page.getByRole('heading', { name: 'Your session' }).waitFor();
    await tab.page.getByText(/of at most 40 answers; 1 item waits/).waitFor();
    expect(await tab.page.getByRole('navigation', { name: 'Sections' }).innerText()).toBe('');
    expect(tab.complaints).toEqual([]);
    await tab.close();
  });

  test('colours are those of the system, or as the reader chose them', async () => {
    const tab = await signedIn(browser, service.address, await service.key('viewer'), {
      colorScheme: 'light',
    });
    const paper = () =>
      tab.page.evaluate(() =>
        Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)![0]),
      );
    expect(await paper()).toBeGreaterThan(200);
    await tab.page.getByLabel('Colours').selectOption('dark');
    expect(await paper()).toBeLessThan(60);
    await tab.page.reload();
    await tab.page.getByRole('navigation', { name: 'Sections' }).waitFor();
    expect(await paper()).toBeLessThan(60);
    await tab.close();
  });
});
