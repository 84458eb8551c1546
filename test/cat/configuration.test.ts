import { expect, test } from 'vitest';
import { checkConfiguration, PUBLISHED } from '../../src/cat/configuration.ts';
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
    'the prior is normal(0, 0); accepted: a finite mean, an sd above 0',
  ],
  [
    { prior: { mean: Number.NaN, sd: 1 } },
    'the prior is normal(NaN, 1); accepted: a finite mean, an sd above 0',
  ],
  [
    { prior: { mean: 0, sd: Infinity } },
    'the prior is normal(0, Infinity); accepted: a finite mean, an sd above 0',
  ],
  [{ start: Number.NaN }, 'start is NaN; accepted: a finite ability'],
  [
    { select: { rule: 'randomesque', best: 0 } },
    'randomesque takes one of 0 items; accepted: a whole number from 1',
  ],
  [{ stop: { rule: 'length', items: 0 } }, 'the stopping rules end the test before its first item'],
  [{ stop: { rule: 'length', items: 2.5 } }, 'stop after 2.5 items; accepted: a whole number'],
  [{ stop: { rule: 'length', items: -1 } }, 'stop after -1 items; accepted: a whole number'],
  [
    { stop: { rule: 'standard-error', below: 0 } },
    'stop when standard-error is below 0; accepted: a number above 0',
  ],
  [
    { stop: { rule: 'information-left', below: Number.NaN } },
    'stop when information-left is below NaN; accepted: a number above 0',
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
  const error = failureOf(() => checkConfiguration({ ...PUBLISHED, ...change }));
  expect(error.code).toBe('SESSION_INVALID');
  expect(error.message).toBe(`adaptive session: ${reason}`);
});
