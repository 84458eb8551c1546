import { createHash } from 'node:crypto';
import type { RunConfiguration } from './run-record.ts';

/** SHA-256 of a configuration, as 64 hexadecimal digits; the order of its fields does not matter. */
export function configurationHash(configuration: RunConfiguration): string {
  return createHash('sha256')
    .update(JSON.stringify(ordered(configuration)))
    .digest('hex');
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .sort(([x], [y]) => (x < y ? -1 : 1))
    .map(([name, part]) => [name, ordered(part)]);
}
