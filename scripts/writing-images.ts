import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { Store } from '../src/store/store.ts';
import type { StoredQuestion } from '../src/store/writing/writing-store.ts';
import type { WritingConfiguration } from '../src/workflow/writing/writing-panel.ts';

const PANEL = 'bicycles';
const ACCEPT = 'Accept this question';
const PASSAGE =
  'A bicycle chain that squeaks is dry. Clean it with a cloth first, because oil on dirt grinds the links. Then put one drop of oil on each link, turn the pedals backwards for a minute, and wipe off what stays on the outside: oil that can be seen only gathers dust.';

const QUESTION: StoredQuestion = {
  ...{ round: 1, place: 1, passage: 0, failed: false, drawn: true },
  issues: [
    { by: 'auditor', kind: 'trivial', note: 'Could be answered without the text.' },
  ] as StoredQuestion['issues'],
  question: {
    type: 'single',
    stem: 'Why should a dirty chain be cleaned before it is oiled?',
    options: {
      A: 'Oil does not reach a wet chain',
      B: 'Oil on dirt grinds the links',
      C: 'Dirt makes the oil evaporate',
      D: 'A clean chain needs no oil',
    },
    key: ['B'],
    explanation: 'Dirt and oil together act like sand paper between the links.',
    evidence: 'Clean it with a cloth first, because oil on dirt grinds the links.',
  },
};

/**
 * Makes the image of docs/writing.md: an expert who has answered, and decides.
 * @param call asks the service as an administrator
 */
export async function takeWritingImages(
  browser: Browser,
  url: string,
  store: Store,
  call: <T>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<T>,
  folder: string,
): Promise<void> {
  const at = new Date().toISOString();
  const model = { name: 'model', url: 'http://127.0.0.1:1/v1' } as never;
  const configuration: WritingConfiguration = {
    ...{ language: 'en', types: ['single'], questions: 1, seed: 1, guideline: null },
    ...{ writer: model, auditor: model, experts: ['Anna', 'Ben'], sample: null, rounds: 5 },
    ...{ acceptShare: 0.9, licence: 'CC0-1.0', sources: [] },
  };
  await store.writing.begin(
    {
      ...{ id: PANEL, kind: 'writing', bank: null, title: 'Care of bicycles' },
      ...{ configuration: { ...configuration }, madeBy: null, createdAt: at, closedAt: null },
    },
    [{ name: 'care.txt:1-4', text: PASSAGE }],
    { slots: [{ place: 1, passage: 0, type: 'single', rejected: null }], feedback: null },
    at,
  );
  const findings = { longestKeys: null, positions: null };
  await store.writing.finishRound(PANEL, 1, [QUESTION], findings, at);
  const { key } = await call<{ key: string }>('POST', '/v1/keys', {
    ...{ role: 'expert', name: 'Anna', panel: PANEL },
  });
  const context = await browser.newContext({
    viewport: { width: 1100, height: 1000 },
    locale: 'en-GB',
  });
  const page = await context.newPage();
  await page.goto(`${url}/#/enter/${key}`);
  await page.locator('.writing-stem').waitFor();
  await page.getByRole('radio').nth(1).check();
  await page.getByRole('button', { name: /answer/i }).click();
  await page.getByLabel(ACCEPT, { exact: true }).waitFor();
  await page.screenshot({ path: join(folder, 'writing-expert.png'), fullPage: true });
  await context.close();
}
