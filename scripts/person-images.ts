import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { contentHash } from '../item-bank/items/content-hash.ts';
import type { Item } from '../item-bank/items/item.ts';
import type { SessionSummary } from '../src/api/sessions.ts';
import { randomStream } from '../src/random.ts';
import type { Store } from '../src/store/store.ts';

const BANK = 'everyday-physics';
const MODELS = 12;
/** A score takes at least ten answers. */
const LENGTH = 11;
const PHONE = { width: 390, height: 844 };

/** Stem, options and the letter of the right one. */
const QUESTIONS: readonly [stem: string, options: readonly string[], key: string][] = [
  [
    'A kettle whistles as the water in it boils. What drives the whistle?',
    [
      'Steam that streams through a narrow opening',
      'Air that leaves the heated metal',
      'The metal, which expands',
      'Bubbles that burst at the bottom',
    ],
    'A',
  ],
  [
    'You stand on scales in a lift that begins to rise. What do the scales show at that moment?',
    ['Less than at rest', 'The same as at rest', 'More than at rest', 'Nothing at all'],
    'C',
  ],
  [
    'Ice floats in a full glass of water and melts. What happens to the water level?',
    ['It rises', 'It stays the same', 'It falls', 'It first falls and then rises'],
    'B',
  ],
  [
    'Why does a metal bench feel colder than a wooden one in the same shade?',
    [
      'Metal is at a lower temperature',
      'Metal conducts heat away from the hand faster',
      'Wood makes heat of its own',
      'Metal reflects the warmth of the air',
    ],
    'B',
  ],
  [
    'Two equal bulbs are connected in series to a battery instead of one. How bright is each?',
    [
      'Brighter than the one alone',
      'As bright as the one alone',
      'Darker than the one alone',
      'One is bright and the other dark',
    ],
    'C',
  ],
  [
    'A mirror on a wall shows you from head to waist. You step back. What do you see of yourself?',
    ['More', 'The same', 'Less', 'Nothing'],
    'B',
  ],
  [
    'A stone is dropped from a moving bicycle. Where does it land, without wind?',
    [
      'Behind the place below the hand at that moment',
      'About below the hand, which has moved on',
      'Far ahead of the bicycle',
      'It depends on the mass of the stone',
    ],
    'B',
  ],
  [
    'Thunder follows lightning after six seconds. How far away was it, roughly?',
    ['200 metres', '600 metres', '2 kilometres', '6 kilometres'],
    'C',
  ],
  [
    'Why does a straw in a glass of water look bent?',
    ['Water bends the straw', 'Light bends at the surface', 'The glass is thick', 'It is a shadow'],
    'B',
  ],
  [
    'You open a bottle of fizzy water. Why do bubbles appear?',
    ['It warms up', 'Air comes in', 'The pressure falls', 'The glass gives off gas'],
    'C',
  ],
  [
    'A feather and a coin fall in a tube without air. Which lands first?',
    ['The coin', 'The feather', 'Both at once', 'Neither falls'],
    'C',
  ],
  [
    'Which of these boils water at the lowest temperature?',
    ['A pressure cooker', 'A pot at the sea', 'A pot on a high mountain', 'A lid on the pot'],
    'C',
  ],
];

function itemOf(k: number): Item {
  const [stem, options, key] = QUESTIONS[k];
  const item = {
    ...{ id: `q${k + 1}`, version: 1, status: 'active' as const, type: 'single' as const },
    ...{ language: 'en', stem, key: [key], tags: { subject: 'physics' } },
    options: Object.fromEntries(options.map((text, j) => ['ABCD'[j], text])),
    ...{ source: 'made for an image', licence: 'CC0-1.0', hash: '' },
  };
  return { ...item, hash: contentHash(item) };
}

/** Images of a question and a result on a telephone, with questions of their own and answers drawn from a seed. */
export async function takePersonImages(
  browser: Browser,
  url: string,
  store: Store,
  call: <T>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<T>,
  folder: string,
): Promise<void> {
  const at = new Date().toISOString();
  const items = QUESTIONS.map((_, k) => itemOf(k));
  await store.addItems({ name: BANK, title: BANK, builtin: null }, items, at);
  const chance = randomStream(1, 'person-images');
  const scores = Float32Array.from({ length: MODELS * items.length }, (_, n) => {
    const [i, j] = [Math.floor(n / items.length), n % items.length];
    return Number(chance() < 1 / (1 + Math.exp(j / 3 - i / 3)));
  });
  const examinees = Array.from({ length: MODELS }, (_, i) => `drawn-${i + 1}`);
  await store.putResponses(BANK, { examinees, items: items.map(({ id }) => id), scores }, null, at);
  const { id } = await call<SessionSummary>('POST', '/v1/sessions', {
    ...{ bank: BANK, examinee: 'Robin', person: true, items: LENGTH },
    ...{ timeLimit: 15, feedback: 'result' },
  });
  const { key } = await call<{ key: string }>('POST', '/v1/keys', {
    ...{ role: 'examinee', name: 'Robin', session: id },
  });
  const page = await (await browser.newContext({ viewport: PHONE })).newPage();
  await page.goto(`${url}/#/enter/${key}`);
  await page.getByRole('button', { name: 'Begin the test' }).click();
  for (let k = 1; k <= LENGTH; k++) {
    await page.getByRole('heading', { name: `Question ${k}` }).waitFor();
    const stem = await page.locator('.stem').innerText();
    const right = QUESTIONS.find(([text]) => text === stem)?.[2] ?? 'A';
    await page.keyboard.press((k % 3 === 0 ? 'D' : right).toLowerCase());
    if (k === 3) await page.screenshot({ path: join(folder, 'person-question.png') });
    await page.keyboard.press('Enter');
  }
  await page.locator('.place-plot').waitFor();
  await page.screenshot({ path: join(folder, 'person-result.png'), fullPage: true });
}
