import { basename, dirname } from 'node:path';
import { z } from 'zod';
import { canNameModel } from '../../../item-bank/import/logs/model-name.ts';
import { wholeJson } from '../../../item-bank/import/logs/whole-json.ts';
import { fail } from '../../errors.ts';
import { type Cut, isCutInRecord } from '../../finish-reason.ts';
import type { ChatMessage } from '../../prompt/message.ts';

const TURN = z.looseObject({ role: z.string(), prompt: z.string() });
const PREDICTION = z.looseObject({
  origin_prompt: z.union([z.string(), z.array(TURN)]),
  prediction: z.union([z.string(), z.array(z.string())]),
  gold: z.unknown().optional(),
});
const ROLES: Readonly<Record<string, ChatMessage['role']>> = {
  SYSTEM: 'system',
  BOT: 'assistant',
};

/** One prediction: what the model was sent, and what it said. */
export interface Prediction {
  /** Its place in the file. */
  readonly where: string;
  /** Why it cannot be read; null if it can. */
  readonly reason: string | null;
  readonly messages: readonly ChatMessage[];
  /** Several if the harness asked repeatedly. */
  readonly outputs: readonly string[];
  /** By output, whether it ended at the limit of tokens; undefined where the file does not say. */
  readonly cut: readonly Cut[];
  /** The right answer as the file has it; null if it has none, or not as a text. */
  readonly gold: string | null;
}

/** Whether a text is predictions of OpenCompass, by its beginning: an object of samples by their number. */
export function isOpencompassPredictions(text: string): boolean {
  return /^\s*\{\s*"0"\s*:\s*\{/.test(text);
}

/**
 * The predictions of OpenCompass (0.2 to 0.5), `predictions/<model>/<dataset>.json`, which have no scores.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE; FILE_INVALID for a file that is not of this form
 */
export async function readOpencompassPredictions(file: string): Promise<Prediction[]> {
  const value = await wholeJson(file);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fail('FILE_INVALID', {
      file,
      found: 'no object of samples',
      accepted: 'predictions/<model>/<dataset>.json of OpenCompass',
    });
  return Object.entries(value).map(([name, sample]): Prediction => {
    const where = `sample ${name}`;
    const { data, error } = PREDICTION.safeParse(sample);
    if (data === undefined) {
      const field = error.issues[0].path.join('.') || 'origin_prompt';
      const reason = `field ${field}: not as OpenCompass writes it`;
      return { where, reason, messages: [], outputs: [], cut: [], gold: null };
    }
    const { origin_prompt: prompt, prediction, gold } = data;
    const messages: ChatMessage[] =
      typeof prompt === 'string'
        ? [{ role: 'user', content: prompt }]
        : prompt
            .filter((turn) => turn.prompt !== '')
            .map((turn) => ({ role: ROLES[turn.role] ?? 'user', content: turn.prompt }));
    const outputs = [prediction].flat();
    return {
      where,
      reason: null,
      messages,
      outputs,
      cut: outputs.map((_, k) => isCutInRecord(data, k)),
      gold: typeof gold === 'string' ? gold.trim() : null,
    };
  });
}

/** The model of a file: its folder. @throws OPTION_INVALID if it lies elsewhere */
export function predictionsModel(file: string): string {
  const folder = dirname(file);
  if (basename(dirname(folder)) === 'predictions' && canNameModel(basename(folder)))
    return basename(folder);
  return fail('FILE_INVALID', {
    file,
    found: 'predictions of OpenCompass outside a folder predictions/<model>, which names the model',
    accepted: 'predictions/<model>/<dataset>.json',
  });
}
