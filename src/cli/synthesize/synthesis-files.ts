import { join } from 'node:path';
import type { SynthesisPlan } from '../../../calibration/synthesize/calls.ts';
import { toCsv, writeFileWhole } from '../../files/write.ts';
import type { KeptCalls } from '../../run/kept-calls.ts';
import { writeTexts } from '../whole-file.ts';
import type { SynthesisBank } from './synthesis-bank.ts';
import type { SynthesisResult } from './synthesis-result.ts';

/** What `calibrate synthesize --out` writes. */
export const SYNTHESIS_FILES = ['responses.csv', 'report.json'] as const;

/** Writes the participants' answers for `calibrate fit`, and the report. */
export async function writeSynthesis(
  folder: string,
  result: SynthesisResult,
  plan: SynthesisPlan,
  bank: SynthesisBank,
  kept: KeptCalls,
): Promise<void> {
  // First: it makes the folder.
  writeFileWhole(join(folder, 'report.json'), `${JSON.stringify(result, null, 2)}\n`);
  await writeTexts(join(folder, 'responses.csv'), responseLines(plan, bank, kept));
}

/**
 * Participants as examinees, one line each; the family is the generator, whose answers they share. Items and participants
 * without an answer are left out; where a participant was not asked, the cell is empty.
 */
export function* responseLines(
  { participants, callsOf }: SynthesisPlan,
  { ids }: Pick<SynthesisBank, 'ids'>,
  kept: KeptCalls,
): Generator<string> {
  const finals = callsOf.map((own) => own[own.length - 1]);
  const answered = ids.flatMap((_, item) =>
    finals.some((call) => kept.isKept(call, item)) ? [item] : [],
  );
  yield toCsv(['examinee', 'family', ...answered.map((item) => ids[item])], []);
  for (const [p, { id, generator }] of participants.entries()) {
    if (!answered.some((item) => kept.isKept(finals[p], item))) continue;
    const cells = answered.map((item) =>
      kept.isKept(finals[p], item) ? String(kept.score(finals[p], item)) : '',
    );
    yield toCsv([id, generator, ...cells], []);
  }
}
