import { expect, test } from 'vitest';
import { languageOf } from '../../src/languages/language.ts';
import { richTranslator, translator } from '../../src/languages/translator.ts';

const ZH = {
  'Nothing yet': '暂无内容',
  'Open||state': '进行中',
  '{n, plural, one {# item waits} other {# items wait}} of {of, number}':
    '{of, number} 道题中有 {n} 道待答',
  'See <a>the bank</a>.': '请查看<a>题库</a>。',
} as const;

test('an English message is itself, with plurals, and without its context', () => {
  const t = translator('en', ZH);
  expect(t('Nothing yet')).toBe('Nothing yet');
  expect(t('Open||state')).toBe('Open');
  const of = 12_345;
  const counted = '{n, plural, one {# item waits} other {# items wait}} of {of, number}';
  expect(t(counted, { n: 1, of })).toBe('1 item waits of 12,345');
  expect(t(counted, { n: 2, of })).toBe('2 items wait of 12,345');
});

test('a Chinese message is that of the catalog', () => {
  const t = translator('zh', ZH);
  expect(t('Nothing yet')).toBe('暂无内容');
  expect(t('Open||state')).toBe('进行中');
  expect(
    t('{n, plural, one {# item waits} other {# items wait}} of {of, number}', { n: 1, of: 2000 }),
  ).toBe('2,000 道题中有 1 道待答');
});

test('elements stand where the language puts them', () => {
  type Part = { readonly link: unknown };
  const values = { a: (parts: unknown[]) => ({ link: parts.join('') }) };
  const zh = richTranslator<keyof typeof ZH, Part>('zh', ZH);
  expect(zh('See <a>the bank</a>.', values as never)).toEqual(['请查看', { link: '题库' }, '。']);
});

test('a tag names its language, if there is one', () => {
  expect(['zh', 'zh-Hans-CN', 'ZH_TW', 'en-US', 'fr', ''].map(languageOf)).toEqual([
    'zh',
    'zh',
    'zh',
    'en',
    null,
    null,
  ]);
});
