import { expect, test } from 'vitest';
import type { Item } from '../../item-bank/items/item.ts';
import { promptOf } from '../../src/prompt/prompt.ts';
import { extractorOf } from '../../src/scoring/extract/modes.ts';
import type { Answer } from '../../src/stand-in/answerer.ts';
import { simulate } from '../../src/stand-in/answerers/simulate.ts';
import { nearQuestions } from '../../src/stand-in/questions/near-questions.ts';
import { indexQuestions } from '../../src/stand-in/questions/question-index.ts';
import { changeItem } from '../../src/stress/change-item.ts';
import { loadSpellingTables } from '../../src/stress/spelling-tables.ts';
import type { ItemVariant } from '../../src/stress/variants.ts';
import { CHINESE, ENGLISH, itemOf } from '../stress/stress-case.ts';

const WORDS = 'amber birch cedar daisy ember fjord grape hazel ivory jolly kayak lemon'.split(' ');
const items: Item[] = [
  ...Array.from({ length: 400 }, (_, k) => {
    const words = [3, 5, 7, 11].map((step) => WORDS[(k * step + (k >> 3)) % WORDS.length]);
    return itemOf({
      type: 'single',
      id: `q${k}`,
      stem: `Which colour has the ${words.join(' ')} flower in garden number ${k}?`,
      options: { A: `red ${k}`, B: `blue ${k}`, C: `green ${k}`, D: `white ${k}` },
      key: ['ABCD'[k % 4]],
    });
  }),
  itemOf({ ...ENGLISH, id: 'farmer' }),
  CHINESE,
];
const tables = await loadSpellingTables();
const ask = (item: Item) => [...promptOf(item, { variant: 'answer-only' }).messages];
const change = (item: Item, variant: ItemVariant) =>
  changeItem(item, variant, { share: 0.12, seed: 2, tables });

test('a changed question is recognised as the nearest, and as changed', () => {
  const near = nearQuestions(items);
  for (const item of [items[7], items[250], items[400], CHINESE]) {
    expect(near(ask(item))).toEqual({ item, isChanged: false });
    for (const variant of ['typos', 'symbols', 'none-of-above', 'traditional'] as const) {
      const changed = change(item, variant);
      if (changed !== null) expect(near(ask(changed)), variant).toEqual({ item, isChanged: true });
    }
    // The options are all there.
    expect(near(ask(change(item, 'shuffle')!))).toEqual({ item, isChanged: false });
  }
  expect(near([{ role: 'user', content: '12 + 7 = ?' }])).toBeNull();
});

test('a simulated model loses the share of right answers to changed questions', async () => {
  const asked = items.slice(0, 400);
  const curves = new Map(asked.map(({ id }) => [id, { a: 1, b: -100, c: 0, d: 1 }]));
  const answerer = simulate(
    {
      abilities: new Map([['m', 0]]),
      curves,
      seed: 1,
      changed: { near: nearQuestions(asked), loss: 0.3 },
    },
    await indexQuestions(asked),
  );
  const read = extractorOf('default');
  const right = (variant: ItemVariant) =>
    asked.filter((item) => {
      const { text } = answerer.answer({
        model: 'm',
        messages: ask(change(item, variant)!),
        repeat: 0,
      }) as Answer;
      return read(text, { type: 'single', options: 4 }).extracted === (item.key as string[])[0];
    }).length;
  expect(right('repeat')).toBe(400);
  // Four standard errors of a share of 0.7 of 400.
  expect(Math.abs(right('typos') / 400 - 0.7)).toBeLessThan(0.092);
});
