import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, launch, signedIn, visit, WHY } from './fixture/browser.ts';
import { buildDashboard } from './fixture/build.ts';
import { DOUBTED } from './fixture/seed-review.ts';
import { type SeededService, seededService } from './fixture/seeded-service.ts';

describe.skipIf(CHROMIUM === undefined)(`the review in a browser${WHY}`, () => {
  let service: SeededService;
  let browser: Browser;
  beforeAll(async () => {
    const index = await buildDashboard();
    [service, browser] = await Promise.all([seededService(index), launch()]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });
  const open = async (role: 'administrator' | 'viewer') => {
    const tab = await signedIn(browser, service.address, await service.key(role));
    await visit(tab.page, service.address, `#/banks/${DOUBTED}/review`);
    return tab;
  };

  test('goes through the queue by keys, undoes, and shows what came of it', async () => {
    const { page, close, complaints } = await open('administrator');
    const heading = page.getByRole('heading', { level: 2, name: /^Item / });
    const status = page.getByRole('status').filter({ hasText: /Item item-/ });
    await page.getByText('1 of 5 reviewed').first().waitFor();
    expect(await heading.innerText()).toMatch('item-1');

    await page.keyboard.press('c');
    await page.getByText('2 of 5 reviewed').first().waitFor();
    expect(await status.innerText()).toMatch(/item-1: .* D\..*9 recorded/);
    await expect.poll(() => heading.innerText()).toMatch('item-2');

    await page.keyboard.press('j');
    await expect.poll(() => heading.innerText()).toMatch('item-3');
    // The item itself comes a moment after its heading.
    await page.getByText('q 3: which one?').waitFor();
    await page.keyboard.press('r');
    await page.getByText('3 of 5 reviewed').first().waitFor();
    expect(await status.innerText()).toMatch('Item item-3: retired.');

    await expect.poll(() => heading.innerText()).not.toMatch('item-3');
    await page.getByText(/q [^3]: which one\?/).waitFor();
    await page.keyboard.press('u');
    await page.getByText('2 of 5 reviewed').first().waitFor();
    expect(await status.innerText()).toMatch(/item-3: undo of \d+\..*1 item/);
    await expect.poll(() => heading.innerText()).toMatch('item-3');
    // Once more takes back the decision before, and not the undoing.
    await page.getByText('q 3: which one?').waitFor();
    await page.keyboard.press('u');
    await page.getByText('1 of 5 reviewed').first().waitFor();
    await expect.poll(() => status.innerText()).toMatch(/item-1: undo of \d+\./);
    await page.getByText('q 1: which one?').waitFor();
    await page.keyboard.press('c');
    await page.getByText('2 of 5 reviewed').first().waitFor();
    await page.getByRole('button', { name: 'item-3', exact: true }).click();
    await page.getByText('q 3: which one?').waitFor();

    await page.getByLabel('Note (optional)').fill('checked, and right');
    // In a field, a letter is a letter.
    await page.keyboard.press('a');
    await page.getByRole('button', { name: /^Accept/ }).click();
    await page.getByText('3 of 5 reviewed').first().waitFor();
    const log = page.getByRole('region', { name: 'Decisions, newest first' });
    await log.getByText('checked, and righta').waitFor();
    expect(await log.innerText()).toMatch(/accepted[\s\S]*undo of[\s\S]*retired \(undone\)/);
    expect(complaints).toEqual([]);
    await close();
  });

  test('corrects to a letter that is chosen, and undoes from the log', async () => {
    const { page, close } = await open('administrator');
    await page.getByRole('button', { name: 'item-4', exact: true }).click();
    await page.getByText('q 4: which one?').waitFor();
    // Without a letter, the key c goes to where it is chosen.
    await page.keyboard.press('c');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT');
    const focused = () => page.evaluate(() => document.activeElement?.tagName);
    await page.keyboard.press('Escape');
    expect(await focused()).not.toBe('SELECT');
    await page.keyboard.press('c');
    await expect.poll(focused).toBe('SELECT');
    // There, letters choose: u is no option, and undoes nothing.
    await page.keyboard.press('u');
    expect(await page.getByLabel('New key').inputValue()).toBe('');
    await page.keyboard.press('c');
    expect(await page.getByLabel('New key').inputValue()).toBe('C');
    expect(await focused()).not.toBe('SELECT');
    await page.getByRole('button', { name: 'Correct the key to C' }).click();
    const log = page.getByRole('region', { name: 'Decisions, newest first' });
    await log.getByText('key corrected to C').waitFor();
    await log
      .getByRole('button', { name: /^Undo decision/ })
      .first()
      .click();
    await log.getByText('key corrected to C').and(page.locator('s')).waitFor();
    await close();
  });

  test('shows a viewer neither text nor keys, and no button to decide', async () => {
    const { page, close } = await open('viewer');
    const text = await page.locator('main').innerText();
    expect(text).toMatch('key may not');
    expect(text).not.toMatch(/which one|corrected to|suggested/);
    expect(await page.getByRole('button', { name: /Accept|Retire|Undo|Audit/ }).count()).toBe(0);
    await close();
  });

  test('of a built-in bank says that it is not reviewed, and has no button to audit', async () => {
    const { page, close } = await open('administrator');
    await visit(page, service.address, '#/banks/ikp/review');
    await page.getByText('Bank ikp is built in and does not change').waitFor();
    expect(await page.getByRole('button', { name: /Audit/ }).count()).toBe(0);
    await close();
  });

  test('the help names the keys of the page', async () => {
    const { page, close } = await open('administrator');
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').innerText()).toMatch(/a\s+accept the item/);
    await close();
  });
});
