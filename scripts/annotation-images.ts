import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { contentHash } from '../item-bank/items/content-hash.ts';
import type { Item } from '../item-bank/items/item.ts';
import { decide } from '../src/annotation/decide.ts';
import type { Vote } from '../src/annotation/vote.ts';
import type { Store } from '../src/store/store.ts';
import type { AnnotationConfiguration } from '../src/workflow/annotation/annotation-panel.ts';

const BANK = 'kitchen-science';
const PANEL = 'annotation-1';
const LEVEL = 'topic';
const MODELS = ['model-a', 'model-b'];

const TOPICS: AnnotationConfiguration['levels'][number]['values'] = [
  { id: 'heat', name: { en: 'Heat' }, description: { en: 'Melting, boiling, conduction' } },
  { id: 'light', name: { en: 'Light' }, description: { en: 'Mirrors, lenses, colours' } },
  { id: 'motion', name: { en: 'Motion' }, description: { en: 'Forces, speed, falling' } },
  {
    id: 'mixtures',
    name: { en: 'Mixtures' },
    description: { en: 'Dissolving, foams, oil and water' },
  },
];

/** Stem, options, and the labels of both models. */
const QUESTIONS: readonly [stem: string, options: readonly string[], ...labels: string[]][] = [
  [
    'Sugar dissolves faster in hot tea than in cold tea. Why?',
    ['Hot water moves faster', 'Sugar is lighter when hot', 'Steam pulls it down', 'Tea is acid'],
    'heat',
    'mixtures',
  ],
  [
    'A spoon in a glass of water looks bent. Why?',
    ['Light is refracted', 'The spoon is soft', 'Water presses on it', 'Glass is magnetic'],
    'light',
    'light',
  ],
  [
    'Why does a wooden handle stay cool on a hot pan?',
    ['Wood conducts heat badly', 'Wood is wet', 'Wood is dark', 'Wood is heavy'],
    'heat',
    'heat',
  ],
  [
    'Why does an egg keep spinning after a short touch?',
    ['Its liquid still moves', 'Its shell is smooth', 'It is cold', 'It is round'],
    'motion',
    'motion',
  ],
  [
    'Oil swims on vinegar. Why?',
    ['It is less dense', 'It is warmer', 'It is older', 'It is yellow'],
    'mixtures',
    'mixtures',
  ],
  [
    'Why do bubbles rise in lemonade?',
    ['Gas is lighter than water', 'Sugar pushes them', 'Light draws them', 'The glass shakes'],
    'motion',
    'mixtures',
  ],
];

/**
 * Makes the images of docs/annotation.md: the page of an expert, and that of the organiser after three reviews.
 * @param call asks the service as an administrator
 */
export async function takeAnnotationImages(
  browser: Browser,
  url: string,
  store: Store,
  call: <T>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<T>,
  folder: string,
): Promise<void> {
  const at = new Date().toISOString();
  const items = QUESTIONS.map(([stem, options], k): Item => {
    const [A, B, C, D] = options;
    const item = {
      ...{ id: `kitchen-${k + 1}`, version: 1, status: 'active' as const, type: 'single' as const },
      ...{ language: 'en', stem, options: { A, B, C, D }, key: ['A'], tags: {} },
      ...{ source: 'made for an image', licence: 'CC0-1.0', hash: '' },
    };
    return { ...item, hash: contentHash(item) };
  });
  await store.addItems({ name: BANK, title: 'Science in the kitchen', builtin: null }, items, at);
  const configuration: AnnotationConfiguration = {
    ...{ run: 1, bank: BANK, items: items.length, models: MODELS, repeats: 1, taxonomy: 'topics' },
    levels: [
      {
        ...{ id: LEVEL, tag: LEVEL, name: { en: 'Topic' }, mayFitNone: true, noneTag: null },
        ...{ parent: null, values: TOPICS },
      },
    ],
    ...{
      leastShare: 1,
      auditShare: 0.5,
      seed: 1,
      withKey: false,
      blind: true,
      expertsPerEntry: 1,
    },
  };
  const entries = QUESTIONS.map(([, , ...labels], k) => {
    const votes = labels.map((label): Vote => ({ kind: 'label', label }));
    const { agreed, reason, doubt } = decide(votes, 1);
    return {
      ...{ item: items[k].id, level: LEVEL, agreed, reason, doubt, isQueued: k !== 2 },
      votes: votes.map((vote, m) => ({ model: MODELS[m], repeat: 0, ...vote })),
    };
  });
  await store.annotations.put(
    {
      ...{ id: PANEL, kind: 'annotation', bank: BANK, title: 'Topics of kitchen questions' },
      ...{ configuration, madeBy: null, createdAt: at, closedAt: null },
    },
    entries,
  );
  const keyOf = async (body: object) => (await call<{ key: string }>('POST', '/v1/keys', body)).key;
  const open = async (key: string, hash: string) => {
    const context = await browser.newContext({ viewport: { width: 1100, height: 860 } });
    const page = await context.newPage();
    await page.goto(url);
    await page.getByLabel('Key').fill(key);
    await page.keyboard.press('Enter');
    await page.getByRole('banner').waitFor();
    await page.goto(`${url}/${hash}`);
    return page;
  };
  const expert = await open(await keyOf({ role: 'expert', name: 'Anna', panel: PANEL }), '');
  await expert.getByText('All labels').waitFor();
  await choose(expert);
  await expert.screenshot({ path: join(folder, 'annotation-expert.png') });
  for (const done of [1, 2, 3]) {
    await choose(expert);
    await expert.keyboard.press('Enter');
    await expert.getByText(`${done} reviewed`).waitFor();
  }
  const organiser = await open(
    await keyOf({ role: 'viewer', name: 'reader' }),
    `#/annotations/${PANEL}`,
  );
  await organiser.getByRole('table').first().waitFor();
  await organiser.screenshot({ path: join(folder, 'annotation.png') });
}

/** Chooses the label that the first model gave to the question on the page. */
async function choose(page: Page): Promise<void> {
  const text = await page.getByRole('region', { name: 'Question' }).textContent();
  const [, , label] = QUESTIONS.find(([stem]) => text?.includes(stem))!;
  await page.keyboard.press(String(1 + TOPICS.findIndex(({ id }) => id === label)));
}
