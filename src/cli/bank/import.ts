import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  type AnswerCollection,
  collectAnswers,
} from '../../../item-bank/import/collect-answers.ts';
import type { FieldMap } from '../../../item-bank/import/field-map.ts';
import type { ImportReport } from '../../../item-bank/import/import-items.ts';
import { importItems } from '../../../item-bank/import/import-items.ts';
import { Rejection } from '../../../item-bank/import/records.ts';
import type { Source } from '../../../item-bank/import/source.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import { fail } from '../../errors.ts';
import { addDatabaseOption, type DatabaseOptions, withStore } from '../options/database-option.ts';
import { addAnswers } from './add-answers.ts';
import { bankName, ownBankName } from './bank-name.ts';
import { IMPORT_FORMATS, importFormat, itemFormat, type ReadFormat } from './import-formats.ts';
import { printImport, type UnscoredRecords } from './import-report.ts';
import { fieldMap } from './map-option.ts';
import {
  addProvenanceOptions,
  type ProvenanceOptions,
  statedProvenance,
} from './provenance-options.ts';
import { rejectsFile } from './rejects-file.ts';
import { keepYoungHeapSmall } from './small-young-heap.ts';
import { readingProgress } from './watched-file.ts';

interface ImportOptions extends ProvenanceOptions, DatabaseOptions {
  readonly name: string;
  readonly format?: string;
  readonly title?: string;
  readonly map?: Partial<FieldMap>;
  readonly prefix?: string;
  readonly model?: string;
  readonly metric?: string;
  readonly filter?: string;
  readonly allOrNothing?: boolean;
  readonly strict?: boolean;
  readonly rejects?: string;
  readonly json?: boolean;
}

/** So many records without an answer are listed; all are counted. */
const UNSCORED_LISTED = 1000;

const EXAMPLES = `
Formats:
${Object.entries(IMPORT_FORMATS)
  .map(([name, what]) => `  ${name.padEnd(10)} ${what}`)
  .join('\n')}

Examples:
  thetarank bank import questions.csv --name mine
  thetarank bank import val.csv test_with_annotations.csv --format cmexam --name cmexam
  thetarank bank import data.jsonl --name mine --map id=nr,stem=text,options=A+B+C+D,key=right

  thetarank bank import results/*/samples_*.jsonl --name mine

Logs give items and answers: the answers are kept as the bank's recorded answers, beside those it has.
Records that are no valid item are left out, counted and listed; --all-or-nothing refuses the file instead. Items that
the bank has already, by content, are duplicates: importing a file twice changes nothing.`;

/** `thetarank bank import`: items of files into a bank. */
export function addBankImportCommand(bank: Command): void {
  const command = bank
    .command('import')
    .description('Import the items of files into a bank, which is made where there is none.')
    .argument('<files...>', 'files of one format')
    .requiredOption('--name <bank>', 'the bank', bankName)
    .option('--format <name>', `${Object.keys(IMPORT_FORMATS).join(', ')} (default: by the ending)`)
    .option('--title <text>', 'what the bank is, on one line (default: its name)')
    .option('--map <fields>', 'which field holds what: id=nr,stem=text,…', fieldMap)
    .option('--prefix <text>', 'begins the ids of items without one (default: item)')
    .option('--model <name>', 'of logs: who answered (default: what the log says)')
    .option('--metric <name>', 'of logs: the metric or scorer that scores (default: the first)')
    .option('--filter <name>', 'of lm-eval logs: the filter whose answers count');
  addDatabaseOption(addProvenanceOptions(command))
    .option('--all-or-nothing', 'keep nothing where a record is no valid item')
    .option('--strict', 'the same')
    .option('--rejects <file>', 'write the records left out there, JSON Lines')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(runImport);
}

async function runImport(files: string[], options: ImportOptions): Promise<void> {
  const name = ownBankName(options.name, '--name');
  const { rejects } = options;
  for (const file of files)
    if (rejects !== undefined && resolve(rejects) === resolve(file))
      fail('OPTIONS_CONFLICT', { options: '--rejects', reason: `${file} is read.` });
  const formatName = importFormat(options.format, files[0]);
  const format = itemFormat(formatName, { ...options, provenance: statedProvenance(options) });
  const progress = readingProgress(files, 'importing');
  keepYoungHeapSmall();
  const isStrict = options.allOrNothing === true || options.strict === true;
  await withStore(options, async (store) => {
    const known = await store.knownItems(name);
    const rejected = rejectsFile(rejects);
    const reports: ImportReport[] = [];
    const answers = collectAnswers();
    const unscored: UnscoredRecords = { count: 0, first: [] };
    async function* items(): AsyncGenerator<Item> {
      for (const file of files) {
        const source = formatName === 'inspect' ? file : progress.watch(file);
        const run = importItems(format, source, known, {
          rejected: (where, reason, record) => rejected.add({ file, where, reason, record }),
          record: (value, id) => collect(format, { value, id, source }, answers, unscored),
        });
        reports.push(run.report);
        yield* run;
        if (isStrict) refuseRejected(run.report);
      }
      if (reports.every(({ accepted, duplicates }) => accepted + duplicates === 0))
        refuseEmpty(reports);
    }
    let added = 0;
    try {
      const at = new Date().toISOString();
      const bank = { name, title: options.title ?? name, builtin: null };
      added = await store.addItems(bank, items(), at);
      if (answers.count > 0) await addAnswers(store, name, answers.matrix(), at);
    } finally {
      rejected.close();
      progress.stop();
    }
    const bank = await store.bank(name);
    const leftOut = format.leftOut ?? new Map<string, number>();
    const recorded = format.answer === undefined ? null : { answers, unscored };
    const outcome = { bank: bank ?? null, name, format: formatName, added, reports };
    printImport({ ...outcome, leftOut, recorded }, options);
  });
}

/** Keeps the answer of a record with the item it is an answer to, or why there is none. */
function collect(
  format: ReadFormat,
  { value, id, source }: { value: unknown; id: string; source: Source },
  answers: AnswerCollection,
  unscored: UnscoredRecords,
): void {
  if (format.answer === undefined) return;
  let reason = 'no score';
  try {
    const answer = format.answer(value, source);
    if (answer !== null) {
      answers.add(answer.examinee, id, answer.score);
      return;
    }
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    reason = error.message;
  }
  unscored.count++;
  if (unscored.first.length < UNSCORED_LISTED) unscored.first.push({ item: id, reason });
}

/** @throws FILE_INVALID where a record was left out and nothing is to be kept then */
function refuseRejected({ file, rejected, rejectedCount }: ImportReport): void {
  if (rejectedCount === 0) return;
  const { where, reason } = rejected[0];
  fail('FILE_INVALID', {
    file,
    where,
    found: `${reason} (one of ${rejectedCount} records that are no valid item; nothing was kept)`,
    accepted: 'valid items only, or a call without --all-or-nothing',
  });
}

function refuseEmpty(reports: readonly ImportReport[]): void {
  const report = reports.find(({ rejectedCount }) => rejectedCount > 0);
  const first = report?.rejected[0];
  fail('FILE_INVALID', {
    file: (report ?? reports[0]).file,
    ...(first !== undefined && { where: first.where }),
    found: first === undefined ? 'no records' : `${first.reason}; no record is a valid item`,
    accepted: 'records that are items of this format',
  });
}
