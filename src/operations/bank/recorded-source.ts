import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import { fail } from '../../errors.ts';
import { fileBeginning } from '../../files/harness/file-beginning.ts';
import { promptfooMatrix } from '../../files/harness/promptfoo-matrix.ts';
import { isBatchResults } from '../../files/harness/read-batch-results.ts';
import { isOpencompassPredictions } from '../../files/harness/read-opencompass-predictions.ts';
import { isPromptfoo } from '../../files/harness/read-promptfoo.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import { count, plural } from '../../numbers.ts';
import type { AbsentByModel } from '../../scoring/absent.ts';
import type { Store } from '../../store/store.ts';
import { bankOf } from '../../tested-bank/bank-of.ts';
import { shortened } from '../../text/shortened.ts';
import type { AnswerKinds } from '../../workflow/bank/answer-kinds.ts';
import { batchMatrix } from '../../workflow/bank/batch-matrix.ts';
import {
  type PredictionAnswers,
  predictionAnswers,
} from '../../workflow/bank/prediction-answers.ts';
import type { ModelPatterns } from '../../workflow/bank/read-answers.ts';
import { readAnyResponses } from '../../workflow/bank/read-any-responses.ts';
import { type RunAnswers, runAnswers } from '../../workflow/bank/run-answers.ts';
import { knownRun } from '../../workflow/known-run.ts';
import type { RecordOptions } from './file-options.ts';

/** Most items that are named. */
const SHOWN = 10;

/** Answers to keep with a bank. */
export interface Recorded {
  readonly bank: string;
  readonly matrix: ResponseMatrix;
  /** Families, if the file has them. */
  readonly families: readonly string[] | null;
  /** Whose answers come from the stand-in, if the file says so. */
  readonly standIns?: readonly string[] | undefined;
  /** Answers by kind, if the outputs are known. */
  readonly kinds?: readonly AnswerKinds[];
  /** Why answers are not there, if the outputs are known. */
  readonly absent?: AbsentByModel | undefined;
  /** What the outputs show of prompt, endpoint and extraction. */
  readonly patterns?: readonly ModelPatterns[];
  /** Records that were read, if some may be left out. */
  readonly reports?: PredictionAnswers['reports'];
  /** Items of the file that the bank does not have. */
  readonly unknown?: readonly string[];
  /** Scores in the file besides those that are kept. */
  readonly otherMetrics?: readonly string[];
  /** The run that they come from. */
  readonly from?: RunAnswers;
}

/**
 * What reads the answers that options name.
 * @throws OPTIONS_CONFLICT; what is wrong with files
 */
export async function recordedSource({
  files,
  to,
  run,
  partial,
}: RecordOptions): Promise<(store: Store) => Promise<Recorded>> {
  const [file] = files;
  if (file === undefined) return (store) => answersOfRun(store, run!, to, partial);
  const bank = to!;
  const beginning = fileBeginning(file);
  const families = null;
  if (isOpencompassPredictions(beginning))
    return async (store) => ({
      ...{ bank, families },
      ...(await predictionAnswers(store, bank, files)),
    });
  if (files.length > 1)
    fail('OPTIONS_CONFLICT', {
      options: 'files',
      reason: `${file} is not predictions of OpenCompass, and of other formats one file is recorded at a time.`,
    });
  if (isBatchResults(beginning))
    return async (store) => ({ bank, families, ...(await batchMatrix(store, bank, file)) });
  const read = isPromptfoo(beginning)
    ? { families, ...promptfooMatrix(file) }
    : await readAnyResponses(file);
  return (store) => knownAnswers(store, { bank, ...read }, { file, isPartial: partial });
}

async function answersOfRun(
  store: Store,
  run: number,
  to: string | undefined,
  isPartial: boolean,
): Promise<Recorded> {
  const bank = to ?? String((await knownRun(store, run)).configuration.bank);
  if (isBuiltinBank(bank)) refuseBuiltin(bank, run, isPartial);
  const from = await runAnswers(store, run, { to: bank, isPartial });
  const { matrix, kinds, absent, patterns, standIns } = from;
  return { bank, matrix, families: null, kinds, absent, patterns, standIns, from };
}

/**
 * The answers to items that the bank has.
 * @throws FILE_INVALID if there are others, unless a part of the answers is wanted; NAME_UNKNOWN
 */
async function knownAnswers(
  store: Store,
  recorded: Recorded,
  { file, isPartial }: { file: string; isPartial: boolean },
): Promise<Recorded> {
  const { bank } = recorded;
  await bankOf(store, bank);
  const known = await store.knownItems(bank);
  const { examinees, items, scores } = recorded.matrix;
  const kept = items.flatMap((item, j) => (known.has(item) ? [j] : []));
  const unknown = items.filter((item) => !known.has(item));
  if (unknown.length > 0 && (!isPartial || kept.length === 0))
    fail('FILE_INVALID', {
      file,
      found: `${count(unknown.length)} of ${plural(items.length, 'item')} that bank ${bank} does not have: ${listed(unknown)}`,
      accepted:
        kept.length === 0
          ? `answers to items of bank ${bank}`
          : 'items of the bank; to record the answers to the others, add --partial',
    });
  const columns = new Float32Array(examinees.length * kept.length);
  for (const m of examinees.keys())
    for (const [k, j] of kept.entries())
      columns[m * kept.length + k] = scores[m * items.length + j];
  const matrix = { examinees, items: kept.map((j) => items[j]), scores: columns };
  return { ...recorded, matrix, unknown };
}

/** The first of many names. */
export function listed(names: readonly string[]): string {
  const first = names.slice(0, SHOWN).map(shortened).join(', ');
  return names.length > SHOWN ? `${first}, … and ${count(names.length - SHOWN)} more` : first;
}

function refuseBuiltin(bank: string, run: number, isPartial: boolean): never {
  const out = `thetarank bank export ${bank} --recorded-answers --run ${run}${isPartial ? ' --partial' : ''} --out answers.csv`;
  return fail('RUN_NOT_RECORDED', {
    run,
    reason: `the built-in bank ${bank} does not change. Write its recorded answers and those of the run to a file, and rank that: ${out} && thetarank rank --responses answers.csv`,
  });
}
