import { createHash } from 'node:crypto';
import type { LiveBank } from './live-bank.ts';

/** SHA-256 of all that a test depends on: items, tags, recorded answers, families. */
export function bankFingerprint({
  recorded,
  families,
  hashes,
}: Pick<LiveBank, 'recorded' | 'families' | 'hashes'>): string {
  const { responses, tags, fullScore } = recorded;
  const { scores } = responses;
  const hash = createHash('sha256');
  hash.update(JSON.stringify([responses.items, hashes, responses.examinees, families, fullScore]));
  for (const [name, { values, codes }] of Object.entries(tags))
    hash.update(JSON.stringify([name, values, Array.from(codes)]));
  hash.update(new Uint8Array(scores.buffer, scores.byteOffset, scores.byteLength));
  return hash.digest('hex');
}
