import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentHash } from '../../../item-bank/items/content-hash.ts';
import type { ItemType } from '../../../item-bank/items/item.ts';
import { sampleItem } from './sample-items.ts';

/** By Python 3: hashlib.sha256 of json.dumps(content, ensure_ascii=False, separators=(',', ':')). */
const GOLDEN: [ItemType, string][] = [
  ['single', '37eaef24776f3a51a64fc7040f71c5ced0ef56abd843a900466bb2959251a130'],
  ['multiple', '743079cf64d0ee6c66c12945a61828f42fdba13024c05bf515a62e5b3df2c565'],
  ['sequencing', 'b929fb1e9e67c0b7b54c3ca7b5bf52b627873fe5e2d90879e36a07d77801f1a0'],
  ['open', '4d71df12969dc4b8d21d7da969a1a1f6d776c92183cd692bb6b35090b0f6d77c'],
  ['case', '754ac7a58724d2576e4aebf35705d151ac6589ead213c3f347cfd774affe45a5'],
];

test.each(GOLDEN)('%s: as another program makes it', (type, hash) => {
  expect(contentHash(sampleItem(type))).toBe(hash);
});

test('with a metric: as another program makes it, whatever the order of its options', () => {
  // The metric is the last element: the text json.dumps(metric, sort_keys=True, separators=(',', ':')).
  for (const metric of [
    { name: 'bleu', order: 2, smoothing: 'exp', tokens: 'zh' },
    { tokens: 'zh', smoothing: 'exp', order: 2, name: 'bleu' },
  ])
    expect(hashOf('open', { metric })).toBe(
      '1ce7276ec862b1278add1b37d5b0bec3469398847e143ffb795978de9571d0d6',
    );
});

const hashOf = (type: ItemType, fields: Record<string, unknown>) =>
  contentHash(sampleItem(type, fields));

describe('the same content', () => {
  test.each<[string, ItemType, Record<string, unknown>]>([
    ['line ends', 'multiple', { stem: 'Which are even?\r\nChoose all.' }],
    ['Unicode form', 'multiple', { context: 'Cafe\u0301 menu' }],
    ['blanks around', 'multiple', { options: { A: ' one', B: '\u3000two\n', C: 'four\t' } }],
    ['order of options in the object', 'multiple', { options: { C: 'four', B: 'two', A: 'one' } }],
    ['order of a set of letters', 'multiple', { key: ['C', 'B'] }],
    ['id, version, status', 'multiple', { id: 'other', version: 7, status: 'retired' }],
    ['explanation, tags', 'multiple', { explanation: 'So it is.', tags: {} }],
    ['source, licence, language', 'multiple', { source: 's', licence: 'l', language: 'fr' }],
    ['human answers', 'multiple', { human: { accuracy: 1, respondents: 9 } }],
  ])('%s', (_, type, fields) => {
    expect(hashOf(type, fields)).toBe(hashOf(type, {}));
  });
});

describe('another content', () => {
  test.each<[string, ItemType, Record<string, unknown>]>([
    ['context', 'multiple', { context: 'Cafe menu' }],
    ['stem', 'multiple', { stem: 'Which are even? Choose all.' }],
    ['an option', 'multiple', { options: { A: 'one', B: 'Two', C: 'four' } }],
    ['letters of options', 'multiple', { options: { A: 'two', B: 'one', C: 'four' } }],
    ['key', 'multiple', { key: ['B'] }],
    ['order of a sequence', 'sequencing', { key: ['A', 'B', 'C'] }],
    ['order of questions', 'case', { key: [{ question: 'Then?', answers: ['two', '2'] }] }],
    ['type', 'single', { type: 'multiple' }],
    ['metric', 'open', { metric: { name: 'kendall', missing: 'zero' } }],
  ])('%s', (_, type, fields) => {
    expect(hashOf(type, fields)).not.toBe(hashOf(type, {}));
  });

  test('texts that join to the same are not the same', () => {
    const pair = fc.tuple(fc.string(), fc.string()).map(([a, b]) => [`a${a}a`, `b${b}b`]);
    fc.assert(
      fc.property(pair, ([context, stem]) => {
        const split = hashOf('open', { context, stem });
        expect(split).not.toBe(hashOf('open', { stem: context + stem }));
        expect(split).not.toBe(hashOf('open', { context: stem, stem: context }));
      }),
    );
  });
});
