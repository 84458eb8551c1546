import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { annotated } from '../annotation/annotated.ts';
import { type TestService, testService } from '../server/service.ts';
import { CHROMIUM, launch, signedIn, violations, visit, WHY } from './fixture/browser.ts';
import { buildDashboard } from './fixture/build.ts';

describe.skipIf(CHROMIUM === undefined)(`annotations in a browser${WHY}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-annotations-web-'));
  let exam: Awaited<ReturnType<typeof annotated>>;
  let service: TestService;
  let browser: Browser;
  let address: string;
  let id: string;
  beforeAll(async () => {
    exam = await annotated(folder);
    id = JSON.parse((await exam.annotate('--json')).stdout).id;
    service = await testService({ database: exam.database, dashboard: await buildDashboard() });
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
    browser = await launch();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await service?.close();
    await exam?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each([
    ['en-GB', '1 reviewed,'],
    ['zh-CN', '已复核 1 个'],
  ])('an expert labels an entry by keyboard on a phone (%s)', async (locale, said) => {
    const key = await service.key('expert', { panel: id });
    const options = { locale, viewport: { width: 360, height: 740 } };
    const { page, complaints, close } = await signedIn(browser, address, key, options);
    await page.locator('fieldset').first().waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      360,
    );
    const before = await page.locator('main p[role=status]').first().textContent();
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.locator('main p[role=status]').first().textContent())
      .not.toBe(before);
    if (locale === 'en-GB')
      expect(await page.locator('main p[role=status]').first().textContent()).toContain(said);
    else
      expect(await page.locator('main p[role=status]').first().textContent()).toContain('已复核');
    expect(complaints).toEqual([]);
    await close();
  });

  test('readers see agreement and the queue', async () => {
    const key = await service.key('administrator');
    const { page, complaints, close } = await signedIn(browser, address, key);
    await visit(page, address, `#/annotations/${id}`);
    await page.getByRole('table').first().waitFor();
    expect(await page.locator('main').textContent()).toContain('good and poor');
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
