import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestService, testService } from '../server/service.ts';
import { addPersonBank, invite } from '../server/sessions/person/person-case.ts';
import {
  CHROMIUM,
  launch,
  openTab,
  signedIn,
  type Tab,
  violations,
  visit,
  WHY,
} from './fixture/browser.ts';
import { buildDashboard } from './fixture/build.ts';

let service: TestService;
let browser: Browser;
let address: string;

beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  const dashboard = await buildDashboard();
  service = await testService({ dashboard });
  await addPersonBank(service.parts.context.store);
  browser = await launch();
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

const enter = (key: string, options = {}): Promise<Tab> =>
  openTab(browser, `${address}/#/enter/${key}`, options);

/** The number of the question that is shown, with its part; `end` where there is none. */
async function shownIn(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector('.take form h2')?.textContent ?? 'end');
}

/** Answers the question that is shown by the keyboard alone, and waits for what follows. */
async function answerByKeys(page: Page): Promise<void> {
  const before = await shownIn(page);
  if ((await page.locator('textarea').count()) > 0) {
    while (!(await page.locator('textarea').evaluate((own) => own === document.activeElement)))
      await page.keyboard.press('Tab');
    await page.keyboard.type('an answer');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  } else if ((await page.locator('input[type=radio]').count()) > 0) {
    await page.keyboard.press('b');
    await page.keyboard.press('Enter');
  } else {
    for (const key of ['4', '2', 'a', 'c']) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
  }
  await expect.poll(() => shownIn(page)).not.toBe(before);
}

describe.skipIf(CHROMIUM === undefined)(`a person in the dashboard${WHY}`, () => {
  test('takes a test of 20 questions by keyboard on a phone, with a break and a reload', async () => {
    const { id, key } = await invite(service, {
      strategy: 'paper',
      items: 20,
      feedback: 'result',
      examinee: 'w390',
    });
    const tab = await enter(key, { viewport: { width: 390, height: 844 } });
    const { page } = tab;
    await page.getByRole('button', { name: 'Begin the test' }).focus();
    expect(page.url()).not.toContain(key);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Question 1' }).waitFor();
    for (let step = 0; step < 60 && (await shownIn(page)) !== 'end'; step++) {
      if (step === 6) {
        // The page moves the focus to the new question, and would take it from the button.
        await page.locator('form h2:focus').waitFor();
        await page.getByRole('button', { name: 'Take a break' }).press('Enter');
        const back = page.getByRole('button', { name: 'Continue the test' });
        await page.locator('.take h2:focus').filter({ hasText: 'paused' }).waitFor();
        await back.press('Enter');
        await page.locator('form h2').waitFor();
      }
      if (step === 9) {
        const question = await page.locator('form h2').innerText();
        const text = page.locator('textarea');
        if ((await text.count()) > 0) await text.fill('half an answer');
        else await page.keyboard.press('c');
        await page.reload();
        await page.locator('form h2').waitFor();
        expect(await page.locator('form h2').innerText()).toBe(question);
        if ((await text.count()) > 0) expect(await text.inputValue()).toBe('half an answer');
        else {
          expect(await page.locator('input:checked').count()).toBe(1);
          // Of several options: without the one that was chosen before.
          if ((await page.locator('input[type=checkbox]').count()) > 0)
            await page.keyboard.press('c');
        }
      }
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
      await answerByKeys(page);
    }
    await page.getByRole('heading', { name: 'Your score' }).waitFor();
    await expect
      .poll(() => page.locator('.take').innerText())
      .toMatch(/20 of 20[\s\S]*too narrow[\s\S]*Of 9/);
    // Nothing is said with confidence that was not checked on people.
    expect(await page.locator('.take').innerText()).not.toContain('With 90% confidence');
    expect(await page.locator('.place-plot svg').getAttribute('aria-label')).toContain(
      'Your score',
    );
    const administrator = await service.key('administrator');
    const { body } = await service.ask('GET', `/v1/sessions/${id}`, administrator);
    expect(body).toMatchObject({ state: 'finished', answered: 20, person: true });
    expect(tab.complaints).toEqual([]);
    await tab.close();
  });

  test('the time runs out while a question is open', async () => {
    const { key } = await invite(service, {
      ...{ items: 5, timeLimit: 1, breaks: 'none', strategy: 'fixed', examinee: 'late' },
    });
    const { page, complaints, close } = await enter(key);
    await page.getByRole('button', { name: 'Begin the test' }).click();
    await expect.poll(() => page.getByRole('timer').innerText()).toMatch(/Time left: (1:00|0:5\d)/);
    expect(await page.getByRole('button', { name: 'Take a break' }).count()).toBe(0);
    await page.locator('form h2').waitFor();
    await answerByKeys(page);
    service.pass(70_000);
    await page.reload();
    await page.getByRole('heading', { name: 'The time is over' }).waitFor();
    await expect.poll(() => page.locator('.take').innerText()).toContain('1 of 5');
    expect(complaints).toEqual([]);
    await close();
  });

  test('a lost connection loses no answer', async () => {
    const { id, key } = await invite(service, { items: 3, examinee: 'far' });
    const { page, close } = await enter(key);
    await page.getByRole('button', { name: 'Begin the test' }).click();
    await page.locator('form h2').waitFor();
    await page.context().setOffline(true);
    await (async () => {
      if ((await page.locator('textarea').count()) > 0) await page.locator('textarea').fill('x');
      else for (const box of await page.locator('.options input').all()) await box.check();
      await page.getByRole('button', { name: 'Confirm and go on' }).click();
    })();
    await expect.poll(() => page.locator('.take').innerText()).toContain('No connection');
    await page.context().setOffline(false);
    await expect.poll(() => page.locator('.take').innerText()).toMatch(/1 of 3|part 2 of 2/);
    await expect.poll(() => page.locator('.take').innerText()).not.toContain('No connection');
    const administrator = await service.key('administrator');
    const { body } = await service.ask('GET', `/v1/sessions/${id}`, administrator);
    expect(body.state).toBe('open');
    await close();
  });

  test('a page whose code arrives while the address changes is shown', async () => {
    const { key } = await invite(service, { items: 3, examinee: 'hurried' });
    const context = await browser.newContext();
    const page = await context.newPage();
    // Without frames effects run late, so that the code arrives between the rendering of a page and its effect.
    await page.addInitScript(() => {
      window.requestAnimationFrame = () => 0;
    });
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route(/take-page-.*\.js$/, async (route) => {
      asked.resolve();
      await held.promise;
      await route.continue();
    });
    await page.goto(`${address}/#/enter/${key}`);
    await asked.promise;
    const arrives = page.waitForResponse(/take-page-.*\.js$/);
    const changed = page.evaluate(() => {
      location.hash = '#/elsewhere';
    });
    held.resolve();
    await Promise.all([arrives, changed]);
    await page.getByRole('button', { name: 'Begin the test' }).waitFor();
    await context.close();
  });

  test('a second tab is told that the test goes on elsewhere, without ids', async () => {
    const { id, key } = await invite(service, { items: 3, strategy: 'fixed', examinee: 'twice' });
    const first = await enter(key);
    await first.page.getByRole('button', { name: 'Begin the test' }).click();
    await first.page.locator('form h2').waitFor();
    const second = await enter(key);
    await second.page.locator('form h2').waitFor();
    const other = async (page: Page, place: number) => {
      if ((await page.locator('textarea').count()) > 0)
        await page.locator('textarea').fill(`of tab ${place}`);
      else if ((await page.locator('input[type=radio]').count()) > 0)
        await page.locator('.options input').nth(place).check();
      else
        for (const k of place === 0 ? [0, 1, 2, 3] : [3, 2, 1, 0])
          if ((await page.locator('.options input').count()) > k)
            await page.locator('.options input').nth(k).check();
      await page.getByRole('button', { name: 'Confirm and go on' }).click();
    };
    // The form is fixed: its first question is one of options here.
    await other(first.page, 0);
    await expect.poll(() => first.page.locator('.take').innerText()).toMatch(/1 of 3|part 2 of 2/);
    await other(second.page, 1);
    const note = second.page.getByRole('alert');
    await expect.poll(() => note.innerText()).toContain('in another tab');
    expect(await note.innerText()).not.toContain(id);
    await first.close();
    await second.close();
  });

  test('language and colours are at hand on the sign-in page and, on a telephone, during a test', async () => {
    const { key } = await invite(service, { items: 5, examinee: 'zhang' });
    const options = { viewport: { width: 360, height: 780 } };
    const outside = await openTab(browser, `${address}/`, options);
    await outside.page.getByLabel('Language').selectOption('zh');
    await outside.page.getByRole('button', { name: '登录' }).waitFor();
    await outside.page.getByLabel('配色').selectOption('dark');
    expect(await violations(outside.page)).toEqual([]);
    await outside.close();
    const { page, close } = await enter(key, options);
    await page.getByRole('button', { name: 'Begin the test' }).waitFor();
    expect(await page.getByRole('button', { name: 'Sign out' }).isVisible()).toBe(false);
    await page.getByLabel('Language').selectOption('zh');
    await page.getByRole('button', { name: '开始测试' }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
    await close();
  });

  test('a test that ended early says on both pages that it is on no leaderboard', async () => {
    const { id, key } = await invite(service, { items: 5, feedback: 'result', examinee: 'brief' });
    const { page, close } = await enter(key);
    await page.getByRole('button', { name: 'Begin the test' }).click();
    await page.locator('form h2').waitFor();
    while (!/1 of 5/.test(await page.locator('.take').innerText())) await answerByKeys(page);
    const administrator = await service.key('administrator');
    await service.ask('POST', `/v1/sessions/${id}/end`, administrator);
    await page.reload();
    const shown = () => page.locator('.take').innerText();
    await expect.poll(shown).toMatch(/of 1\. [\s\S]*too few answers/);
    expect(await shown()).not.toMatch(/of 100 right|% have a lower score/);
    await close();
    const tab = await signedIn(browser, address, administrator);
    await visit(tab.page, address, `#/sessions/${id}`);
    await expect.poll(() => tab.page.locator('main').innerText()).toMatch(/on no leaderboard/);
    await tab.close();
  });

  test('a fixed form lets a person skip questions and come back', async () => {
    const { key } = await invite(service, { items: 5, strategy: 'fixed', examinee: 'skips' });
    const { page, close } = await enter(key);
    await page.getByRole('button', { name: 'Begin the test' }).click();
    await page.getByRole('heading', { name: 'Question 1' }).waitFor();
    await page.getByRole('button', { name: 'Skip for now' }).click();
    await page.getByRole('heading', { name: 'Question 2' }).waitFor();
    await page.getByText('5 questions without an answer').click();
    await page.getByRole('button', { name: 'Question 5' }).click();
    await page.getByRole('heading', { name: 'Question 5' }).waitFor();
    await page.getByRole('button', { name: 'Question 1' }).click();
    await page.getByRole('heading', { name: 'Question 1' }).waitFor();
    await close();
  });

  test.each([
    ['en', 'light'],
    ['zh-CN', 'dark'],
  ] as const)('everything is accessible in %s, %s', async (locale, colorScheme) => {
    const { key } = await invite(service, {
      ...{ items: 11, strategy: 'fixed', timeLimit: 30, feedback: 'result' },
      examinee: `${locale}-${colorScheme}`,
    });
    const viewport = { width: 360, height: 780 };
    const { page, complaints, close } = await enter(key, { locale, colorScheme, viewport });
    const begin = page.getByRole('button', { name: /^(Begin the test|开始测试)$/ });
    await begin.waitFor();
    expect(await violations(page)).toEqual([]);
    await begin.click();
    for (let step = 0; step < 25; step++) {
      await page.locator('form h2, .place-plot').first().waitFor();
      if ((await page.locator('.place-plot').count()) > 0) break;
      expect(await violations(page)).toEqual([]);
      await answerByKeys(page);
    }
    await page.locator('.place-plot').waitFor();
    expect(await violations(page)).toEqual([]);
    const english = await page.locator('.take').innerText();
    expect(english).toMatch(/With 90% confidence|有 90% 的把握/);
    if (locale === 'zh-CN') expect(english.replaceAll(/thetarank/g, '')).not.toMatch(/[a-z]{3}/i);
    expect(complaints).toEqual([]);
    await close();
  });

  test.each([
    ['en', /right answers: 1 of 3[\s\S]*too few answers to tell a score/],
    ['zh-CN', /答对了 1 题[\s\S]*作答太少/],
  ] as const)('three answers give no score, in %s', async (locale, words) => {
    const { key, id } = await invite(service, {
      ...{ strategy: 'fixed', form: { items: ['item-0', 'item-5', 'item-10'] } },
      ...{ items: undefined, feedback: 'result', examinee: `few-${locale}` },
    });
    const { page, complaints, close } = await enter(key, { locale });
    await page.getByRole('button', { name: /^(Begin the test|开始测试)$/ }).click();
    await page.locator('form h2').waitFor();
    for (let step = 0; step < 3; step++) {
      const before = await shownIn(page);
      await page.locator('.options input').nth(1).check();
      await page.locator('.take form button.primary').click();
      await expect.poll(() => shownIn(page)).not.toBe(before);
    }
    await expect.poll(() => page.locator('.take').innerText()).toMatch(words);
    expect(await page.locator('.place-plot').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
    const organiser = await signedIn(browser, address, await service.key('administrator'));
    await visit(organiser.page, address, `#/sessions/${id}`);
    await expect
      .poll(() => organiser.page.locator('main').innerText())
      .toContain('1 of 3 answers right');
    await organiser.close();
  });

  test('a runner invites several people, and each link opens its own test', async () => {
    const runner = await service.key('runner', { banks: ['exam'] });
    const tab = await signedIn(browser, address, runner);
    const { page } = tab;
    await visit(page, address, '#/sessions/invite');
    await page.getByLabel('Names, one per line').fill('zoe\n\nyann\nzoe');
    expect(await page.getByLabel('Form of the test').inputValue()).toBe('fixed-representative');
    await page.getByLabel('Most questions').fill('4');
    await page.getByLabel('Time limit, minutes').fill('20');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Make the links' }).click();
    const links = page.locator('.invited code');
    await expect.poll(() => links.count()).toBe(2);
    expect(await violations(page)).toEqual([]);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the links as CSV' }).click();
    const csv = readFileSync(await (await saved).path(), 'utf8');
    const [zoe, yann] = await links.allInnerTexts();
    expect(
      csv
        .split('\r\n')
        .slice(1, 3)
        .map((line) => line.split(',')[0]),
    ).toEqual(['"zoe"', '"yann"']);
    expect(csv).toContain(zoe);
    const opened = await openTab(browser, yann);
    await expect
      .poll(() => opened.page.locator('.take').innerText())
      .toMatch(/Hello yann[\s\S]*20 minutes/);
    await opened.close();
    await page.locator('.invited a').first().click();
    await expect.poll(() => page.locator('main').innerText()).toMatch(/Taken by\s*a person/);
    await page.getByRole('button', { name: 'Invitation link' }).waitFor();
    expect(tab.complaints).toEqual([]);
    await tab.close();
  });
});
