import { expect, test } from 'vitest';
import { sealItem } from '../../../item-bank/import/seal-item.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import { type Metric, metricSchema } from '../../../item-bank/items/metric/metric.ts';
import { unscorable } from '../../../src/scoring/metrics/unscorable.ts';

const provenance = { source: 'made up', licence: 'MIT', language: 'en' };
function open(metric: object | undefined, ...key: string[]): Item {
  const own: Metric | undefined = metric === undefined ? undefined : metricSchema.parse(metric);
  return sealItem({ type: 'open', stem: 'What?', key, metric: own, tags: {} }, provenance, 'q');
}

test.each([
  [{ name: 'numeric-match' }, 'a long beam', /has no number, or several/],
  [{ name: 'numeric-match' }, 'between 3 and 5', /has no number, or several/],
  [{ name: 'label-f1' }, ' ; ,', /has no label/],
  [{ name: 'kendall' }, 'A', /fewer than two elements/],
  [{ name: 'rouge-2' }, 'water', /fewer than two tokens/],
  [{ name: 'rouge-1' }, '…', /has no token/],
  [{ name: 'rouge-l' }, '!', /has no token/],
  [{ name: 'bleu' }, '?!', /too few tokens/],
  [{ name: 'exact-match', articles: 'drop', punctuation: 'all' }, 'The', /nothing is left/],
])('%j: %j', (metric, reference, reason) => {
  expect(unscorable(open(metric, reference))).toMatch(reason);
  // One reference that can be matched is enough.
  const right = metric?.name === 'numeric-match' ? '4.2 m' : 'A > B > C and so on to the end';
  expect(unscorable(open(metric, reference, right))).toBeNull();
});

test.each([
  [{ name: 'numeric-match', which: 'last' }, 'between 3 and 5'],
  [{ name: 'label-f1' }, 'fracture'],
  [{ name: 'kendall' }, 'BA'],
  [{ name: 'bleu' }, 'water'],
  [{ name: 'rouge-l' }, '水'],
  [undefined, 'The'],
  [{ name: 'command', program: 'units' }, '.'],
  [{ name: 'rubric', rubric: 'cmb-clin' }, '.'],
])('%j: %j can be matched', (metric, reference) =>
  expect(unscorable(open(metric, reference))).toBeNull(),
);

test('of a case the question is named; choices have no references', () => {
  const made = (key: object[]) =>
    sealItem(
      {
        type: 'case',
        stem: 'A case.',
        key: key as Extract<Item, { type: 'case' }>['key'],
        metric: metricSchema.parse({ name: 'numeric-match' }),
        tags: {},
      },
      provenance,
      'q',
    );
  const [good, bad] = [
    { question: 'How long?', answers: ['3'] },
    { question: 'How wide?', answers: ['wide'] },
  ];
  expect(unscorable(made([good, bad]))).toMatch(/^reference of question 2: "wide" cannot score 1/);
  expect(unscorable(made([good, good]))).toBeNull();
});
