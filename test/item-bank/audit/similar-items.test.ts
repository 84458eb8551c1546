import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jaccard, shinglesOf } from '../../../item-bank/audit/shingles.ts';
import { similarItems } from '../../../item-bank/audit/similar-items.ts';
import { randomStream } from '../../../src/random.ts';

const words =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau'.split(
    ' ',
  );

function textOf(seed: number, length: number): string[] {
  const random = randomStream('texts', String(seed));
  return Array.from({ length }, () => words[Math.floor(random() * words.length)]);
}

test('case, punctuation, width and the order of options do not count', () => {
  const one = shinglesOf({
    id: '1',
    stem: 'What is the capital of France?',
    options: { A: 'Paris is it', B: 'Rome, not it' },
  });
  const two = shinglesOf({
    id: '2',
    stem: 'WHAT is  the capital of Ｆrance',
    options: { A: 'Rome not it', B: 'paris IS it!' },
  });
  expect(two.shingles).toEqual(one.shingles);
  const chinese = (stem: string) => shinglesOf({ id: 'c', stem }).shingles;
  expect(chinese('天空是什么颜色？')).toEqual(chinese('天空是什么颜色'));
  expect(chinese('天空是什么颜色')).toHaveLength(5);
});

test('other pictures make the same words another question', () => {
  const stem = 'What does this picture show, above all, at first sight?';
  const asked = (id: string, url: string) => shinglesOf({ id, stem, images: [{ url }] });
  const items = [asked('1', 'https://a'), asked('2', 'https://a'), asked('3', 'https://b')];
  expect(
    similarItems(items, 0.9).map(({ item, other, hasSameNumbers }) => [
      item,
      other,
      hasSameNumbers,
    ]),
  ).toEqual([
    [1, 0, true],
    [2, 0, false],
    [2, 1, false],
  ]);
});

test('similarity as sets of three words in a row', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...words), { minLength: 4, maxLength: 30 }),
      fc.array(fc.constantFrom(...words), { minLength: 4, maxLength: 30 }),
      (x, y) => {
        const triples = (list: string[]) =>
          new Set(list.slice(2).map((_, k) => list.slice(k, k + 3).join(' ')));
        const [one, two] = [triples(x), triples(y)];
        const both = [...one].filter((triple) => two.has(triple)).length;
        const expected = both / (one.size + two.size - both);
        const shingles = (list: string[]) => shinglesOf({ id: 'x', stem: list.join(' ') }).shingles;
        expect(jaccard(shingles(x), shingles(y))).toBeCloseTo(expected, 12);
      },
    ),
  );
});

test('pairs are those of comparing all, in the same order', () => {
  const items = Array.from({ length: 150 }, (_, k) => {
    const own = textOf(k % 75, 60);
    if (k >= 75) own[k % 60] = 'changed';
    return shinglesOf({ id: `i${k}`, stem: own.join(' ') });
  });
  const expected: [number, number][] = [];
  for (let item = 0; item < items.length; item++)
    for (let other = 0; other < item; other++)
      if (jaccard(items[item].shingles, items[other].shingles) >= 0.8) expected.push([item, other]);
  expect(expected.length).toBeGreaterThan(70);
  expect(similarItems(items, 0.8).map(({ item, other }) => [item, other])).toEqual(expected);
});

test('numbers that differ are told', () => {
  const stem = (n: number) =>
    `A train of ${n} tons goes up a hill of two degrees at a steady speed of ten metres`;
  const items = [12, 13, 12].map((n, k) => shinglesOf({ id: String(k), stem: stem(n) }));
  expect(
    similarItems(items, 0.5).map(({ item, other, hasSameNumbers }) => [
      item,
      other,
      hasSameNumbers,
    ]),
  ).toEqual([
    [1, 0, false],
    [2, 0, true],
    [2, 1, false],
  ]);
});
