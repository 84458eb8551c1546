import type { Quota } from '../../src/cat/constrain/quotas.ts';

/** Quotas on one line: `content=A 20–40%`; `none` where there are none. */
export function quotasName(quotas: readonly Quota[]): string {
  if (quotas.length === 0) return 'none';
  const share = (x: number) => Math.round(1000 * x) / 10;
  return quotas
    .map(({ tag, value, least = 0, most = 1 }) => `${tag}=${value} ${share(least)}–${share(most)}%`)
    .join(', ');
}

/** A truth or a calibration on one line: `wrongKeys share 0.02 options 4, noise share 0.01`; `none` where it is empty. */
export function conditionName(of: object): string {
  const parts = Object.entries(of).flatMap(([name, options]) =>
    options === undefined ? [] : [[name, ...Object.entries(options as object).flat()].join(' ')],
  );
  return parts.length === 0 ? 'none' : parts.join(', ');
}
