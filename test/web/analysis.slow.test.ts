import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addRecordedBank } from '../server/jobs/analysis-case.ts';
import { type TestService, testService } from '../server/service.ts';
import { CHROMIUM, launch, signedIn, visit, WHY } from './fixture/browser.ts';
import { buildDashboard } from './fixture/build.ts';

describe.skipIf(CHROMIUM === undefined)(`operations at the dashboard${WHY}`, () => {
  let browser: Browser;
  let service: TestService;
  let address: string;
  beforeAll(async () => {
    service = await testService({ dashboard: await buildDashboard() });
    await addRecordedBank(service, 'exam');
    [browser, address] = await Promise.all([
      launch(),
      service.app.listen({ host: '127.0.0.1', port: 0 }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  test('a form has the options of an operation; its job shows what it found, and saves it as a page', async () => {
    const tab = await signedIn(browser, address, await service.key('runner'));
    const { page } = tab;
    await visit(page, address, '#/jobs/new');
    await page.getByLabel('Job', { exact: true }).selectOption('analysis');
    await page.getByLabel('Operation', { exact: true }).selectOption('compare');
    await page.getByLabel('Bank', { exact: true }).selectOption('exam');
    await page.getByLabel('models', { exact: true }).fill('f1-m1, f2-m2');
    await page.getByText('The decision').click();
    await page.getByLabel('confidence', { exact: true }).fill('2');
    await page.getByRole('button', { name: 'Start' }).click();
    expect(await page.getByRole('alert').innerText()).toMatch(/confidence/);
    await page.getByLabel('confidence', { exact: true }).fill('0.8');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('link', { name: 'the result' }).click();
    await page.getByRole('heading', { name: 'compare, exam' }).waitFor();
    const shown = await page.locator('main').innerText();
    expect(shown).toMatch(/f2-m2/);
    expect(shown).toMatch(/80%/);
    const images = page.locator('main img');
    for (const image of await images.all())
      expect(await image.evaluate((own) => (own as HTMLImageElement).naturalWidth)).toBeGreaterThan(
        0,
      );
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the report' }).click();
    expect((await download).suggestedFilename()).toBe('compare, exam.html');
    await tab.close();
  });
});
