import type { ModelComparison } from '../../../api/leaderboards.ts';

/** The comparison with the higher score first, so that every difference on the page has the sign of its headline. */
export function higherFirst(data: ModelComparison): ModelComparison {
  if (data.a.score >= data.b.score) return data;
  const { a, b, common } = data;
  return {
    ...data,
    a: b,
    b: a,
    difference: negative(data.difference),
    low: negative(data.high),
    high: negative(data.low),
    probability: data.probability === null ? null : 1 - data.probability,
    common: common === null ? null : { ...common, onlyA: common.onlyB, onlyB: common.onlyA },
    tags: data.tags.map((row) => ({ ...row, a: row.b, b: row.a, low: -row.high, high: -row.low })),
  };
}

const negative = (value: number | null) => (value === null ? null : -value);
