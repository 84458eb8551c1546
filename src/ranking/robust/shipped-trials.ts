import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import { digestOf } from '../../cache/cache-key.ts';
import type { HeldOutErrors } from './held-out-tests.ts';
import type { RobustRequest } from './prepare-robust.ts';

/** What trials show, by the digest of what they are made from. */
export type ShippedTrials = Readonly<Record<string, readonly HeldOutErrors[]>>;

const known = new Map<string, ShippedTrials>();

/** What the trials of a preparation show, if the package has them: `npm run build:trials` makes them. Null if it has not. */
export function shippedTrials(
  bank: string,
  request: RobustRequest,
): readonly HeldOutErrors[] | null {
  if (!isBuiltinBank(bank)) return null;
  const trials = known.get(bank) ?? readTrials(bank);
  known.set(bank, trials);
  // The key of a bank without trials would be computed in vain.
  return Object.keys(trials).length === 0 ? null : (trials[trialsKey(request)] ?? null);
}

function readTrials(bank: string): ShippedTrials {
  const file = trialsFile(bank);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ShippedTrials) : {};
}

/** The file of a built-in bank. */
export function trialsFile(bank: string): string {
  return fileURLToPath(import.meta.resolve(`#assets/banks/${bank}.trials.json`));
}

/** Names the trials of a request without costs by all that they are made from, but for the program. */
export function trialsKey(request: RobustRequest): string {
  const { responses, weights, families, tag, optionCounts, lengths, seed } = request;
  const { examinees, items, scores } = responses;
  return digestOf(
    ['trials'],
    [
      ...[items.length, examinees, scores, ...weights, families, tag?.values],
      ...[tag && Int32Array.from(tag.codes), optionCounts && Uint8Array.from(optionCounts)],
      ...[lengths, seed],
    ],
  );
}
