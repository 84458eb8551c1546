import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { contentHash } from '../item-bank/items/content-hash.ts';
import type { Item } from '../item-bank/items/item.ts';
import type { RatingDetail } from '../src/api/ratings.ts';
import { randomStream } from '../src/random.ts';
import type { RunAnswer } from '../src/run/run-record.ts';
import type { Store } from '../src/store/store.ts';

const BANK = 'first-aid';
const MODELS = ['model-a', 'model-b'] as const;
const ASPECTS = ['fluency', 'relevance', 'completeness', 'proficiency'] as const;
const RATERS = ['Anna', 'Ben', 'Chen'] as const;
/** How much stricter than the first rater, in grades. */
const STRICTER: Readonly<Record<string, number>> = { Anna: 0, Ben: 0.2, Chen: 0.9 };

/** What happened, what is asked first and then, and the references. */
const CASES: readonly [
  context: string,
  first: string,
  reference: string,
  second: string,
  other: string,
][] = [
  [
    'A runner twisted her ankle an hour ago. It is swollen on the outside. She can stand on it, with pain.',
    'What should she do in the first two days?',
    'Rest, a cool pack for 15 minutes at a time, a bandage with light pressure, and the foot raised.',
    'When should she have an X-ray?',
    'If she cannot take four steps, or if pressing on the bone at the ankle or the outer edge of the foot hurts.',
  ],
  [
    'A cook burned the back of his hand with hot oil. The skin is red, with one small blister.',
    'What helps now?',
    'Cool tap water for 20 minutes, no ice, rings off, then a clean cover that does not stick.',
    'Should the blister be opened?',
    'No. Whole skin protects. If it breaks, wash it and cover it.',
  ],
  [
    'A child of six has a nosebleed that began ten minutes ago during play.',
    'How is it stopped?',
    'Sit up, lean forward, and press the soft part of the nose for ten minutes without looking.',
    'When is it an emergency?',
    'If it does not stop after 20 minutes, after a blow to the head, or if the child is pale or drowsy.',
  ],
  [
    'A hiker was stung by a bee on the arm. There is a red swelling the size of a coin.',
    'What should be done with the sting?',
    'Scrape it off at once, then cool the place.',
    'Which signs need an ambulance?',
    'A swelling of face or tongue, trouble with breathing, a rash all over, or faintness.',
  ],
];

/** An answer that a model could have given: longer from the better model. */
const said = (model: string, reference: string) =>
  model === 'model-a'
    ? `${reference} See a doctor if it gets worse.`
    : `${reference.split(',')[0]}.`;

function itemOf(k: number): Item {
  const [context, question, reference, second, other] = CASES[k];
  const item = {
    ...{ id: `aid-${k + 1}`, version: 1, status: 'active' as const, type: 'case' as const },
    ...{ language: 'en', context, stem: 'Advice is given by telephone.', tags: {} },
    key: [
      { question, answers: [reference] },
      { question: second, answers: [other] },
    ],
    metric: { name: 'rubric', rubric: 'cmb-clin' },
    ...{ source: 'made for an image', licence: 'CC0-1.0', hash: '' },
  } as Item;
  return { ...item, hash: contentHash(item) };
}

/**
 * Makes the images of docs/ratings.md: the page of a rater, and the report of a panel of three.
 * @param call asks the service as an administrator
 */
export async function takeRatingImages(
  browser: Browser,
  url: string,
  store: Store,
  call: <T>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<T>,
  folder: string,
): Promise<void> {
  const at = new Date().toISOString();
  const items = CASES.map((_, k) => itemOf(k));
  await store.addItems({ name: BANK, title: 'First aid', builtin: null }, items, at);
  const run = await store.createRun(
    {
      ...{ format: 'thetarank-evaluation', version: 1, bank: BANK, items: items.length },
      ...{ models: MODELS.map((name) => ({ name })), judging: { judges: [] } },
    },
    'images',
    at,
  );
  await store.append(
    run,
    MODELS.flatMap((examinee) =>
      items.map(
        (item, k): RunAnswer => ({
          ...{ examinee, place: k + 1, item: item.id, itemHash: item.hash, prompt: 'chat-en-1' },
          output: JSON.stringify([said(examinee, CASES[k][2]), said(examinee, CASES[k][4])]),
          ...{ thinking: null, extracted: '', rule: 'for-judges', reason: null, score: 0 },
          ...{
            finishReason: 'stop',
            tokens: { prompt: 0, completion: 0, reasoning: 0 },
            cost: 0,
            latency: 0,
            attempts: 1,
          },
          ...{ cached: false, refused: null, at },
        }),
      ),
    ),
  );
  const panel = await call<RatingDetail>('POST', '/v1/ratings', {
    ...{ run, raters: [...RATERS], perAnswer: 2, common: 4, title: 'Advice by telephone' },
  });
  for (const name of RATERS) {
    const { key } = await call<{ key: string }>('POST', '/v1/keys', {
      ...{ role: 'expert', name, panel: panel.id },
    });
    if (name === 'Anna') {
      const page = await tab(browser, `${url}/#/enter/${key}`, 1240, 900);
      await page.locator('form fieldset').first().waitFor();
      await page.getByText('Guideline').click();
      for (const grade of [5, 4]) await page.keyboard.press(String(grade));
      await page.screenshot({ path: join(folder, 'rating.png') });
      await page.context().close();
    }
    await rateAll(url, panel.id, key, name);
  }
  const { key } = await call<{ key: string }>('POST', '/v1/keys', { role: 'viewer', name: 'v' });
  const page = await tab(browser, `${url}/#/enter/${key}`, 1100, 900);
  await page.getByRole('banner').waitFor();
  await page.goto(`${url}/#/ratings/${panel.id}`);
  await page.getByRole('heading', { name: 'Fair scores of models' }).waitFor();
  const agreement = page.getByRole('region', { name: 'Agreement' });
  await agreement.screenshot({ path: join(folder, 'rating-report.png') });
  await page.context().close();
}

async function tab(browser: Browser, address: string, width: number, height: number) {
  const context = await browser.newContext({ viewport: { width, height }, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** Grades that follow the length of the answer, the severity of the rater, and chance. */
async function rateAll(url: string, panel: string, key: string, name: string): Promise<void> {
  const random = randomStream(1, 'images', name);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const work = `${url}/v1/ratings/${panel}/work`;
  const { rated } = (await (await fetch(work, { headers })).json()) as { rated: boolean[] };
  for (const place of rated.keys()) {
    const { answer } = (await (await fetch(`${work}/${place}`, { headers })).json()) as {
      answer: string;
    };
    const quality = answer.includes('doctor') ? 4.4 : 3.2;
    const grades = Object.fromEntries(
      ASPECTS.map((aspect) => {
        const grade = Math.round(quality - STRICTER[name] + 1.6 * (random() - 0.5));
        return [aspect, Math.min(5, Math.max(1, grade))];
      }),
    );
    const body = JSON.stringify({ grades, comment: null });
    const reply = await fetch(`${work}/${place}`, { method: 'PUT', headers, body });
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
  }
}
