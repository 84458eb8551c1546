import { describe, expect, test } from 'vitest';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { gradedAdvice, gradedLine } from '../../src/operations/graded-notes.ts';

const choice = (model: 'graded' | 'gpcm' | 'beta', isClear: boolean) => ({
  model,
  isClear,
  candidates: [],
});

describe('the model of graded scores', () => {
  test('by calibration, and how clearly', () => {
    const choices = [choice('gpcm', true), choice('gpcm', false), choice('beta', false)];
    expect(gradedLine({ levels: [0, 1 / 3, 1], isExact: false, choices })).toMatch(
      / 3 levels \(0, 0\.333, 1; .*\bbeta in 1 of 3 .*\bnot .*\bgpcm in 2 of 3 .* in 1\)/,
    );
  });
  test('of one calibration', () => {
    expect(
      gradedLine({ levels: [0, 0.5, 1], isExact: true, choices: [choice('gpcm', true)] }),
    ).toMatch(/ 3 levels \(0, 0\.5, 1\) .*gpcm \(clearly /);
  });
});

describe('the advice to use graded tests', () => {
  const responses = (models: number, score: (at: number) => number) => ({
    examinees: Array.from({ length: models }, (_, i) => `m${i}`),
    items: ['q1', 'q2'],
    scores: Float32Array.from({ length: 2 * models }, (_, at) => score(at)),
  });
  const halves = (at: number) => (at % 3) / 2;
  test('from 100 models with few levels on', () => {
    expect(gradedAdvice(responses(100, halves), 'robust')).toMatch(/ 3 levels/);
  });
  test.each<[string, ResponseMatrix, 'robust' | 'graded']>([
    ['fewer models', responses(99, halves), 'robust'],
    ['right and wrong answers', responses(100, (at) => at % 2), 'robust'],
    ['scores by degrees', responses(100, (at) => at / 200), 'robust'],
    ['one half among them', responses(100, (at) => (at === 0 ? 0.5 : at % 2)), 'robust'],
    ['graded tests', responses(100, halves), 'graded'],
  ])('not with %s', (_, own, strategy) => {
    expect(gradedAdvice(own, strategy)).toBeNull();
  });
});
