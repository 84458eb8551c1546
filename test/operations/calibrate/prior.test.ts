import { expect, test } from 'vitest';
import { prior } from '../../../src/operations/calibrate/fit/prior.ts';

test('only priors of the families that a parameter has', () => {
  const slopes = prior('lognormal', 'none');
  expect(slopes.parse('lognormal:0:0.5')).toEqual({ family: 'lognormal', mean: 0, sd: 0.5 });
  expect(slopes.parse('none')).toEqual({ family: 'none' });
  for (const text of ['beta:5:17', 'normal:0:1', 'lognormal:0:0', 'lognormal:0', 'lognormal::1'])
    expect(slopes.safeParse(text).success).toBe(false);
});
