import { createHash } from 'node:crypto';
import type { ChatMessage } from '../message.ts';
import type { Prompt } from '../prompt.ts';
import { said } from '../said.ts';

/** Messages with their version, and the hash over both, as any other prompt has it (`Prompt`). */
export function seal(version: string, messages: readonly ChatMessage[]): Prompt {
  const hashed = JSON.stringify([version, messages.map(said)]);
  return { version, messages, hash: createHash('sha256').update(hashed).digest('hex') };
}
