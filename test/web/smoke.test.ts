import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageName } from '../../src/web/router/match.ts';
import { type TestService, testService } from '../server/service.ts';
import { addPersonBank, invite } from '../server/sessions/person/person-case.ts';
import { CHROMIUM, launch, signedIn, type Tab, visit, WHY } from './fixture/browser.ts';
import { buildDashboard } from './fixture/build.ts';
import { boardAddress } from './fixture/pages.ts';
import { PANELS, seedPanels } from './fixture/seed-panels.ts';
import { REFRESHED } from './fixture/seed-refresh.ts';
import { type SeededService, seededService } from './fixture/seeded-service.ts';

/** Each page once, in English and at one width: it opens, and says nothing in the console. */
const SEEDED: Readonly<Record<Exclude<PageName, keyof typeof OF_PANELS | 'leaderboard'>, string>> =
  {
    home: '#/',
    start: '#/start',
    leaderboards: '#/leaderboards',
    compare: '#/compare?a=s-large&b=s-medium',
    sessions: '#/sessions',
    newSession: '#/sessions/new?bank=exam',
    invite: '#/sessions/invite',
    session: '#/sessions/s-medium',
    banks: '#/banks',
    bank: '#/banks/exam',
    review: '#/banks/doubted/review',
    lineage: `#/banks/${REFRESHED}/calibrations`,
    item: '#/banks/exam/items/item-3',
    calibrations: '#/calibrations',
    calibration: '#/calibrations/1',
    jobs: '#/jobs',
    newJob: '#/jobs/new',
    job: '#/jobs/j9',
    studies: '#/studies',
    study: '#/studies/short-tests',
    workers: '#/workers',
    keys: '#/keys',
  };
/** Pages of panels, on a service of their own. */
const OF_PANELS = {
  annotations: '#/annotations',
  annotation: `#/annotations/${PANELS.annotation}`,
  ratings: '#/ratings',
  newRating: '#/ratings/new',
  rating: `#/ratings/${PANELS.rating}`,
  writing: '#/writing',
  writingPanel: `#/writing/${PANELS.writing}`,
} as const satisfies Partial<Record<PageName, string>>;

describe.skipIf(CHROMIUM === undefined)(`each page opens${WHY}`, () => {
  let browser: Browser;
  let seeded: SeededService;
  let service: TestService;
  let address: string;
  beforeAll(async () => {
    const dashboard = await buildDashboard();
    service = await testService({ dashboard });
    await addPersonBank(service.parts.context.store);
    await seedPanels(service.parts.context.store, 'exam', ['item-0', 'item-1']);
    [browser, seeded, address] = await Promise.all([
      launch(),
      seededService(dashboard, { refreshes: true }),
      service.app.listen({ host: '127.0.0.1', port: 0 }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await seeded?.close();
    await service?.close();
  });
  const options = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const;

  async function opens(tab: Tab, at: string, places: readonly (readonly [string, string])[]) {
    const thrown = new Promise<never>((_, fail) => tab.page.once('pageerror', fail));
    for (const [name, hash] of places) {
      await Promise.race([visit(tab.page, at, hash), thrown]);
      expect(tab.complaints, name).toEqual([]);
    }
  }

  test('that an administrator reads', async () => {
    const tab = await signedIn(browser, seeded.address, await seeded.key('administrator'), options);
    const board = ['leaderboard', await boardAddress(seeded, 'exam')] as const;
    await opens(tab, seeded.address, [board, ...Object.entries(SEEDED)]);
    await tab.close();
  });

  test('about panels, of an expert on each, and of a person, who answers three questions and reads the result', async () => {
    const tab = await signedIn(browser, address, await service.key('administrator'), options);
    await opens(tab, address, Object.entries(OF_PANELS));

    // In the same tab, which has the scripts of the dashboard already.
    const { page, complaints } = tab;
    for (const panel of Object.values(PANELS)) {
      const scope = { banks: null, session: null, leaderboard: null, panel, days: null };
      const role = { role: 'expert', name: 'anna', ...scope } as const;
      const { key } = await service.parts.keys.make(role, null);
      await page.goto('about:blank');
      await visit(page, address, `#/enter/${key}`);
      expect(complaints, panel).toEqual([]);
    }

    const { key } = await invite(service, {
      ...{ strategy: 'fixed', form: { items: ['item-0', 'item-5', 'item-10'] } },
      ...{ items: undefined, feedback: 'result' },
    });
    await page.goto('about:blank');
    await page.goto(`${address}/#/enter/${key}`);
    await page.locator('.take button.primary').click();
    await page.locator('form h2').waitFor();
    for (let answered = 0; answered < 3; answered++) {
      const question = await page.locator('form h2').textContent();
      await page.locator('.options input').first().check();
      await page.locator('.take form button.primary').click();
      await page.waitForFunction(
        (before) => document.querySelector('.take form h2')?.textContent !== before,
        question,
      );
    }
    await page.locator('.take form').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await tab.close();
  });
});
