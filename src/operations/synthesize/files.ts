import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parameterFlags } from '../../../calibration/diagnose/item-flags.ts';
import type { SynthesisPlan } from '../../../calibration/synthesize/calls.ts';
import { toCsv, writeFileWhole } from '../../files/write/write.ts';
import { writeTexts } from '../../files/write/write-texts.ts';
import { wordsOfReports } from '../../report/words-of-reports.ts';
import type { KeptCalls } from '../../run/kept-calls.ts';
import type { BatchSynthesisResult } from '../../workflow/synthesis/batch/batch-result.ts';
import type { CalibratedSynthesis } from '../../workflow/synthesis/fit/calibrate-source.ts';
import type { SynthesisSource } from '../../workflow/synthesis/fit/synthesis-source.ts';
import type { SynthesisBank } from '../../workflow/synthesis/synthesis-bank.ts';
import type { SynthesisResult } from '../../workflow/synthesis/synthesis-result.ts';
import { parametersCsv } from '../calibrate/parameters-csv.ts';
import { reportHtml } from './fit/report-html.ts';

/** What `calibrate synthesize --out` writes. */
export const SYNTHESIS_FILES = [
  'parameters.csv',
  'responses.csv',
  'report.json',
  'report.html',
] as const;

/**
 * Writes the parameters, the participants' answers they were calibrated on, and the report. Where nothing was calibrated, parameters
 * that lie there from before stay: they may be all that there is of a calibration that took long.
 * @returns the paths of what it wrote
 */
export async function writeSynthesis(
  folder: string,
  result: SynthesisResult,
  { plan, ids, kept }: Pick<SynthesisSource, 'plan' | 'ids' | 'kept'>,
  calibrated: CalibratedSynthesis | null,
): Promise<string[]> {
  // First: it makes the folder.
  const report = synthesisJson(result, calibrated);
  writeFileWhole(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  await writeTexts(join(folder, 'responses.csv'), responseLines(plan, { ids }, kept));
  const always = ['report.json', 'responses.csv'].map((file) => join(folder, file));
  if (calibrated === null) return always;
  const [parameters, page] = ofCalibration(folder);
  writeFileWhole(page, await reportHtml(result, calibrated, wordsOfReports()));
  const { items, calibration: own } = calibrated;
  const { parameters: values, standardErrors } = own.calibration;
  writeFileWhole(
    parameters,
    parametersCsv(items, values, standardErrors, 'blockwise', parameterFlags(values)),
  );
  return [...always, parameters, page];
}

const ofCalibration = (folder: string) =>
  ['parameters.csv', 'report.html'].map((file) => join(folder, file));

/** The files of a calibration that lie in the folder. */
export function staleFiles(folder: string): string[] {
  return ofCalibration(folder).filter((file) => existsSync(file));
}

/**
 * What is printed with `--json`, and kept as `report.json`: always of this shape. `batch` is of a round of batches that leaves
 * something missing, and null else; `calibration` is null if there is none.
 */
export function synthesisJson(
  { batch = null, ...result }: SynthesisResult & { batch?: BatchSynthesisResult['batch'] | null },
  calibrated: CalibratedSynthesis | null,
) {
  if (calibrated === null) return { ...result, batch, calibration: null };
  const { number, fingerprint, isPartial, kinds, report, realModels } = calibrated;
  return {
    ...result,
    batch,
    calibration: { number, fingerprint, isPartial, kinds, ...report, realModels },
  };
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
