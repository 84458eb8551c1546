import fc from 'fast-check';
import { type Answers, answersOf } from '../../src/irt/answers.ts';
import { type ItemParameters, itemParameters } from '../../src/irt/parameters.ts';
import { repetitions } from '../repetitions.ts';

/** One item, and the score of an answer to it. */
export interface AnsweredItem {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly u: number;
}

const GRAINS = 1e9;
/** Uniform between its ends, and these themselves now and then (fc.double favours numbers near 0 by far). */
export const between = (min: number, max: number) =>
  fc
    .integer({ min: 0, max: GRAINS })
    .map((k) => (k === GRAINS ? max : min + ((max - min) * k) / GRAINS));
/** Log-uniform. */
const slope = (min: number, max: number) =>
  between(Math.log(min), Math.log(max)).map((log) => Math.min(max, Math.max(min, Math.exp(log))));

/** The shape of a four-parameter item: ordinary values mostly, and the ends of what is allowed. */
export const shape = fc
  .record({
    a: fc.oneof(slope(0.3, 3), slope(0.01, 50)),
    b: fc.oneof(between(-2, 2), between(-8, 8), between(-60, 60)),
    c: fc.oneof(fc.constant(0), between(0, 0.5), between(0, 0.999), fc.constant(1e-300)),
    above: fc.oneof(fc.constant(1), between(0.6, 1), between(1e-6, 1)),
  })
  // (1 − c) · 1 can round to more than 1 − c.
  .map(({ a, b, c, above }) => ({ a, b, c, d: Math.min(1, c + above * (1 - c)) }));

const answered = (a: fc.Arbitrary<number>, d: fc.Arbitrary<number>) =>
  fc.record({
    a,
    b: fc.oneof(between(-3, 3), between(-6, 6)),
    c: fc.oneof(between(0.05, 0.4), fc.constant(0.25), fc.constant(0)),
    d,
    u: fc.constantFrom(0, 1),
  });

/** Up to `most` answered items with slopes from `a`, all 3PL (some 2PL) or all 4PL. */
const answeredWith = (most: number, a: fc.Arbitrary<number>): fc.Arbitrary<AnsweredItem[]> =>
  fc.oneof(
    fc.array(answered(a, fc.constant(1)), { minLength: 1, maxLength: most }),
    fc.array(answered(a, between(0.7, 1)), { minLength: 1, maxLength: most }),
  );

/** Ordinary slopes, and some from 0.01 to `steepest`. */
export const answeredItems = (most: number, steepest = 50) =>
  answeredWith(most, fc.oneof(slope(0.4, 2.5), slope(0.01, steepest)));

/** Steep items only, whose likelihood and weight turn on a scale of 1/a. */
export const steepItems = (most: number, steepest: number) =>
  answeredWith(most, slope(2, steepest));

export function itemsOf(list: readonly Omit<AnsweredItem, 'u'>[]): ItemParameters {
  return itemParameters({
    a: list.map((item) => item.a),
    b: list.map((item) => item.b),
    c: list.map((item) => item.c),
    d: list.map((item) => item.d),
  });
}

export function answersFrom(list: readonly AnsweredItem[]): Answers {
  return answersOf(
    itemsOf(list),
    list.map((item) => item.u),
  );
}

/** fast-check's settings: a fixed seed, so that every run tests the same; one in twenty runs in `npm test`. */
export const runs = (numRuns: number) => ({
  seed: 20240711,
  numRuns: repetitions(numRuns, Math.ceil(numRuns / 20)),
});
