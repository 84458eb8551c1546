import { fail } from '../../errors.ts';
import { nearestNames } from '../../nearest.ts';

/** One of a list of names. @throws NAME_UNKNOWN */
export function oneOf<T extends string>(kind: string, name: string, known: readonly T[]): T {
  const found = known.find((other) => other === name);
  return found ?? fail('NAME_UNKNOWN', { kind, name, nearest: nearestNames(name, known) });
}
