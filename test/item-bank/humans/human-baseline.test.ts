import { describe, expect, test } from 'vitest';
import { difficultyLevel } from '../../../item-bank/humans/difficulty-level.ts';
import { humanAccuracy } from '../../../item-bank/humans/human-accuracy.ts';
import { humanBaseline } from '../../../item-bank/humans/human-baseline.ts';
import type { HumanItem } from '../../../item-bank/humans/human-item.ts';
import { humanStrata, strataTags } from '../../../item-bank/humans/human-strata.ts';
import { bankTaxonomy } from '../../../item-bank/taxonomies/bank-taxonomy.ts';
import { taxonomySchema } from '../../../item-bank/taxonomies/taxonomy.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';

const item = (k: number, accuracy: number, n: number | null, tags = {}): HumanItem => ({
  item: `q${k}`,
  accuracy,
  respondents: n,
  tags,
});
const taxonomy = bankTaxonomy(
  taxonomySchema.parse({
    format: 1,
    name: 'two',
    version: 1,
    title: 'Two levels',
    source: 'made for a test',
    licence: 'CC0-1.0',
    levels: [
      {
        id: 'field',
        name: { en: 'Field' },
        complete: true,
        values: ['law', 'art'].map((id) => ({ id, name: { en: id } })),
      },
      {
        id: 'topic',
        name: { en: 'Topic' },
        parent: 'field',
        complete: true,
        values: [
          { id: 'contracts', name: { en: 'contracts' }, parent: 'law' },
          { id: 'torts', name: { en: 'torts' }, parent: 'law' },
          { id: 'painting', name: { en: 'painting' }, parent: 'art' },
        ],
      },
    ],
  }),
);

describe('strata', () => {
  const items = [
    item(0, 0.5, 10, { topic: 'contracts', year: '1' }),
    item(1, 0.7, 10, { topic: 'torts', year: '1' }),
    item(2, 0.9, 10, { topic: 'painting', year: '2' }),
    item(3, 0.1, 10, { year: '2' }),
  ];

  test('of a level above a tag come from the taxonomy', () => {
    expect(strataTags(items, taxonomy)).toEqual(['topic', 'year', 'field']);
    expect(humanStrata(items, ['field'], taxonomy)).toEqual({
      tags: ['field'],
      groups: [
        { values: ['law'], places: [0, 1] },
        { values: ['art'], places: [2] },
      ],
      without: 1,
    });
    expect(humanStrata(items, ['field'], null).without).toBe(4);
  });

  test('of several tags together; largest first, then by name', () => {
    const { groups } = humanStrata(items, ['year', 'field'], taxonomy);
    expect(groups.map(({ values }) => values)).toEqual([
      ['1', 'law'],
      ['2', 'art'],
    ]);
  });
});

test.each([
  [1, 'Easy'],
  [0.8, 'Easy'],
  [0.7999, 'Manageable'],
  [0.6, 'Manageable'],
  [0.4, 'Moderate'],
  [0.2, 'Difficult'],
  [0.1999, 'Extra difficult'],
  [0, 'Extra difficult'],
])('an accuracy of %d is %s', (accuracy, level) => {
  expect(difficultyLevel(accuracy)).toBe(level);
});

describe('the baseline', () => {
  test('counts all items alike where no respondents are known', () => {
    const items = [item(0, 0.5, null), item(1, 0.9, null), item(2, 0.4, null)];
    const { weights, overall, perItem, plainMean } = humanBaseline({
      items,
      of: 5,
      taxonomy: null,
    });
    expect({ weights, perItem }).toEqual({ weights: 'items', perItem: null });
    expect(overall.accuracy).toBeCloseTo(60, 12);
    expect(plainMean).toBeCloseTo(60, 12);
    expect(overall.recorded).toBeNull();
  });

  test('says whether the same items are hard: in the same order, in the opposite one, or not known', () => {
    const items = [0.1, 0.3, 0.5, 0.7, 0.9].map((accuracy, k) => item(k, accuracy, 10));
    const { alikeHard } = humanBaseline(
      { items, of: 5, taxonomy: null },
      { sharesRight: [0.2, 0.3, 0.4, 0.5, 0.6], difficulties: [-2, -1, 0, 1, 2] },
    );
    expect(alikeHard.sharesRight).toMatchObject({ rho: 1, items: 5 });
    // Easy for people and hard by the calibration.
    expect(alikeHard.difficulties!.rho).toBeCloseTo(-1, 12);
    expect(humanBaseline({ items, of: 5, taxonomy: null }).alikeHard).toEqual({
      sharesRight: null,
      difficulties: null,
    });
  });

  test('gives models their scores by level, of the items that they answered', () => {
    const items = [item(0, 0.9, 10), item(1, 0.85, 10), item(2, 0.1, 10)];
    const { levels } = humanBaseline(
      { items, of: 3, taxonomy: null },
      { models: [{ model: 'm', scores: [1, Number.NaN, 0] }] },
    );
    expect(levels[0]).toEqual({ level: 'Easy', from: 80, items: 2, scores: [100] });
    expect(levels[1]).toEqual({ level: 'Manageable', from: 60, items: 0, scores: [null] });
    expect(levels[4].scores).toEqual([0]);
  });
});

test('simulated: intervals of items like these hold where binomial ones do not', () => {
  const random = randomStream('humans', 'coverage');
  const logistic = (x: number) => 1 / (1 + Math.exp(-x));
  let truth = 0;
  for (let k = 0; k < 100_000; k++) truth += logistic(1 + randomNormal(random)) / 1000;
  const runs = 600;
  let [held, binomial] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const items = Array.from({ length: 30 }, (_, k) => {
      const share = logistic(1 + randomNormal(random));
      const n = 20 + Math.floor(80 * random());
      let right = 0;
      for (let i = 0; i < n; i++) right += Number(random() < share);
      return item(k, right / n, n);
    });
    const { accuracy, expected, respondents } = humanAccuracy(items, 'respondents');
    if (expected!.low <= truth && truth <= expected!.high) held++;
    const half =
      (164.485 * Math.sqrt((accuracy! / 100) * (1 - accuracy! / 100))) / Math.sqrt(respondents!);
    if (Math.abs(accuracy! - truth) <= half) binomial++;
  }
  // 90% ± four standard errors of 600 runs.
  expect(held / runs).toBeGreaterThan(0.85);
  expect(held / runs).toBeLessThan(0.95);
  expect(binomial / runs).toBeLessThan(0.5);
});
