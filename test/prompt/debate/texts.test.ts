import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quote } from '../../../src/prompt/debate/quote.ts';
import { shorten } from '../../../src/prompt/debate/shorten.ts';
import { withoutThinking } from '../../../src/prompt/debate/without-thinking.ts';

const mark = (count: number) => `[${count}]`;

describe('shorten', () => {
  test('keeps begin and end, and says how much is gone', () => {
    expect(shorten('0123456789', 10, mark)).toBe('0123456789');
    expect(shorten('0123456789', 4, mark)).toBe('01\n[6]\n89');
    expect(shorten('0123456789', 5, mark)).toBe('01\n[6]\n89');
  });

  test('cuts no character in half', () => {
    expect(shorten('a😀bcdefg😀h', 4, mark)).toBe('a\n[10]\nh');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, longest) => {
        expect(shorten(text, longest, mark).isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('quote', () => {
  test('puts > before each line, however lines end', () => {
    expect(quote('a\nb\r\nc\rd\u2028e\u0085f')).toBe('> a\n> b\n> c\n> d\n> e\n> f');
    expect(quote('')).toBe('> ');
  });

  test('mends half a character', () => {
    expect(quote('a\ud83d')).toBe('> a\ufffd');
  });
});

describe('withoutThinking', () => {
  test.each([
    ['plain', 'plain'],
    ['<think>a</think>\n\nB', 'B'],
    ['a</think>B', 'B'],
    ['<think>a</think><thinking>b</thinking> C', 'C'],
    ['so far <think>never ended', 'so far'],
    ['<think>never ended', ''],
  ])('%j shows %j', (output, text) => {
    expect(withoutThinking(output)).toBe(text);
  });
});
