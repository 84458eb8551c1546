import { describe, expect, test } from 'vitest';
import { agreement, meanAgreement } from '../../src/ranking/agreement.ts';

describe('agreement', () => {
  test('errors in percentage points, predicted minus actual', () => {
    const { mae, bias, kendall, spearman } = agreement([0.5, 0.75, 0.25], [0.25, 0.5, 0.375]);
    // Quarters and eighths are exact in floating point.
    expect(mae).toBeCloseTo((100 * (0.25 + 0.25 + 0.125)) / 3, 12);
    expect(bias).toBeCloseTo((100 * (0.25 + 0.25 - 0.125)) / 3, 12);
    expect(kendall).toBeCloseTo(1 / 3, 12);
    expect(spearman).toBeCloseTo(1 / 2, 12);
  });

  test('correlations are null if all are tied', () => {
    expect(agreement([0.5, 0.5], [0.2, 0.4])).toMatchObject({ kendall: null, spearman: null });
  });
});

describe('meanAgreement', () => {
  const one = { kendall: 0.5, spearman: 0.75, mae: 2, bias: 1 };

  test('is the mean of each figure', () => {
    const other = { kendall: 1, spearman: 0.25, mae: 4, bias: -3 };
    expect(meanAgreement([one, other])).toEqual({ kendall: 0.75, spearman: 0.5, mae: 3, bias: -1 });
  });

  test('a correlation that is undefined once is undefined', () => {
    const other = { ...one, kendall: null };
    expect(meanAgreement([one, other])).toMatchObject({ kendall: null, spearman: 0.75 });
  });
});
