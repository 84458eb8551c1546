import { describe, expect, test } from 'vitest';
import { errorOf, fail } from '../../src/errors.ts';
import { acceptedLanguage } from '../../src/languages/language.ts';
import { problemOf } from '../../src/server/http/problem.ts';

test('the header Accept-Language chooses by quality; English without a known one', () => {
  expect(acceptedLanguage('zh-CN')).toBe('zh');
  expect(acceptedLanguage('en;q=0.5, zh;q=0.9')).toBe('zh');
  expect(acceptedLanguage('en-GB, zh;q=0.9')).toBe('en');
  expect(acceptedLanguage('zh;q=0, fr')).toBe('en');
  for (const header of [undefined, '', ';;;', ',zh;q=x;'.slice(0, 1), 'z'.repeat(9999)])
    expect(acceptedLanguage(header)).toBe('en');
});

describe('problems in Chinese', () => {
  const said = (error: unknown, language: 'en' | 'zh') =>
    problemOf(error, 'r-1', undefined, language).problem;

  test('the detail is Chinese; code, title and status stay as they are', () => {
    const error = errorOf(() => fail('SESSION_UNKNOWN', { session: 's-1' }));
    expect(said(error, 'en').detail).toBe('unknown session "s-1".');
    expect(said(error, 'zh')).toMatchObject({
      ...{ code: 'SESSION_UNKNOWN', status: 404, detail: '测试会话“s-1”不存在。' },
    });
  });

  test('control characters in details are escaped', () => {
    const error = errorOf(() => fail('SESSION_UNKNOWN', { session: 'a\nb' }));
    expect(said(error, 'zh').detail).toContain('a\\u000ab');
  });

  test('errors of the server reveal nothing, and an error that only commands tell is told in English', () => {
    expect(said(new Error('secret'), 'zh').detail).toMatch(/缺陷.*r-1/);
    expect(said(new Error('secret'), 'zh').detail).not.toContain('secret');
    const error = errorOf(() => fail('NOISE_DESIGN', { reason: 'one model' }));
    expect(said(error, 'zh').detail).toBe(error.message);
  });

  test('fixed reasons are Chinese as well', () => {
    const error = errorOf(() =>
      fail('PERSON_TEST', { session: 's-1', reason: 'its settings allow no breaks' }),
    );
    expect(said(error, 'zh').detail).toBe('测试会话 s-1：其设置不允许休息。');
  });
});
