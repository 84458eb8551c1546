import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { annotated, truthOf } from '../annotation/annotated.ts';
import { type TestService, testService } from '../server/service.ts';
import { CHROMIUM, launch, signedIn, type Tab, violations, visit, WHY } from './fixture/browser.ts';
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
  });
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

  test('an expert whose entry another one has finished is told so, and sees the next one', async () => {
    const key = await service.key('expert', { panel: id });
    const { page, close } = await signedIn(browser, address, key);
    const question = page.locator('p.text').first();
    await question.waitFor();
    const before = await question.innerText();
    const work = `/v1/annotations/${id}/work`;
    const { entry } = (await service.ask('GET', work, key)).body;
    const scope = { banks: null, session: null, leaderboard: null, panel: id, days: null };
    const other = await service.parts.keys.make({ role: 'expert', name: 'quick', ...scope }, null);
    const label = { label: entry.level.values[0].id };
    const saved = await service.ask('PUT', `${work}/${entry.entry}`, other.key, label);
    expect(saved.status).toBe(200);
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'another expert has finished' }).waitFor();
    await expect.poll(() => question.innerText()).not.toBe(before);
    await close();
  });

  const LOOKS = [
    { colorScheme: 'light', size: { width: 1280, height: 900 } },
    { colorScheme: 'dark', size: { width: 390, height: 844 } },
  ] as const;

  test.each([
    ['en-GB', 'good and poor'],
    ['zh-CN', 'good 与 poor'],
  ])(
    'axe-core finds nothing on any page, light and dark, on telephones and desktops (%s)',
    async (locale, said) => {
      const tabs: Tab[] = [];
      const check = async ({ page }: Tab, what: string) => {
        for (const { colorScheme, size } of LOOKS) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize(size);
          expect(await violations(page), `${what}, ${colorScheme}, ${size.width} px`).toEqual([]);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(wide, `${what}, ${size.width} px`).toBeLessThanOrEqual(size.width);
        }
      };
      const enter = async (key: string) => {
        const tab = await signedIn(browser, address, key, { locale });
        tabs.push(tab);
        return tab;
      };
      const organiser = await enter(await service.key('administrator'));
      for (const hash of ['#/annotations', `#/annotations/${id}`]) {
        await visit(organiser.page, address, hash);
        await organiser.page.getByRole('table').first().waitFor();
        await check(organiser, hash);
      }
      expect(await organiser.page.locator('main').textContent()).toContain(said);
      const expert = await enter(await service.key('expert', { panel: id }));
      await expert.page.locator('fieldset').first().waitFor();
      // A label that nobody has chosen is asked for.
      await expert.page.keyboard.press('Enter');
      await expert.page.getByRole('alert').waitFor();
      await check(expert, 'an entry');
      for (const { complaints, close } of tabs) {
        expect(complaints).toEqual([]);
        await close();
      }
    },
  );

  test('100 items are reviewed by keyboard alone while the organiser watches, exported, and become tags', async () => {
    const made = JSON.parse((await exam.annotate('--json', '--seed', '7')).stdout);
    const { entries } = made.queue;
    expect(made.items).toBe(100);
    const organiser = await signedIn(browser, address, await service.key('administrator'));
    await visit(organiser.page, address, `#/annotations/${made.id}`);
    const decided = (page: Page) => page.locator('main progress').first().getAttribute('value');
    expect(await decided(organiser.page)).toBe('0');
    const expert = await signedIn(
      browser,
      address,
      await service.key('expert', { panel: made.id }),
    );
    const { page } = expert;
    const status = page.locator('main p[role=status]').first();
    for (let done = 0; done < entries; done++) {
      await expect.poll(() => status.textContent()).toMatch(new RegExp(`^${done} reviewed`));
      const question = page.getByRole('region', { name: 'Question' }).locator('p').first();
      const truth = truthOf(`q${/\d+/.exec((await question.textContent())!)![0]}`);
      // The true label has a number if a model named it; else it is looked for first.
      const place = async () => {
        const texts = await page.locator('label.choice').allTextContents();
        return texts.findIndex((text) => new RegExp(`(?:^|\\s)${truth}(?::|$)`).test(text.trim()));
      };
      if ((await place()) >= 9) {
        await page.keyboard.press('/');
        await page.keyboard.type(truth);
        // All that is shown has the text: the list is that of the whole word.
        const found = new RegExp(truth, 'i');
        await expect
          .poll(async () =>
            (await page.locator('label.choice').allTextContents()).every((text) =>
              found.test(text),
            ),
          )
          .toBe(true);
        expect(await place()).toBeLessThan(9);
        const chooser = page.locator('input[type=radio]:focus');
        for (let k = 0; k < 3 && (await chooser.count()) === 0; k++)
          await page.keyboard.press('Tab');
      }
      // A key that comes before the page listens is pressed again.
      const chosen = page.locator('label.choice:has(:checked)');
      await expect
        .poll(async () => {
          if ((await chosen.count()) === 0) await page.keyboard.press(String((await place()) + 1));
          return (await chosen.allTextContents()).join(' ');
        })
        .toMatch(new RegExp(`(?:^|\\s)${truth}(?::|$)`));
      await page.keyboard.press('Enter');
      // The page of the organiser is not loaded again: an event tells it.
      if (done === 0) await expect.poll(() => decided(organiser.page)).toBe('1');
    }
    await page.getByText('All done. Thank you!').waitFor();
    expect(await violations(page)).toEqual([]);
    await expect.poll(() => decided(organiser.page)).toBe(String(entries));
    expect(await organiser.page.locator('main').textContent()).toMatch(
      /Error of the agreed labels: \d.*90% interval/,
    );
    expect(await violations(organiser.page)).toEqual([]);

    const waiting = organiser.page.waitForEvent('download');
    await organiser.page.getByRole('button', { name: 'Labels as CSV' }).click();
    const rows = readFileSync(await (await waiting).path(), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split(','));
    expect(rows).toHaveLength(100);
    const reviewed = rows.filter(([, , , how]) => how === 'reviewed');
    expect(reviewed).toHaveLength(entries);
    for (const [item, , label] of reviewed) expect(label).toBe(truthOf(item));

    await organiser.page.getByRole('button', { name: 'Make the labels tags of the bank' }).focus();
    await organiser.page.keyboard.press('Enter');
    await organiser.page.getByText('100 tags have changed').waitFor();
    const tags = new Map<string, string>();
    for await (const item of service.parts.context.store.items('exam'))
      tags.set(item.id, item.tags.clinical_department);
    expect([...tags].sort()).toEqual(rows.map(([item, , label]) => [item, label]).sort());
    for (const { complaints, close } of [organiser, expert]) {
      expect(complaints).toEqual([]);
      await close();
    }
  });
});
