import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileWhole } from 'thetarank';
import { z } from 'zod';
import { fail, readText } from '../../../src/cli/command-kit.ts';
import { protocolHash, type TrialProtocol } from './trial-protocol.ts';

export const PROTOCOL_FILE = 'protocol.json';

const kept = z.object({
  sha256: z.string(),
  fixedAt: z.string(),
  protocol: z.record(z.string(), z.unknown()),
});

/**
 * Checks that a trial may begin or continue in a folder. It continues only with its own protocol, so that nothing is chosen
 * after answers are seen.
 * @returns whether the folder already has it
 * @throws OPTIONS_CONFLICT if the folder has a protocol and this trial is new, or has another one; FILE_INVALID if it was
 * changed
 */
export function checkProtocol(folder: string, protocol: TrialProtocol, resume: boolean): boolean {
  const file = join(folder, PROTOCOL_FILE);
  if (!existsSync(file)) return false;
  const before = readProtocol(file);
  if (!resume)
    fail('OPTIONS_CONFLICT', {
      options: '--out',
      reason: `${file} is the protocol of a trial that has begun; --resume goes on with it, another --out begins another one.`,
    });
  const differs = [...new Set([...Object.keys(before), ...Object.keys(protocol)])].filter(
    (key) => protocolHash({ of: before[key] }) !== protocolHash({ of: protocol[key] }),
  );
  if (differs.length > 0)
    fail('OPTIONS_CONFLICT', {
      options: '--resume',
      reason: `the protocol in ${file} was fixed with another ${differs.join(', ')}; make them the same to go on with it, or begin another trial with another --out.`,
    });
  return true;
}

/** Writes a protocol to a folder. @param at the time, ISO 8601, for information only */
export function keepProtocol(folder: string, protocol: TrialProtocol, at: string): void {
  const text = JSON.stringify({ sha256: protocolHash(protocol), fixedAt: at, protocol }, null, 2);
  writeFileWhole(join(folder, PROTOCOL_FILE), `${text}\n`);
}

function readProtocol(file: string): TrialProtocol {
  const accepted = 'a protocol as thetarank wrote it';
  let value: unknown;
  try {
    value = JSON.parse(readText(file).toString('utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return fail('FILE_INVALID', { file, found: 'no JSON', accepted });
  }
  const parsed = kept.safeParse(value);
  if (!parsed.success) return fail('FILE_INVALID', { file, found: 'other JSON', accepted });
  const { sha256, protocol } = parsed.data;
  if (protocolHash(protocol) !== sha256)
    fail('FILE_INVALID', { file, found: 'a protocol that is not the one of its sha256', accepted });
  return protocol;
}
