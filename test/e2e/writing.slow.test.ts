import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { standIn } from '../../src/stand-in/stand-in.ts';
import { clozeFaults } from '../../src/stand-in/writing/cloze.ts';
import { writers } from '../../src/stand-in/writing/writers.ts';
import type { StoredQuestion } from '../../src/store/writing/writing-store.ts';
import type { RoundPlan } from '../../src/workflow/writing/round-plan.ts';
import { runCommand } from '../command/run-command.ts';
import { type TestService, testService } from '../server/service.ts';
import { CHROMIUM, launch, signedIn, violations, WHY } from '../web/fixture/browser.ts';
import { buildDashboard } from '../web/fixture/build.ts';
import { BREAD, LIGHTHOUSE_ZH } from '../writing/source-texts.ts';

let folder: string;
let database: string;
let service: TestService;
let address: string;
let models: ReturnType<typeof standIn>;
let url: string;
let browser: Browser | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thetarank-writing-'));
  database = join(folder, 'writing.db');
  writeFileSync(join(folder, 'bread.txt'), BREAD);
  writeFileSync(join(folder, 'lighthouse.txt'), LIGHTHOUSE_ZH);
  models = standIn({
    answerers: [
      writers({
        writers: new Map([['writer', 0.7]]),
        auditors: new Map([['auditor', { sensitivity: 0.9, falseAlarms: 0.05 }]]),
        seed: 3,
      }),
    ],
  });
  url = `${await models.listen({ port: 0, host: '127.0.0.1' })}/v1`;
  service = await testService({
    database,
    ...(CHROMIUM === undefined ? {} : { dashboard: await buildDashboard() }),
  });
  address = await service.app.listen({ port: 0, host: '127.0.0.1' });
  browser = CHROMIUM === undefined ? undefined : await launch();
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
  await models?.close();
  rmSync(folder, { recursive: true, force: true });
});

const command = async (...args: string[]) =>
  runCommand([...args, '--database', database], { THETARANK_DATABASE: '' });

async function begin(file: string, ...more: string[]): Promise<string> {
  const { status, stdout, stderr } = await command(
    ...['write', '--source', join(folder, file), '--writer', `writer@${url}`],
    ...['--auditor', `auditor@${url}`, '--experts', 'anna,ben', '--json', ...more],
  );
  expect(stderr).not.toMatch(/error/);
  expect(status).toBe(0);
  return JSON.parse(stdout).panel;
}

const faultsOf = async (panel: string, { question, passage }: StoredQuestion) => {
  const passages = await service.parts.context.store.writing.passages(panel);
  return clozeFaults(question!, passages[passage].text);
};

/** An expert decides about every question of a panel in the browser, rightly. */
async function decideAll(page: Page, panel: string, words: typeof EN, hand: Hand): Promise<number> {
  const record = await service.parts.context.store.writing.record(panel);
  const last = record.rounds.length;
  const questions = record.questions.filter(({ round, drawn }) => round === last && drawn);
  for (let done = 0; done < questions.length; done++) {
    await page
      .getByRole('status')
      .filter({ hasText: words.progress(done, questions.length) })
      .waitFor();
    const stem = await page.locator('.writing-stem').innerText();
    const shownOptions = await page.locator('.review-card').innerText();
    const found = questions.filter(
      ({ question }) =>
        question!.stem.trim() === stem.trim() &&
        Object.values(question!.options ?? {}).every((text) => shownOptions.includes(text)),
    );
    const [one] = found;
    expect(one).toBeDefined();
    // The key is not there before the answer.
    expect(await page.getByText(words.explanation, { exact: true }).count()).toBe(0);
    // What was objected to in the round before is known, but not before the answer, which it may give away.
    const plan = record.rounds[last - 1].plan as RoundPlan;
    const rejected = plan.slots.find(({ place }) => place === one.place)!.rejected;
    const note = page.locator('.review-card .note');
    expect(await note.count()).toBe(last === 1 ? 0 : 1);
    if (last > 1) {
      expect(await page.getByText(words.round(last)).count()).toBeGreaterThan(0);
      expect(await note.innerText()).toMatch(rejected === null ? words.replaced : words.rewritten);
    }
    const objections = page.getByRole('heading', { name: words.objections });
    expect(await objections.count()).toBe(0);
    await answer(page, one, words, hand);
    const faults = await faultsOf(panel, one);
    const accept = page.getByLabel(words.accept, { exact: true });
    await accept.waitFor();
    expect(await objections.count()).toBe(rejected === null ? 0 : 1);
    if (rejected !== null) {
      const card = await page.locator('.review-card').innerText();
      expect(card).toContain('fix this');
      expect(card).not.toMatch(/anna|ben\b/);
    }
    if (faults.length === 0) await hand.check(accept);
    else {
      await hand.check(page.getByLabel(words.reject, { exact: true }));
      // The form says what is missing; the service would refuse it.
      await hand.press(page.getByRole('button', { name: words.save }));
      await page.getByRole('alert').filter({ hasText: words.lacking }).waitFor();
      const reasons = page.getByRole('group', { name: words.wrong });
      for (const fault of faults)
        await hand.check(reasons.getByLabel(words.kinds[fault], { exact: true }));
      await hand.fill(page.locator('textarea'), 'fix this');
      const relevant = page.getByRole('group', { name: words.relevant }).getByRole('checkbox');
      for (const box of await relevant.all()) await hand.check(box);
    }
    await hand.press(page.getByRole('button', { name: words.save }));
  }
  await page.getByText(words.thanks).waitFor();
  return questions.length;
}

async function answer(
  page: Page,
  { question }: StoredQuestion,
  words: typeof EN,
  hand: Hand,
): Promise<void> {
  const { type, key } = question!;
  if (type === 'open') await hand.fill(page.getByRole('textbox', { name: words.answer }), key[0]);
  else if (type === 'sequencing')
    for (const [k, letter] of key.entries())
      await hand.select(page.getByLabel(words.place(letter)), String(k + 1));
  else
    for (const letter of key)
      await hand.check(
        page.getByRole(type === 'single' ? 'radio' : 'checkbox', { name: `${letter}. ` }),
      );
  await hand.press(page.getByRole('button', { name: words.submit }));
}

/** How an expert works: by pointer, or by keys alone. */
interface Hand {
  check(box: Locator): Promise<void>;
  fill(field: Locator, text: string): Promise<void>;
  select(field: Locator, value: string): Promise<void>;
  press(button: Locator): Promise<void>;
}

const POINTER: Hand = {
  check: (box) => box.check(),
  fill: (field, text) => field.fill(text),
  select: async (field, value) => void (await field.selectOption(value)),
  press: (button) => button.click(),
};

/** More stops than any page has. */
const MOST_STOPS = 80;

function byKeys({ keyboard }: Page): Hand {
  /** Goes on with Tab until an element has the focus, or of a radio group any of its buttons. */
  const reach = async (element: Locator) => {
    await element.waitFor();
    const isThere = () =>
      element.evaluate((own: Element) => {
        const now = document.activeElement;
        const isRadio = own instanceof HTMLInputElement && own.type === 'radio';
        return (
          now === own ||
          (isRadio &&
            now instanceof HTMLInputElement &&
            now.type === 'radio' &&
            now.name === own.name &&
            now.form === own.form)
        );
      });
    for (let stops = 0; stops < MOST_STOPS; stops++) {
      if (await isThere()) return;
      await keyboard.press('Tab');
    }
    throw new Error(`not reached by keys: ${element}`);
  };
  return {
    async check(box) {
      if (await box.isChecked()) return;
      await reach(box);
      const isRadio = (await box.getAttribute('type')) === 'radio';
      await keyboard.press('Space');
      for (let n = 0; isRadio && n < 9 && !(await box.isChecked()); n++)
        await keyboard.press('ArrowDown');
      expect(await box.isChecked()).toBe(true);
    },
    async fill(field, text) {
      await reach(field);
      await keyboard.type(text);
    },
    async select(field, value) {
      await reach(field);
      await keyboard.type(value);
      expect(await field.inputValue()).toBe(value);
    },
    async press(button) {
      await reach(button);
      await keyboard.press('Enter');
    },
  };
}

const EN = {
  progress: (done: number, all: number) => `${done} of ${all} questions decided`,
  explanation: 'Explanation',
  accept: 'Accept this question',
  reject: 'Reject this question',
  wrong: 'What is wrong with it? Mark at least one reason.',
  lacking: 'A rejection needs at least one reason',
  relevant: 'Mark the issues that are relevant.',
  save: 'Save decision',
  thanks: 'All questions of this round are decided',
  answer: 'Your answer',
  submit: 'Submit answer',
  place: (letter: string) => `Place of ${letter}`,
  round: (round: number) => `Round ${round}`,
  rewritten: /was rewritten after objections/,
  replaced: /is new in this round/,
  objections: 'Objections to the version before',
  kinds: {
    'key-wrong': 'the key is wrong',
    leaked: 'the answer is given away',
    'not-answerable': 'the passage does not decide the answer',
    ambiguous: 'ambiguous',
  },
};
const ZH: typeof EN = {
  progress: (done, all) => `已评审 ${done}/${all} 题`,
  explanation: '解析',
  accept: '接受此题',
  reject: '不接受此题',
  wrong: '存在哪些问题？请至少勾选一项原因。',
  lacking: '不接受时须至少给出一项原因',
  relevant: '请勾选确实存在的问题。',
  save: '保存评审',
  thanks: '本轮题目已全部评审完毕',
  answer: '您的回答',
  submit: '提交回答',
  place: (letter) => `${letter} 的顺序`,
  round: (round) => `第 ${round} 轮`,
  rewritten: /已经重写/,
  replaced: /本轮新写的/,
  objections: '对上一版本的异议',
  kinds: {
    'key-wrong': '标准答案有误',
    leaked: '泄露了答案',
    'not-answerable': '原文段落不足以确定答案',
    ambiguous: '题意含糊',
  },
};

describe.skipIf(CHROMIUM === undefined)(`a source text becomes pretest items${WHY}`, () => {
  test.each([
    ['bread.txt', 'en', EN, 'single,multiple,open'],
    ['lighthouse.txt', 'zh', ZH, 'single,sequencing'],
  ] as const)(
    '%s: two rounds with two experts',
    async (file, language, words, types) => {
      const bank = `bank-${language}`;
      const panel = await begin(
        file,
        ...['--language', language, '--types', types, '--questions', '10', '--bank', bank],
      );
      // The administrator invites the experts from the page of the panel.
      const admin = await signedIn(browser!, address, await service.key('administrator'));
      await admin.page.goto(`${address}/#/writing/${panel}`);
      const links: string[] = [];
      for (const expert of ['anna', 'ben']) {
        await admin.page.getByRole('button', { name: `Invite ${expert}` }).click();
        links.push(await admin.page.getByLabel(`Invitation for ${expert}`).inputValue());
      }
      expect(await violations(admin.page)).toEqual([]);
      const rates: number[] = [];
      for (let round = 1; round <= 3; round++) {
        for (const [expert, link] of links.entries()) {
          const context = await browser!.newContext({
            locale: language === 'zh' ? 'zh-CN' : 'en-GB',
            viewport: { width: 360, height: 780 },
            colorScheme: round === 1 ? 'light' : 'dark',
          });
          const page = await context.newPage();
          const complaints: string[] = [];
          page.on('console', (message) => {
            if (message.type() === 'error') complaints.push(message.text());
          });
          await page.goto(link);
          await page.locator('.writing-stem').waitFor();
          expect(page.url()).not.toMatch(/enter/);
          if (round === 1) expect(await violations(page)).toEqual([]);
          // The second expert uses the keyboard alone.
          await decideAll(page, panel, words, expert === 0 ? POINTER : byKeys(page));
          if (round === 1) expect(await violations(page)).toEqual([]);
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(width).toBeLessThanOrEqual(360);
          expect(complaints).toEqual([]);
          await context.close();
        }
        const next = await command('write', '--continue', panel, '--json');
        expect(next.stderr).not.toMatch(/error/);
        const shown = await command('write', 'show', panel, '--json');
        const state = JSON.parse(shown.stdout);
        rates.push(state.rounds[round - 1].rate.share);
        if (state.step === 'done') break;
      }
      expect(rates.length).toBeGreaterThan(1);
      expect(rates[0]).toBeLessThan(0.9);
      expect(rates.at(-1)).toBeGreaterThan(rates[0]);
      const state = JSON.parse((await command('write', 'show', panel, '--json')).stdout);
      expect(state.step).toBe('done');
      expect(state.acceptance.share).toBeGreaterThanOrEqual(0.9);
      // Both experts decided by the same truth.
      expect(state.rounds[0].alike).toBe(state.rounds[0].both);
      // --bank took them at the end, which the next step knows; a repeat adds nothing.
      expect(state.next).toMatch(new RegExp(`^thetarank bank show ${bank}, `));
      const again = JSON.parse(
        (await command('write', 'accept', panel, '--to', bank, '--json')).stdout,
      );
      expect(again).toMatchObject({
        added: 0,
        known: state.questions.filter(
          (one: { state: string; replaced: boolean }) => one.state === 'accepted' && !one.replaced,
        ).length,
      });
      const { store } = service.parts.context;
      for await (const item of store.items(bank)) {
        expect(item).toMatchObject({ status: 'pretest', language });
        expect(item.source).toMatch(new RegExp(`^${file}:\\d+-\\d+$`));
        const stored = state.questions.find(
          (one: StoredQuestion) =>
            String(one.place) === item.tags.question && String(one.round) === item.tags.round,
        );
        expect(await faultsOf(panel, stored)).toEqual([]);
      }
      const out = join(folder, `${panel}.jsonl`);
      expect((await command('write', 'export', panel, '--out', out)).status).toBe(0);
      expect(readFileSync(out, 'utf8').trim().split('\n').length).toBe(again.known);
      await admin.page.reload();
      await admin.page.getByRole('heading', { name: 'Rounds', exact: true }).waitFor();
      expect(await violations(admin.page)).toEqual([]);
      expect(admin.complaints).toEqual([]);
      await admin.close();
    },
    240_000,
  );
});
