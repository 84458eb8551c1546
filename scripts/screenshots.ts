/**
 * Makes the images of docs/dashboard.md and README.md in docs/images: `npm run screenshots`.
 *
 * A service of its own on an empty database tests checkpoints of a model that trains, on mmlu-pro: their answers are drawn
 * from the recorded answers of two real models, more and more often from the stronger one. All is drawn from a seed. It needs
 * a Chromium and takes some minutes: most of them to prepare robust tests.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { loadBuiltinBank } from '../item-bank/builtin/load.ts';
import type { AnswersReply, Pending, SessionSummary } from '../src/api/sessions.ts';
import { randomStream } from '../src/random.ts';
import { readServiceConfiguration } from '../src/server/read-configuration.ts';
import { startService } from '../src/server/service.ts';
import { openStore } from '../src/store/open-store.ts';
import { findChromium } from '../test/web/fixture/find-chromium.ts';

const BANK = 'mmlu-pro';
const ITEMS = 243;
const IMAGES = fileURLToPath(new URL('../docs/images', import.meta.url));
/** The recorded models whose answers checkpoints mix. */
const WEAK = 'Meta-Llama-3-70B';
const STRONG = 'gemini-3.1-pro';
/** Names, how often each answers as the strong model, and how far its test is. */
const CHECKPOINTS = [
  { examinee: 'step-10k', strong: 0.2, answers: ITEMS },
  { examinee: 'step-40k', strong: 0.45, answers: ITEMS },
  { examinee: 'step-80k', strong: 0.75, answers: ITEMS },
  { examinee: 'step-120k', strong: 0.8, answers: ITEMS },
  { examinee: 'step-160k', strong: 0.95, answers: 130 },
] as const;

const folder = mkdtempSync(join(tmpdir(), 'thetarank-screenshots-'));
const executablePath = findChromium();
if (executablePath === undefined)
  throw new Error('There is no Chromium here. Install one: apt install chromium.');
const store = await openStore(join(folder, 'service.db'), { clock: () => new Date() });
const service = await startService({
  store,
  configuration: readServiceConfiguration(undefined, join(folder, 'data')),
  host: '127.0.0.1',
  port: 0,
  version: '0.1.0',
  log: () => {},
});
const key = service.firstKey!.key;
let browser: Browser | undefined;
try {
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  mkdirSync(IMAGES, { recursive: true });
  const sessions: SessionSummary[] = [];
  for (const checkpoint of CHECKPOINTS) sessions.push(await testCheckpoint(checkpoint));
  await takeImages(browser, sessions);
} finally {
  await browser?.close();
  await service.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
}

async function call<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  const reply = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as T;
}

/** Begins a session and answers its items as the checkpoint does. */
async function testCheckpoint({ examinee, strong, answers }: (typeof CHECKPOINTS)[number]) {
  const bank = loadBuiltinBank(BANK);
  const row = (name: string) => bank.responses.examinees.indexOf(name);
  const places = new Map(bank.responses.items.map((item, j) => [item, j]));
  const random = randomStream(1, 'checkpoint', examinee);
  const scoreOf = (item: string) => {
    const from = row(random() < strong ? STRONG : WEAK);
    const score = bank.responses.scores[from * places.size + places.get(item)!];
    return Number.isFinite(score) ? score : Number(random() < 0.3);
  };
  const session = await call<SessionSummary>('POST', '/v1/sessions', {
    bank: BANK,
    examinee,
    strategy: 'robust',
    items: ITEMS,
    seed: 1,
  });
  const path = `/v1/sessions/${session.id}`;
  let now: Pending | AnswersReply = await call<Pending>('GET', `${path}/items`);
  while (now.items.length > 0 && now.answered < answers) {
    const item: string = now.items[0].item;
    now = await call<AnswersReply>('POST', `${path}/answers`, {
      answers: [{ item, score: scoreOf(item) }],
    });
  }
  return session;
}

async function takeImages(browser: Browser, sessions: readonly SessionSummary[]): Promise<void> {
  const light = await signIn(browser, 'light');
  const { items: boards } = await call<{ items: { id: string }[] }>('GET', '/v1/leaderboards');
  await take(light, `#/leaderboards/${boards[0].id}`, 'leaderboard');
  await take(light, `#/banks/${BANK}`, 'bank');
  const dark = await signIn(browser, 'dark');
  await take(dark, `#/sessions/${sessions.at(-1)!.id}`, 'session');
}

async function signIn(browser: Browser, colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({
    colorScheme,
    viewport: { width: 1240, height: 860 },
  });
  const page = await context.newPage();
  await page.goto(service.url);
  await page.getByLabel('Key').fill(key);
  await page.keyboard.press('Enter');
  await page.getByText('Live updates on').waitFor();
  return page;
}

/** What the window shows of a page once all of it is there. */
async function take(page: Page, hash: string, name: string): Promise<void> {
  await page.goto(`${service.url}/${hash}`);
  await page.waitForFunction(
    () => !/Loading .* …|are being made/.test(document.body.innerText),
    null,
    {
      timeout: 300_000,
    },
  );
  // Charts are drawn with the next frames.
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(IMAGES, `${name}.png`) });
}
