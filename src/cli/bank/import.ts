import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { FieldMap } from '../../../item-bank/import/field-map.ts';
import type { ImportReport } from '../../../item-bank/import/import-items.ts';
import { importItems } from '../../../item-bank/import/import-items.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import { fail } from '../../errors.ts';
import { addDatabaseOption, type DatabaseOptions, withStore } from '../database-option.ts';
import { bankName, ownBankName } from './bank-name.ts';
import { IMPORT_FORMATS, importFormat, itemFormat } from './import-formats.ts';
import { printImport } from './import-report.ts';
import { fieldMap } from './map-option.ts';
import {
  addProvenanceOptions,
  type ProvenanceOptions,
  statedProvenance,
} from './provenance-options.ts';
import { rejectsFile } from './rejects-file.ts';
import { readingProgress } from './watched-file.ts';

interface ImportOptions extends ProvenanceOptions, DatabaseOptions {
  readonly name: string;
  readonly format?: string;
  readonly title?: string;
  readonly map?: Partial<FieldMap>;
  readonly prefix?: string;
  readonly allOrNothing?: boolean;
  readonly strict?: boolean;
  readonly rejects?: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Formats:
${Object.entries(IMPORT_FORMATS)
  .map(([name, what]) => `  ${name.padEnd(10)} ${what}`)
  .join('\n')}

Examples:
  thetarank bank import questions.csv --name mine
  thetarank bank import val.csv test_with_annotations.csv --format cmexam --name cmexam
  thetarank bank import data.jsonl --name mine --map id=nr,stem=text,options=A+B+C+D,key=right

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
    .option('--prefix <text>', 'begins the ids of items without one (default: item)');
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
  const isStrict = options.allOrNothing === true || options.strict === true;
  await withStore(options, async (store) => {
    const known = await store.knownItems(name);
    const rejected = rejectsFile(rejects);
    const reports: ImportReport[] = [];
    async function* items(): AsyncGenerator<Item> {
      for (const file of files) {
        const run = importItems(format, progress.watch(file), known, {
          rejected: (where, reason, record) => rejected.add({ file, where, reason, record }),
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
    } finally {
      rejected.close();
      progress.stop();
    }
    const bank = await store.bank(name);
    const leftOut = format.leftOut ?? new Map<string, number>();
    const outcome = { bank: bank ?? null, name, format: formatName, added, reports, leftOut };
    printImport(outcome, options);
  });
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
