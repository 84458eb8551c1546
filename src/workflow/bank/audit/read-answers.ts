import { closeSync, openSync, readSync } from 'node:fs';
import type { RecordAnswer } from '../../../../item-bank/import/format.ts';
import type { KnownItems } from '../../../../item-bank/import/import-items.ts';
import { importItems } from '../../../../item-bank/import/import-items.ts';
import { loggedModel } from '../../../../item-bank/import/logs/lm-eval-model.ts';
import { Rejection } from '../../../../item-bank/import/records/records.ts';
import type { Source } from '../../../../item-bank/import/records/source.ts';
import { fail } from '../../../errors.ts';
import { readOutputs } from '../../../files/items/read-outputs.ts';
import { readChoices } from '../../../files/responses/read-choices.ts';
import { readResponses } from '../../../files/responses/read-responses.ts';
import { type ExtractionMode, extractorOf } from '../../../scoring/extract/modes.ts';
import { failToRead } from '../../../text/read-text.ts';
import { importFormat, isReadInPlace, itemFormat, type ReadFormat } from '../import-formats.ts';
import type { AnsweredItem, ChoiceCollection } from './collect-choices.ts';

/** Bytes of a file's first line that are looked at. */
const LOOKED_AT = 65_536;
const LOG = /(\.eval|(^|[/\\])samples_[^/\\]*\.jsonl)$/i;

/** How the answers of files are read. */
export interface AnswerReading {
  readonly items: ReadonlyMap<string, AnsweredItem>;
  readonly mode: ExtractionMode;
  /** For logs, whose items are found by their content. */
  readonly known: KnownItems;
  /** Opens a file with progress reports. */
  open(file: string): Source;
}

/**
 * Adds the answers of a file: a CSV of scores, or of choices with a column `choice`; JSON Lines of outputs; a log of a harness.
 * @throws what is wrong with files
 */
export async function readAnswers(
  file: string,
  reading: AnswerReading,
  answers: ChoiceCollection,
): Promise<void> {
  if (LOG.test(file)) return readLog(file, reading, answers);
  if (/\.(jsonl|ndjson)$/i.test(file)) return addOutputs(file, reading, answers);
  if (
    firstLine(file)
      .split(',')
      .some((cell) => cell.trim().replaceAll('"', '') === 'choice')
  ) {
    for (const { examinee, item, letters } of readChoices(file))
      answers.addLetters(examinee, item, letters);
    return;
  }
  answers.addMatrix(readResponses(file).matrix);
}

function addOutputs(file: string, { items, mode }: AnswerReading, answers: ChoiceCollection): void {
  const extract = extractorOf(mode);
  for (const { model, item, output, options, optionTexts, type, isCut } of readOutputs(file)) {
    const known = items.get(item);
    const count = options ?? known?.options;
    const question = {
      type: type ?? (known?.isSingle === false ? ('multiple' as const) : ('single' as const)),
      options: count === undefined || count === 0 ? USUAL_OPTIONS : count,
      optionTexts: optionTexts ?? undefined,
    };
    const { extracted } = extract(output, question, isCut);
    answers.addLetters(model, item, extracted);
  }
}

/** Where neither the line nor the bank says how many options there are, as for `thetarank extract`. */
const USUAL_OPTIONS = 10;

async function readLog(
  file: string,
  { known, open }: AnswerReading,
  answers: ChoiceCollection,
): Promise<void> {
  const name = importFormat(undefined, file);
  if (name === 'lm-eval' && loggedModel(file) === null)
    fail('FILE_INVALID', {
      file,
      found: 'a log that does not name its model',
      accepted: 'a log in the folder that lm-evaluation-harness wrote, with its results_….json',
    });
  const format = itemFormat(name, { provenance: {} });
  const source = isReadInPlace(name) ? file : open(file);
  const run = importItems(format, source, known, {
    record(value, id) {
      const answer = loggedAnswer(format, value, source);
      if (answer === null) return;
      if (typeof answer.extracted === 'string')
        answers.addLetters(answer.examinee, id, answer.extracted);
      else answers.addScore(answer.examinee, id, answer.score);
    },
  });
  for await (const _ of run);
}

/** The answer of a record of a log; null where there is none that can be read. */
function loggedAnswer(format: ReadFormat, value: unknown, source: Source): RecordAnswer | null {
  try {
    return format.answer?.(value, source) ?? null;
  } catch (error) {
    if (error instanceof Rejection) return null;
    throw error;
  }
}

function firstLine(file: string): string {
  const buffer = Buffer.alloc(LOOKED_AT);
  try {
    const handle = openSync(file, 'r');
    try {
      return buffer.toString('utf8', 0, readSync(handle, buffer)).split(/\r?\n/, 1)[0];
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (error instanceof Error && 'errno' in error) failToRead(file, error);
    throw error;
  }
}
