import { fail } from '../errors.ts';
import { nearestNames } from '../nearest.ts';

/** The rows of the named examinees, each once, in the given order; all rows without names. @throws NAME_UNKNOWN */
export function selectModels(
  examinees: readonly string[],
  models: readonly string[] | undefined,
): number[] {
  if (models === undefined) return examinees.map((_, i) => i);
  const rows = models.map((name) => {
    const i = examinees.indexOf(name);
    if (i < 0)
      fail('NAME_UNKNOWN', { kind: 'model', name, nearest: nearestNames(name, examinees) });
    return i;
  });
  return [...new Set(rows)];
}
