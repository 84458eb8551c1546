import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomStream } from '../../../src/random.ts';
import { assignLater, assignRaters } from '../../../src/workflow/ratings/assign-raters.ts';
import { namedModels } from '../../../src/workflow/ratings/named-models.ts';
import { orderAnswers } from '../../../src/workflow/ratings/order-answers.ts';
import { overlapOf } from '../../../src/workflow/ratings/overlap.ts';
import { sampleAnswers } from '../../../src/workflow/ratings/sample-answers.ts';

const assignmentsOf = (of: readonly (readonly number[])[]) =>
  of.flatMap((own, k) => own.map((answer) => ({ rater: `r${k}`, answer })));

describe('who rates which', () => {
  test('320 answers to two of three raters: 213 or 214 each, 106 or 107 per pair, all linked', () => {
    const of = assignRaters(320, 3, { perAnswer: 2, common: 0, seed: 1 });
    const { raters, pairs, perAnswer, connected } = overlapOf(assignmentsOf(of), 320);
    expect(raters.map(({ answers }) => answers).sort()).toEqual([213, 213, 214]);
    expect(pairs.map(({ answers }) => answers).sort()).toEqual([106, 107, 107]);
    expect(perAnswer).toEqual([{ raters: 2, answers: 320 }]);
    expect(connected).toBe(true);
  });

  test('in every design loads differ by one at most, each answer has its raters, and all rate the common ones', () => {
    fc.assert(
      fc.property(
        fc.record({
          answers: fc.integer({ min: 1, max: 80 }),
          raters: fc.integer({ min: 1, max: 8 }),
          perAnswer: fc.integer({ min: 1, max: 8 }),
          common: fc.integer({ min: 0, max: 10 }),
          seed: fc.nat(1000),
        }),
        ({ answers, raters, seed, ...given }) => {
          const perAnswer = Math.min(given.perAnswer, raters);
          const common = Math.min(given.common, answers);
          const of = assignRaters(answers, raters, { perAnswer, common, seed });
          const loads = of.map((own) => own.length);
          expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
          const counts = new Array(answers).fill(0);
          for (const own of of) {
            expect(new Set(own).size).toBe(own.length);
            for (const answer of own) counts[answer]++;
          }
          expect(counts.filter((count) => count === perAnswer || count === raters).length).toBe(
            answers,
          );
          if (perAnswer < raters)
            expect(counts.filter((count) => count === raters).length).toBe(common);
          expect(assignRaters(answers, raters, { perAnswer, common, seed })).toEqual(of);
        },
      ),
    );
  });

  test('a later rater gets the common answers, and shares about as many of the others with each', () => {
    const of = assignRaters(60, 3, { perAnswer: 2, common: 6, seed: 4 });
    const all = of.reduce((sum, own) => sum + own.length, 0);
    const later = assignLater(of, 60, Math.round(all / 3), randomStream(1, 'later'));
    expect(later).toHaveLength(42);
    const common = of[0].filter((k) => of[1].includes(k) && of[2].includes(k));
    expect(common).toHaveLength(6);
    expect(later).toEqual(expect.arrayContaining(common));
    const shared = of.map((own) => own.filter((k) => later.includes(k)).length);
    expect(Math.max(...shared) - Math.min(...shared)).toBeLessThanOrEqual(1);
  });
});

test('raters without common answers are reported as not linked', () => {
  const pair = (rater: string, answer: number) => ({ rater, answer });
  const apart = [pair('a', 0), pair('b', 0), pair('c', 1), pair('d', 1)];
  expect(overlapOf(apart, 2).connected).toBe(false);
  expect(overlapOf([...apart, pair('b', 1)], 2).connected).toBe(true);
});

describe('the sample', () => {
  const answers = ['m1', 'm2', 'm3'].flatMap((model) =>
    Array.from({ length: 10 }, (_, k) => ({
      ...{ model, item: `q${Math.floor(k / 2)}`, question: k % 2, condition: '' },
    })),
  );

  test('has all models on the same questions, and of each item one question before a second one', () => {
    const drawn = sampleAnswers(answers, 15, randomStream(1, 's')).map((k) => answers[k]);
    expect(drawn).toHaveLength(15);
    expect(new Set(drawn.map(({ item }) => item)).size).toBe(5);
    for (const model of ['m1', 'm2', 'm3'])
      expect(drawn.filter((one) => one.model === model)).toHaveLength(5);
    expect(new Set(drawn.map(({ item, question }) => `${item} ${question}`)).size).toBe(5);
  });

  test('is balanced over models wherever it ends, and another seed draws another one', () => {
    for (let count = 1; count <= answers.length; count++) {
      const drawn = sampleAnswers(answers, count, randomStream(count, 's'));
      expect(new Set(drawn).size).toBe(count);
      const loads = ['m1', 'm2', 'm3'].map(
        (model) => drawn.filter((k) => answers[k].model === model).length,
      );
      expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
    }
    const of = (seed: number) => sampleAnswers(answers, 12, randomStream(seed, 's'));
    expect(of(1)).toEqual(of(1));
    expect(of(1)).not.toEqual(of(2));
  });
});

test('in the order of a rater no item and no model follows itself where that can be, and nothing is lost', () => {
  const about = Array.from({ length: 40 }, (_, k) => ({
    item: `q${Math.floor(k / 4)}`,
    model: `m${k % 4}`,
  }));
  for (let seed = 0; seed < 50; seed++) {
    const order = orderAnswers([...about.keys()], about, randomStream(seed, 'order'));
    expect([...order].sort((x, y) => x - y)).toEqual([...about.keys()]);
    for (let k = 1; k < order.length; k++) {
      expect(about[order[k]].item).not.toBe(about[order[k - 1]].item);
      expect(about[order[k]].model).not.toBe(about[order[k - 1]].model);
    }
  }
});

test('answers that name their model or its family are counted, in any case', () => {
  const said = (model: string, text: string) => ({ model, text });
  const found = namedModels([
    said('Qwen2-72B', 'As QWEN, I would say …'),
    said('Qwen2-72B', 'Take a swab.'),
    said('org/glm-4', 'I am GLM-4.'),
    said('model-1', 'This model of care …'),
  ]);
  expect(found).toEqual([
    { model: 'Qwen2-72B', answers: 2, naming: 1 },
    { model: 'org/glm-4', answers: 1, naming: 1 },
  ]);
});
