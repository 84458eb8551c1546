import { InvalidArgumentError } from 'commander';
import type { Quota } from '../../cat/constrain/quotas.ts';

/** Reads `TAG=VALUE:LEAST-MOST`, shares of which one may be missing, and adds it to the quotas before it; for commander. */
export function quotaOption(text: string, before: readonly Quota[] = []): readonly Quota[] {
  const match = /^([^=]+)=(.+):([\d.]*)-([\d.]*)$/.exec(text);
  const [, tag, value, low, high] = match ?? [];
  const least = low ? Number(low) : 0;
  const most = high ? Number(high) : 1;
  if (least > most && least <= 1 && most <= 1)
    throw new InvalidArgumentError(
      `The least share, ${least}, is above the greatest, ${most}. Accepted: ${tag}=${value}:${most}-${least}, or only one of the two.`,
    );
  if (match === null || (low === '' && high === '') || !(least >= 0 && least <= most && most <= 1))
    throw new InvalidArgumentError(
      'Accepted: TAG=VALUE:LEAST-MOST with shares from 0 to 1, such as category=law:0.2-0.3, category=law:0.2- or category=law:-0.3.',
    );
  return [...before, { tag, value, least, most }];
}
