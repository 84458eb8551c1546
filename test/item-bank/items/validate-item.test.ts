import { describe, expect, test } from 'vitest';
import { contentHash } from '../../../item-bank/items/content-hash.ts';
import type { ItemType } from '../../../item-bank/items/item.ts';
import { problemsText, validateItem } from '../../../item-bank/items/validate-item.ts';
import { sampleItem, TYPES } from './sample-items.ts';

/** What is wrong with a sample item after a change, by path. */
function problemsOf(type: ItemType, fields: Record<string, unknown>): string[] {
  const { problems } = validateItem(sampleItem(type, fields));
  return (problems ?? []).map(({ path, message }) => `${path}: ${message}`);
}

test.each(TYPES)('%s: a valid item is kept as it is', (type) => {
  const item = sampleItem(type, {
    explanation: 'Two divides them.',
    human: { accuracy: 0.5, respondents: null },
  });
  expect(validateItem(structuredClone(item))).toEqual({ item });
});

test.each(['q70', 'crux-test-#0', 'ID1-00001', '题:1.a_b'])('the id %s is accepted', (id) => {
  expect(problemsOf('open', { id })).toEqual([]);
});

test.each(['', 'tags', 'options', 'human'])(
  'a field __proto__ in %s is refused, not dropped',
  (path) => {
    const own = { ['__proto__']: 'x' };
    const fields = path === '' ? own : { [path]: own };
    expect(problemsOf('single', fields)).toEqual([`${path}: a field __proto__`]);
  },
);

describe('refused with the path', () => {
  const wrong: [string, ItemType, Record<string, unknown>, string[]][] = [
    ['a letter without an option', 'single', { key: ['C'] }, ['key[0]: no option C']],
    ['no letter', 'single', { key: [] }, [expect.stringMatching(/^key: Too small/)]],
    ['two keys', 'single', { key: ['A', 'B'] }, [expect.stringMatching(/^key: Too big/)]],
    ['a letter twice', 'multiple', { key: ['B', 'B'] }, ['key[1]: B again']],
    ['letters that descend', 'multiple', { key: ['C', 'B'] }, ['key[1]: letters not ascending']],
    ['an incomplete order', 'sequencing', { key: ['B', 'A'] }, ['key: 2 letters for 3 options']],
    ['one option', 'single', { options: { B: 'x' } }, ['options: fewer than two options']],
    [
      'options that descend',
      'single',
      { options: { B: 'x', A: 'y' } },
      ['options: letters not ascending'],
    ],
    [
      'options that differ in form only',
      'single',
      { options: { A: 'caf\u00e9\r\nx', B: '\u3000cafe\u0301\nx ' } },
      ['options.B: the same text as option A'],
    ],
    [
      'a small letter',
      'single',
      { options: { A: 'x', B: 'z', c: 'y' } },
      [expect.stringMatching(/^options\.c: /)],
    ],
    ['a blank stem', 'open', { stem: ' \u3000\n' }, ['stem: blank']],
    [
      'half a character',
      'open',
      { stem: 'a\ud800' },
      ['stem: half a character (a lone surrogate)'],
    ],
    ['the character 0', 'open', { key: ['a\0'] }, ['key[0]: the character U+0000']],
    ['too long', 'open', { stem: 'a'.repeat(100_001) }, [expect.stringMatching(/^stem: Too big/)]],
    [
      'too long in all',
      'open',
      { key: Array.from({ length: 51 }, () => 'a'.repeat(20_000)) },
      [': more than 1000000 characters of text'],
    ],
    [
      'a case without answers',
      'case',
      { key: [{ question: 'Why?', answers: [] }] },
      [expect.stringMatching(/^key\[0\]\.answers: Too small/)],
    ],
    ['another hash', 'open', { hash: 'a'.repeat(64) }, ['hash: not the hash of this content']],
    ['a field of no item', 'open', { note: 1 }, [expect.stringMatching(/^: .*note/)]],
    [
      'accuracy in percent',
      'open',
      { human: { accuracy: 55, respondents: 3 } },
      [expect.stringMatching(/^human\.accuracy: /)],
    ],
    [
      'a tag of two lines',
      'open',
      { tags: { a: 'x\ny' } },
      ['tags.a: a line end or a control character'],
    ],
    ['no language', 'open', { language: 'chinese please' }, [expect.stringMatching(/^language: /)]],
  ];
  test.each(wrong)('%s', (_, type, fields, expected) => {
    expect(problemsOf(type, fields)).toEqual(expected);
  });

  test.each([
    '',
    '..',
    '../x',
    'a/b',
    'a\\b',
    '/etc/x',
    'a\nb',
    'a\0',
    '\u202Ea',
    'a b',
    '=a',
    'e\u0301',
    '-a',
    'a'.repeat(129),
  ])('id %j', (id) => {
    const problems = problemsOf('open', { id });
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.every((problem) => problem.startsWith('id: '))).toBe(true);
  });

  test.each(['q1', '题1', 'é', 'mmlu:law.3_b-1', 'a..b'])('but not id %j', (id) => {
    expect(problemsOf('open', { id })).toEqual([]);
  });

  test.each([null, 1, 'x', [], {}, { type: 'single' }, { type: 'essay' }])('%j', (value) => {
    expect(validateItem(value).problems?.length).toBeGreaterThan(0);
  });
});

test('names from prototypes are no options, no keys and no tags of their own', () => {
  const text = JSON.stringify(sampleItem('single'));
  const options = text.replace('"options":{', '"options":{"__proto__":"x",');
  const tags = text.replace('"tags":{', '"tags":{"__proto__":"x",');
  for (const json of [options, tags]) {
    const { item } = validateItem(JSON.parse(json));
    if (item !== undefined) expect(JSON.stringify(item)).not.toContain('__proto__');
  }
  expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  expect(problemsOf('single', { key: ['constructor'] })[0]).toMatch(/^key\[0\]: /);
});

test('a thousand problems are named in a short text', () => {
  const tags = Object.fromEntries(Array.from({ length: 1000 }, (_, k) => [`t${k}`, '']));
  const { problems } = validateItem(sampleItem('open', { tags }));
  expect(problemsText(problems ?? []).length).toBeLessThan(8000);
});

test('the hash of a well-formed item is always checked', () => {
  const item = sampleItem('single');
  const edited = { ...item, stem: `${item.stem}!` };
  expect(contentHash(edited)).not.toBe(item.hash);
  expect(validateItem(edited).problems).toEqual([
    { path: 'hash', message: 'not the hash of this content' },
  ]);
});
