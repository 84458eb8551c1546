import type { Series } from './plot-types.ts';

/**
 * The values as the plot takes them: x, then all series, then low and high of each band. Points have bars in place of a band.
 * @returns the columns, and for each band the columns of its series, its low and its high end
 */
export function plotData(
  x: readonly number[],
  series: readonly Series[],
): { columns: (number | null)[][]; bands: { series: number; low: number; high: number }[] } {
  const columns: (number | null)[][] = [[...x], ...series.map(({ values }) => [...values])];
  const bands: { series: number; low: number; high: number }[] = [];
  for (const [k, { kind, low, high }] of series.entries()) {
    if (kind === 'points' || low === undefined || high === undefined) continue;
    bands.push({ series: k, low: columns.length, high: columns.length + 1 });
    columns.push([...low], [...high]);
  }
  return { columns, bands };
}

/** Joins series with x values of their own into one ascending x; null if a series has no value there. */
export function joinSeries(
  parts: readonly {
    readonly name: string;
    readonly x: readonly number[];
    readonly y: readonly (number | null)[];
    readonly low: readonly (number | null)[] | null;
    readonly high: readonly (number | null)[] | null;
  }[],
): { x: number[]; series: Series[] } {
  const x = [...new Set(parts.flatMap((part) => part.x))].sort((a, b) => a - b);
  const spread = (part: { readonly x: readonly number[] }, values: readonly (number | null)[]) => {
    const at = new Map(part.x.map((value, k) => [value, values[k]]));
    return x.map((value) => at.get(value) ?? null);
  };
  const series = parts.map((part) => ({
    name: part.name,
    values: spread(part, part.y),
    ...(part.low === null || part.high === null
      ? {}
      : { low: spread(part, part.low), high: spread(part, part.high) }),
  }));
  return { x, series };
}
