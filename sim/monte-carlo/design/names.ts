import type { Quota } from '../../../src/cat/constrain/quotas.ts';
import type { Enemies } from './enemies.ts';
import { type NamedRule, ruleName } from './rules.ts';

/** Constraints on one line: `content=A 20–40%, enemies by passage`; `none` if there are none. */
export function constraintName(
  quotas: readonly Quota[],
  enemies: Enemies | null,
  assembly?: string | NamedRule | undefined,
): string {
  const share = (x: number) => Math.round(1000 * x) / 10;
  const parts = quotas.map(
    ({ tag, value, least = 0, most = 1 }) => `${tag}=${value} ${share(least)}–${share(most)}%`,
  );
  if (enemies !== null)
    parts.push(
      'tag' in enemies
        ? `enemies by ${enemies.tag}`
        : `${enemies.length} ${enemies.length === 1 ? 'set' : 'sets'} of enemies`,
    );
  if (assembly !== undefined)
    parts.push(typeof assembly === 'string' ? assembly : ruleName(assembly));
  return parts.length === 0 ? 'none' : parts.join(', ');
}

/** A truth or a calibration on one line: `wrongKeys share 0.02 options 4, noise share 0.01`; `none` if it is empty. */
export function conditionName(of: object): string {
  const parts = Object.entries(of).flatMap(([name, options]) =>
    options === undefined ? [] : [[name, ...Object.entries(options as object).flat()].join(' ')],
  );
  return parts.length === 0 ? 'none' : parts.join(', ');
}
