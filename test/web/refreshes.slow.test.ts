import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, launch, signedIn, violations, visit, WHY } from './fixture/browser.ts';
import { buildDashboard } from './fixture/build.ts';
import { REFRESHED } from './fixture/seed-refresh.ts';
import { type SeededService, seededService } from './fixture/seeded-service.ts';

describe.skipIf(CHROMIUM === undefined)(`calibrations of a bank in a browser${WHY}`, () => {
  let service: SeededService;
  let browser: Browser;
  beforeAll(async () => {
    const index = await buildDashboard();
    [service, browser] = await Promise.all([seededService(index, { refreshes: true }), launch()]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });
  const open = async (role: 'administrator' | 'viewer') => {
    const tab = await signedIn(browser, service.address, await service.key(role));
    await visit(tab.page, service.address, `#/banks/${REFRESHED}/calibrations`);
    await tab.page.getByRole('heading', { name: 'What calibration' }).waitFor();
    await tab.page.getByRole('heading', { name: 'Drifted items' }).waitFor();
    return tab;
  };

  test('a viewer sees what a proposal changes, and has no button to decide', async () => {
    const { page, close, complaints } = await open('viewer');
    const text = await page.locator('main').innerText();
    expect(text).toMatch(/Calibration \d+ is in/);
    expect(text).toMatch(/Drifted items\s+1 of 8/);
    expect(text).toMatch(/item-2[\s\S]*0\.90 \(0\.21\)/);
    expect(text).toContain('beta is now');
    expect(text).toMatch(/item-5[\s\S]*hardly apart/);
    expect(text).toContain('Only 2 new models');
    const scatter = page.getByRole('img', { name: /difficulty of 8 items, of which 1 / });
    expect(await scatter.locator('circle').count()).toBe(8);
    expect(await scatter.locator('circle.drifted').count()).toBe(1);
    expect(await page.getByRole('button', { name: /Accept|Roll back|Refresh/ }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  test.each([390, 1280])(
    'fits a page %d pixels wide, without faults of accessibility',
    async (width) => {
      const { page, close } = await open('administrator');
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
      expect(await violations(page)).toEqual([]);
      await close();
    },
  );

  test('an administrator starts a refresh, accepts the proposal after a question, and rolls it back', async () => {
    const { page, close, complaints } = await open('administrator');
    const status = page.getByRole('status').filter({ hasText: /refresh|force|rolled/ });
    await page.getByRole('button', { name: 'Refresh with new answers' }).click();
    await status.getByText('The refresh has started').waitFor();

    const kept = page.getByRole('region', { name: 'Kept calibrations, newest first' });
    const accept = kept.getByRole('row', { name: /proposal/ }).getByRole('button', {
      name: 'Accept',
    });
    await accept.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('it can be rolled back').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await kept.getByRole('row', { name: /proposal/ }).count()).toBe(1);
    await accept.click();
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await kept.getByRole('row', { name: /replaced/ }).waitFor();
    expect(await kept.getByRole('row', { name: /in force/ }).innerText()).toMatch(/refresh/);

    await page.getByRole('button', { name: 'Roll back' }).click();
    await dialog.getByText('every number as it was').waitFor();
    await dialog.getByRole('button', { name: 'Roll back' }).click();
    await kept.getByRole('row', { name: /rolled back/ }).waitFor();
    expect(await kept.getByRole('row', { name: /in force/ }).innerText()).toMatch(/marginal/);
    const log = page.getByRole('region', { name: 'Acceptances and rollbacks, newest first' });
    expect(await log.innerText()).toMatch(/rolled back[\s\S]*accepted[\s\S]*accepted/);
    expect(complaints).toEqual([]);
    await close();
  });
});
