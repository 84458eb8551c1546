import type { CorrelationName } from './correlation-interval.ts';

/**
 * The coefficients of a bivariate normal distribution with correlation r: τ = (2/π) asin r, ρ = (6/π) asin(r/2).
 * @see Kruskal (1958), JASA 53, 814–861
 */
export const OF_NORMAL: Readonly<Record<CorrelationName, (r: number) => number>> = {
  kendall: (r) => (2 / Math.PI) * Math.asin(r),
  spearman: (r) => (6 / Math.PI) * Math.asin(r / 2),
  pearson: (r) => r,
};
