import { describe, expect, test } from 'vitest';
import { difficultyLevel } from '../../../item-bank/humans/difficulty-level.ts';
import { humanAccuracy } from '../../../item-bank/humans/human-accuracy.ts';
import { humanBaseline } from '../../../item-bank/humans/human-baseline.ts';
import { humanGap } from '../../../item-bank/humans/human-gap.ts';
import type { HumanItem } from '../../../item-bank/humans/human-item.ts';
import { humanStrata, strataTags } from '../../../item-bank/humans/human-strata.ts';
import { knownClusters } from '../../../item-bank/humans/known-clusters.ts';
import { bankTaxonomy } from '../../../item-bank/taxonomies/bank-taxonomy.ts';
import { taxonomySchema } from '../../../item-bank/taxonomies/taxonomy-schema.ts';
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

test('a bank knows items that hang together by a tag of their case, a text before the stem, or their ids', () => {
  const one = (id: string, tags: Record<string, string> = {}, context?: string) => ({
    ...{ id, tags, context },
  });
  expect(
    knownClusters([
      one('a', { 'Case ID': '7' }),
      one('b', { 'Case ID': '7' }),
      one('c', { 'Case ID': '8' }),
      one('d', {}, 'A man of 40 years.'),
      one('e', {}, 'A man of 40 years.'),
      one('f', {}, 'A woman.'),
      one('g#1'),
      one('g#2'),
      one('h#1'),
      one('i', { subject: '7' }),
      one('j', { subject: '7' }),
      one('case#x'),
    ]),
  ).toEqual([
    ...['Case ID: 7', 'Case ID: 7', undefined],
    ...['context of d', 'context of d', undefined],
    ...['id: g', 'id: g', undefined, undefined, undefined, undefined],
  ]);
});

test('clusters are those of the items, of a tag, or none', () => {
  const items = Array.from({ length: 12 }, (_, k) => ({
    ...item(k, (k % 5) / 5, 30, { block: String(k >> 2) }),
    cluster: k < 4 ? 'known' : undefined,
  }));
  const of = (clusterBy?: string) =>
    humanBaseline(
      { items, of: 12, taxonomy: null },
      { clusterBy, sharesRight: items.map((_, k) => k / 12) },
    );
  const [known, tagged, alone] = [of(), of('block'), of('none')];
  expect(known.clusters).toEqual({ count: 1, items: 4, largest: 4, tag: null });
  expect(tagged.clusters).toEqual({ count: 3, items: 12, largest: 4, tag: 'block' });
  expect(alone.clusters).toBeNull();
  const width = ({ overall: { expected } }: typeof known) => expected!.high - expected!.low;
  expect(width(tagged)).not.toBeCloseTo(width(alone), 3);
  // As many pairs as clusters: of three nothing is known.
  expect(tagged.alikeHard.sharesRight!.low).toBeNull();
  expect(known.alikeHard.sharesRight!.low).toBeLessThan(alone.alikeHard.sharesRight!.low!);
});

test('simulated: intervals of accuracies and of differences hold with cases and with easy items', () => {
  const random = randomStream('humans', 'cases');
  const logistic = (x: number) => 1 / (1 + Math.exp(-x));
  const drawn = (mean: number, size: number, cases: number) =>
    Array.from({ length: cases }, (_, c) => {
      const shared = size === 1 ? 0 : randomNormal(random);
      return Array.from({ length: size }, (__, q) => {
        const share = logistic(mean + shared + 1.2 * randomNormal(random));
        let right = 0;
        for (let i = 0; i < 50; i++) right += Number(random() < share);
        const cluster = size === 1 ? undefined : String(c);
        return { own: { ...item(c * size + q, right / 50, 50), cluster }, share };
      });
    }).flat();
  const runs = 500;
  let truth = 0;
  for (let k = 0; k < 100_000; k++)
    truth += logistic(0.9 + Math.hypot(1, 1.2) * randomNormal(random)) / 1000;
  let [held, alone, gaps] = [0, 0, 0];
  for (let run = 0; run < runs; run++) {
    const items = drawn(0.9, 5, 8).map(({ own }) => own);
    const { expected } = humanAccuracy(items, 'respondents');
    const apart = humanAccuracy(
      items.map((own) => ({ ...own, cluster: undefined })),
      'respondents',
    );
    if (expected!.low <= truth && truth <= expected!.high) held++;
    if (apart.expected!.low <= truth && truth <= apart.expected!.high) alone++;
    // A model as good as people, on ten items that nearly everyone is right on.
    const easy = drawn(3.8, 1, 10);
    const gap = humanGap(
      easy.map(({ own }) => own),
      easy.map(({ share }) => Number(random() < share)),
      'respondents',
    );
    if (gap!.expected!.low <= 0 && gap!.expected!.high >= 0) gaps++;
  }
  // 90% ± four standard errors of 500 runs; an interval of ten easy items may hold more often.
  expect(held / runs).toBeGreaterThan(0.846);
  expect(held / runs).toBeLessThan(0.954);
  expect(alone / runs).toBeLessThan(0.78);
  expect(gaps / runs).toBeGreaterThan(0.846);
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
