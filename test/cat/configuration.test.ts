import { expect, test } from 'vitest';
import {
  checkConfiguration,
  PUBLISHED,
  type SessionConfiguration,
} from '../../src/cat/configuration.ts';
import { SELECT_NAMES } from '../../src/cat/select/selectors.ts';
import { STOP_NAMES } from '../../src/cat/stop/stop-rules.ts';
import { failureOf } from '../files/temporary.ts';

test('the published configuration is accepted: ML, maximum information, 243 items', () => {
  expect(() => checkConfiguration(PUBLISHED)).not.toThrow();
  expect(PUBLISHED).toMatchObject({
    lag: 1,
    estimator: 'ml',
    select: { rule: 'maximum-information' },
    stop: { rule: 'length', items: 243 },
  });
});

test.each([
  [{ lag: 0 }, 'lag is 0; accepted: a whole number from 1'],
  [{ lag: 1.5 }, 'lag is 1.5; accepted: a whole number from 1'],
  [
    { prior: { mean: 0, sd: 0 } },
    'the prior is normal(0, 0); accepted: a mean from -1000000 to 1000000, an sd from 0.000001 to 1000000',
  ],
  [
    { prior: { mean: Number.NaN, sd: 1 } },
    'the prior is normal(NaN, 1); accepted: a mean from -1000000 to 1000000, an sd from 0.000001 to 1000000',
  ],
  [
    { prior: { mean: 0, sd: Infinity } },
    'the prior is normal(0, Infinity); accepted: a mean from -1000000 to 1000000, an sd from 0.000001 to 1000000',
  ],
  [{ start: Number.NaN }, 'start is NaN; accepted: an ability from -1000000 to 1000000'],
  [
    { select: { rule: 'randomesque', best: 0 } },
    'randomesque: best is 0; accepted: a whole number from 1',
  ],
  [{ stop: { rule: 'length', items: 0 } }, 'the stopping rules end the test before its first item'],
  [{ stop: { rule: 'length', items: 2.5 } }, 'stop after 2.5 items; accepted: a whole number'],
  [{ stop: { rule: 'length', items: -1 } }, 'stop after -1 items; accepted: a whole number'],
  [
    { stop: { rule: 'standard-error', below: 0 } },
    'stopping rule standard-error: below is 0; accepted: a number above 0',
  ],
  [
    { stop: { rule: 'information-left', below: Number.NaN } },
    'stopping rule information-left: below is NaN; accepted: a number above 0',
  ],
  [
    { select: { rule: 'guess' } },
    `unknown rule of selection "guess"; accepted: ${SELECT_NAMES.join(', ')}`,
  ],
  [
    { select: { rule: 'progressive', acceleration: -1 } },
    'progressive: acceleration is -1; accepted: 0 to 100',
  ],
  [
    {
      select: { rule: 'proportional', acceleration: 1 },
      stop: { rule: 'standard-error', below: 0.3 },
    },
    "proportional needs the test's greatest length; add a length rule to the stopping rules",
  ],
  [
    { select: { rule: 'a-stratified', strata: 0, blocked: false } },
    'a-stratified: strata is 0; accepted: a whole number from 1',
  ],
  [
    { stop: { rule: 'whim' } },
    `unknown stopping rule "whim"; accepted: ${STOP_NAMES.join(', ')}, any, all`,
  ],
  [
    { stop: { rule: 'estimate-change', last: 0, below: 0.1 } },
    'stop when the estimate has changed little over 0 answers; accepted: a whole number from 1',
  ],
  [
    { stop: { rule: 'confidence-classification', cuts: [1, 0], confidence: 0.95 } },
    'classification at the cuts 1, 0; accepted: finite abilities, ascending',
  ],
  [
    { stop: { rule: 'confidence-classification', cuts: [0], confidence: 1 } },
    'classification with confidence 1; accepted: above 0 and below 1',
  ],
  [
    { stop: { rule: 'sprt', cut: 0, indifference: 0, alpha: 0.05, beta: 0.05 } },
    'ratio test with indifference 0; accepted: a number above 0',
  ],
  [
    { stop: { rule: 'sprt', cut: 0, indifference: 0.2, alpha: 0.5, beta: 0.5 } },
    'ratio test with error rates 0.5 and 0.5; accepted: above 0, together below 1',
  ],
  [{ stop: { rule: 'budget', most: 0 } }, 'budget of 0; accepted: a number above 0'],
  [
    { barred: { cuts: [0], items: [[]] } },
    'barred items: found 1 levels of ability; accepted: 2, one more than there are cuts',
  ],
  [
    { barred: { cuts: [0, 0], items: [[], [], []] } },
    'barred items: found the cuts 0, 0; accepted: finite abilities, ascending',
  ],
  [{ stop: { rule: 'any', of: [] } }, 'stop rule "any" has no parts'],
  [
    {
      stop: {
        rule: 'any',
        of: [
          { rule: 'length', items: 9 },
          { rule: 'all', of: [] },
        ],
      },
    },
    'stop rule "all" has no parts',
  ],
] as const)('refuses %j', (change, reason) => {
  const odd = { ...PUBLISHED, ...change } as SessionConfiguration;
  const error = failureOf(() => checkConfiguration(odd));
  expect(error.code).toBe('SESSION_INVALID');
  expect(error.message).toBe(`adaptive session: ${reason}`);
});
