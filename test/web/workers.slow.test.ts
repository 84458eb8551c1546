import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHROMIUM, launch, signedIn, violations, visit, WHY } from './fixture/browser.ts';
import { buildDashboard } from './fixture/build.ts';
import { type SeededService, seededService } from './fixture/seeded-service.ts';
import { seededWorkers } from './fixture/worker-routes.ts';

let service: SeededService;
let browser: Browser;

beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  const index = await buildDashboard();
  [service, browser] = await Promise.all([seededService(index), launch()]);
});
beforeEach(() => {
  if (service !== undefined) service.workers.list = seededWorkers();
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

const opened = async (role: 'administrator' | 'runner') => {
  const tab = await signedIn(browser, service.address, await service.key(role));
  // What is due later comes when `later` says so.
  await tab.page.clock.install();
  await visit(tab.page, service.address, '#/workers');
  return tab;
};
/** Lets the clock of the page go on, and waits for a request that comes after all that are due then. */
const later = async (page: Page) => {
  await page.clock.fastForward(3_000);
  await page.evaluate(() => fetch('./health'));
};
/** The row of a message that was set aside. */
const messageOf = (page: Page, k: number) =>
  page.getByRole('row', { name: new RegExp(`spilt ${k}`) });

describe.skipIf(CHROMIUM === undefined)(`the page of workers${WHY}`, () => {
  test('follows computations while it is visible, and keeps the focus', async () => {
    const tab = await opened('administrator');
    const { page } = tab;
    const bar = page.getByRole('progressbar', { name: 'Progress of monte-carlo' }).first();
    expect([await bar.getAttribute('value'), await bar.getAttribute('max')]).toEqual([
      '940',
      '10000',
    ]);
    await messageOf(page, 2).getByRole('button', { name: 'Discard' }).focus();
    const [first, ...others] = service.workers.list.computations;
    const moved = { ...first, tasks: { ...first.tasks, done: 5000 }, secondsLeft: 2451 };
    service.workers.list = { ...service.workers.list, computations: [moved, ...others] };
    await later(page);
    await page.getByText('5,000 of 10,000, 2.0 per second, 40 min 51 s left').waitFor();
    expect(await bar.getAttribute('value')).toBe('5000');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Discard');

    // Another tab is in front: nothing is read until this one is again.
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', {
        get: () => 'hidden',
        configurable: true,
      });
    });
    const { readings } = service.workers;
    await later(page);
    await later(page);
    expect(service.workers.readings).toBe(readings);
    await page.evaluate(() => {
      Reflect.deleteProperty(document, 'visibilityState');
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect.poll(() => service.workers.readings).toBe(readings + 1);
    expect(tab.complaints).toEqual([]);
    await tab.close();
  });

  test('an administrator hands out again and discards what was set aside, by keys too', async () => {
    const tab = await opened('administrator');
    const { page } = tab;
    await messageOf(page, 1).getByRole('button', { name: 'Retry' }).focus();
    await page.keyboard.press('Enter');
    const again = page.getByRole('dialog', { name: 'Hand out 7b8d039c again?' });
    await again.waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    // The browser hides it a moment before the page hears of it.
    await again.waitFor({ state: 'detached' });
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe('Retry');
    expect(service.workers.list.setAsideTotal).toBe(2);
    await page.keyboard.press('Enter');
    await again.getByRole('button', { name: 'Retry' }).press('Enter');
    await messageOf(page, 1).waitFor({ state: 'hidden' });
    expect(service.workers.list.setAside.map(({ error }) => error?.slice(0, 7))).toEqual([
      'spilt 2',
    ]);

    await messageOf(page, 2).getByRole('button', { name: 'Discard' }).click();
    const discarding = page.getByRole('dialog', { name: 'Discard 7b8d039c?' });
    await discarding.getByRole('button', { name: 'Cancel' }).click();
    expect(service.workers.list.setAsideTotal).toBe(1);
    await messageOf(page, 2).getByRole('button', { name: 'Discard' }).click();
    await discarding.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { name: 'Set aside' }).waitFor({ state: 'hidden' });
    expect(service.workers.list.setAside).toEqual([]);
    expect(tab.complaints).toEqual([]);
    await tab.close();
  });

  test('a runner goes there by keys, and sees neither errors, buttons nor instances', async () => {
    const tab = await signedIn(browser, service.address, await service.key('runner'));
    const { page } = tab;
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await page.getByRole('heading', { name: 'Workers', level: 1 }).waitFor();
    await page.getByText('An administrator can see it.').first().waitFor();
    const text = await page.locator('main').innerText();
    expect(text).toContain('rack-1, process 7');
    expect(text).not.toMatch(/spilt|Instances/);
    expect(await page.getByRole('button', { name: /Retry|Discard/ }).count()).toBe(0);
    expect(tab.complaints).toEqual([]);
    await tab.close();
  });

  test('says what is missing: a worker, or a database that workers share', async () => {
    service.workers.list = { ...seededWorkers(), workers: [], computations: [], setAside: [] };
    const tab = await opened('administrator');
    const { page } = tab;
    await page.getByText('thetarank worker --database postgres://…').waitFor();
    await page.getByText('No computation is under way.').waitFor();
    service.workers.list = {
      ...service.workers.list,
      reason: 'With an SQLite file there are none.',
    };
    await later(page);
    await page.getByText('With an SQLite file there are none.').waitFor();
    expect(await page.locator('main table').count()).toBe(0);
    // Nothing can change that.
    const { readings } = service.workers;
    await later(page);
    expect(service.workers.readings).toBe(readings);
    await tab.close();
  });

  test('a running job says on which machine it runs, if that is known', async () => {
    const tab = await signedIn(browser, service.address, await service.key('administrator'));
    const { page } = tab;
    let runner: string | null = 'rack-1';
    await page.route('**/v1/jobs?*', async (route) => {
      const reply = await route.fetch();
      const { items, ...rest } = (await reply.json()) as { items: object[] };
      await route.fulfill({
        response: reply,
        json: { ...rest, items: items.map((job) => ({ ...job, runner })) },
      });
    });
    await visit(page, service.address, '#/jobs');
    const rowOf = () => page.getByRole('row', { name: /Calibrate exam/ }).innerText();
    expect(await rowOf()).toMatch(/1 min 15 s left, on rack-1\tada/);
    runner = null;
    await visit(page, service.address, '#/studies');
    await visit(page, service.address, '#/jobs');
    expect(await rowOf()).toMatch(/1 min 15 s left\tada/);
    expect(tab.complaints).toEqual([]);
    await tab.close();
  });
});
