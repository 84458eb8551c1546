import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SUSPECT_KINDS } from '../../item-bank/audit/suspect.ts';
import { reteller } from '../../src/languages/retell.ts';
import { TOLD } from '../../src/languages/told/told.ts';
import { doubtTexts } from '../../src/scoring/doubts/examinee-doubts.ts';
import {
  FATE_WORDS,
  RETIREMENT_WORDS,
  warningWords,
} from '../../src/workflow/calibration/refresh/refresh-words.ts';
import { repetitions } from '../repetitions.ts';

const entries = Object.entries(TOLD);

describe('telling again', () => {
  const tell = reteller({
    '{n} items': '{n} 题',
    'The test of {name} has {Items}.': '{name} 的测试有 {Items}。',
    'It ended: {Why}.': '结束：{Why}。',
    'It suddenly ended: {Why}.': '突然结束：{Why}。',
    'its time is over': '时间已到',
    '{One} and {Two}': '{One}和{Two}',
    'p {p}.': 'p {p}。',
  });
  test.each([
    ['12,000 items', '12,000 题'],
    ['The test of m-1 has 3 items.', 'm-1 的测试有 3 题。'],
    [
      'It ended: its time is over. The test of a.b has 1 items.',
      '结束：时间已到。a.b 的测试有 1 题。',
    ],
    ['3 items and 4 items', '3 题和4 题'],
    ['p .05.', 'p 0.05。'],
    // A phrase that is not known stands as it is, where the sentence says enough.
    ['It suddenly ended: somebody stopped it.', '突然结束：somebody stopped it。'],
  ])('%s', (english, chinese) => expect(tell(english)).toBe(chinese));
  test.each([
    'Some items',
    'salt and pepper',
    'It ended: its time is over. But nobody knows why.',
    '',
    'x'.repeat(5000),
    'toString',
  ])('leaves what it does not know as a whole: %j', (english) => expect(tell(english)).toBeNull());

  test('lists in the answer and the warnings of a study, part by part', () => {
    const told = reteller(TOLD);
    expect(
      told(
        'Open: kendall>=0.8 and spearman>=0.9 takes at least 1 item (95%), and 30 items may or may not be enough; with 30 items kendall is .600 ± .0630, spearman is .782 ± .0472.',
      ),
    ).toBe(
      '尚未确定：kendall>=0.8，spearman>=0.9 至少需要 1 道题目（95%），30 道题目可能够也可能不够；30 道题目时 kendall 为 0.600 ± 0.0630、spearman 为 0.782 ± 0.0472。',
    );
    expect(told('Each target alone: kendall>=0.8 more than 30, spearman>=0.9 12.')).toBe(
      '各目标单独来看：kendall>=0.8 需多于 30 道、spearman>=0.9 需 12 道。',
    );
    const search = (share: string, cell: string) =>
      `${share} of its searches, with a greatest rate of 0.950 on average (${cell})`;
    expect(
      told(
        `SEARCH NOT DONE: Sympson-Hetter came within its tolerance of the rate in ${search('less than 0.1%', 'ml, a')}; ${search('25.0%', 'ml, b')}; and 1 more.`,
      ),
    ).toBe(
      '搜索未完成：Sympson-Hetter 达到曝光上限容差的情况：不到 0.1% 的搜索，平均最高曝光率 0.950（ml, a）；25.0% 的搜索，平均最高曝光率 0.950（ml, b）；另有 1 个。',
    );
  });

  test('ends on any text, and takes what is filled in as it is', () => {
    const told = reteller(TOLD);
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        told(text);
      }),
      { numRuns: repetitions(200, 10) },
    );
    // A list of so many parts has more divisions than could be tried.
    told(`${'a, b and '.repeat(220)}x`);
    expect(told('The recorded answers of this bank are SIMULATED.')).toBe(
      TOLD['The recorded answers of this bank are SIMULATED.'],
    );
    expect(told('It has the same content as {item} $& $1.')).toBe('内容与题目 {item} $& $1 相同。');
  });
});

describe('the sentences', () => {
  const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

  test('have places of the other language alone, and keep commands as they are typed', () => {
    const typed = (text: string) => [...text.matchAll(/--[a-z-]+|`[^`]+`/g)].flat().sort();
    for (const [english, chinese] of entries) {
      const known = new Set(places(english));
      expect([english, places(chinese).filter((name) => !known.has(name))]).toEqual([english, []]);
      expect([english, typed(chinese)]).toEqual([english, typed(english)]);
    }
  });

  test('have the words of every refresh and audit', () => {
    const told = reteller(TOLD);
    const texts = [
      ...Object.values(FATE_WORDS),
      ...Object.values(RETIREMENT_WORDS),
      ...Object.values(SUSPECT_KINDS),
      ...[
        { kind: 'few-new-examinees', found: 1, needed: 30 } as const,
        { kind: 'few-anchors', found: 3, of: 20 } as const,
        { kind: 'many-drifted', found: 8, of: 20 } as const,
        { kind: 'sparse-link', found: 3, of: 9, share: 0.5 } as const,
        { kind: 'not-settled' } as const,
        { kind: 'not-converged' } as const,
        { kind: 'no-old-answers' } as const,
        { kind: 'few-answers', items: ['q-1'], needed: 5 } as const,
        { kind: 'extrapolated', examinees: ['m-1', 'm-2'] } as const,
      ].map(warningWords),
      ...doubtTexts(
        [
          { kind: 'simulated', examinees: ['m-1', 'm-2'] },
          { kind: 'copies', examinees: ['m-1', 'm-2', 'm-3', 'm-4'], differ: 0.017 },
          { kind: 'backwards', examinees: ['m-1'], correlation: -0.5, items: 30 },
        ],
        'grouped',
      ),
    ];
    expect(texts.filter((text) => told(text) === null)).toEqual([]);
  });
});
