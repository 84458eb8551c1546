import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { FieldMap } from '../../../item-bank/import/recognise/field-map.ts';
import { fail } from '../../errors.ts';
import { oneOf } from '../../workflow/asking/one-of.ts';
import {
  IMPORT_STATUSES,
  type ImportOutcome,
  importFiles,
} from '../../workflow/bank/import-files.ts';
import { IMPORT_FORMATS, importFormat, itemFormat } from '../../workflow/bank/import-formats.ts';
import type { StatedTaxonomy } from '../../workflow/bank/tag-check.ts';
import { addDatabaseOption, type DatabaseOptions, withStore } from '../options/database-option.ts';
import { noteAlike } from '../output/alike-note.ts';
import { endedWork } from '../output/shown-work.ts';
import { bankName, ownBankName } from './bank-name.ts';
import { endPartial, printImport } from './import-report.ts';
import { MAY_LACK } from './kinds-report.ts';
import { fieldMap } from './map-option.ts';
import {
  addProvenanceOptions,
  type ProvenanceOptions,
  statedProvenance,
} from './provenance-options.ts';
import { rejectsFile } from './rejects-file.ts';
import { keepYoungHeapSmall } from './small-young-heap.ts';
import { addTaxonomyOptions } from './taxonomy-options.ts';
import { readingProgress } from './watched-file.ts';

interface ImportOptions extends ProvenanceOptions, StatedTaxonomy, DatabaseOptions {
  readonly name: string;
  readonly format?: string;
  readonly title?: string;
  readonly status?: string;
  readonly map?: Partial<FieldMap>;
  readonly prefix?: string;
  readonly model?: string;
  readonly metric?: string;
  readonly filter?: string;
  readonly evaluation?: string;
  readonly partial?: boolean;
  readonly allOrNothing?: boolean;
  readonly strict?: boolean;
  readonly absent?: boolean;
  readonly rejects?: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Formats:
${Object.entries(IMPORT_FORMATS)
  .map(([name, what]) => `  ${name.padEnd(15)} ${what}`)
  .join('\n')}

Examples:
  thetarank bank import questions.csv --name mine
  thetarank bank import val.csv test_with_annotations.csv --format cmexam --name cmexam
  thetarank bank import data.jsonl --name mine --map id=nr,stem=text,options=A+B+C+D,key=right

  thetarank bank import questions.csv --name mine --taxonomy cmexam --levels dept=clinical_department --canonical

  thetarank bank import new.csv --name mine --status pretest

  thetarank bank import results/*/samples_*.jsonl --name mine

Logs contain items and answers; the answers are added to the recorded answers of the bank.
Records that are not valid items are left out, counted and listed, and the exit code is 9; --all-or-nothing refuses the file
instead. Items whose
content the bank already has are duplicates and not added: importing a file twice changes nothing.
With --taxonomy, a tag value that it does not have ends the import, and nothing is kept: thetarank bank taxonomy lists them.`;

/** `thetarank bank import`: items of files into a bank. */
export function addBankImportCommand(bank: Command): void {
  const command = bank
    .command('import')
    .description(
      'Import the items of files into a bank. A new bank is created if none has this name.',
    )
    .argument('<files...>', 'files, all of one format')
    .optionsGroup('The bank:')
    .requiredOption('--name <bank>', 'name of the bank', bankName)
    .option('--title <text>', 'title of the bank, on one line (default: its name)')
    .option(
      '--status <status>',
      'active: the items count for scores (default); pretest: tests may ask them, but they do not count yet (docs/banks.md)',
    )
    .optionsGroup('Reading the files:')
    .option(
      '--format <name>',
      `${Object.keys(IMPORT_FORMATS).join(', ')} (default: by the file name)`,
    )
    .option('--map <fields>', 'names of the fields, such as id=nr,stem=text', fieldMap)
    .option('--prefix <text>', 'prefix of the ids given to items without an id (default: item)')
    .option('--model <name>', 'logs: the model that answered (default: as in the log)')
    .option('--metric <name>', 'logs: the metric or scorer to score by (default: the first)')
    .option('--filter <name>', 'lm-eval logs: the filter whose lines count')
    .option('--evaluation <name>', 'every-eval-ever: the evaluation whose records count');
  addTaxonomyOptions(command.optionsGroup('Tags:')).option(
    '--canonical',
    'store tag values as the ids of the taxonomy, whatever their spelling',
  );
  addProvenanceOptions(command.optionsGroup('Provenance:'))
    .optionsGroup('Results:')
    .option('--partial', 'of a file that is cut off, keep the records before its end')
    .option('--all-or-nothing', 'keep nothing if any record is invalid')
    .option('--strict', 'the same as --all-or-nothing')
    .option('--absent', MAY_LACK)
    .option('--rejects <file>', 'write the left-out records to this file, JSON Lines')
    .option('--json', 'print JSON');
  addDatabaseOption(command).addHelpText('after', EXAMPLES).action(runImport);
}

async function runImport(files: string[], options: ImportOptions): Promise<void> {
  const name = ownBankName(options.name, '--name');
  const { rejects, title } = options;
  const status =
    options.status === undefined
      ? undefined
      : oneOf('item status', options.status, IMPORT_STATUSES);
  for (const file of files)
    if (rejects !== undefined && resolve(rejects) === resolve(file))
      fail('OPTIONS_CONFLICT', {
        options: '--rejects',
        reason: `${file} is an input file. Choose another place to write to.`,
      });
  const progress = readingProgress(files, 'importing');
  const format = importFormat(options.format, files[0]);
  const reader = itemFormat(format, { ...options, provenance: statedProvenance(options) });
  const { levels, canonical } = options;
  const taxonomy = { taxonomy: options.taxonomy, levels, canonical };
  keepYoungHeapSmall();
  const isStrict = options.allOrNothing === true || options.strict === true;
  const mayBeCut = options.partial === true;
  const mayLack = options.absent === true;
  await withStore(options, async (store) => {
    const left = rejectsFile(rejects);
    let outcome: ImportOutcome;
    try {
      outcome = await endedWork(
        () =>
          importFiles(
            store,
            { files, name, title, format, taxonomy, status, isStrict, mayBeCut, mayLack },
            reader,
            {
              open: progress.watch,
              rejected: left.add,
            },
          ),
        progress.stop,
        'Interrupted.',
      );
    } finally {
      left.close();
    }
    printImport(outcome, options);
    if (outcome.recorded !== null) {
      const { recorded } = await store.answeredBy(name);
      noteAlike(recorded, outcome.recorded.answers.matrix().examinees);
    }
    endPartial(outcome.reports);
  });
}
