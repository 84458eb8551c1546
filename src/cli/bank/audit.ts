import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import type { FieldMap } from '../../../item-bank/import/recognise/field-map.ts';
import { fail } from '../../errors.ts';
import { readKeys } from '../../files/items/read-keys.ts';
import { writeReview } from '../../files/items/write-review.ts';
import { checkFolder, checkWritable } from '../../files/write/write.ts';
import { itemText } from '../../report/item-text.ts';
import { shellWord } from '../../shell-word.ts';
import {
  type AuditRequest,
  auditAndKeep,
  auditFile,
  type BankAudit,
} from '../../workflow/bank/audit/audit-bank.ts';
import { importFormat, isReadInPlace, itemFormat } from '../../workflow/bank/import-formats.ts';
import { chosenTaxonomy, type StatedTaxonomy } from '../../workflow/bank/tag-check.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseOf,
  readStore,
} from '../options/database-option.ts';
import { names, wholeNumber } from '../options/options.ts';
import { lateProgress } from '../output/late-progress.ts';
import { endedWork } from '../output/shown-work.ts';
import { tell } from '../output/tell.ts';
import { extractionMode } from '../score/extract-options.ts';
import { auditDocument } from './audit-document.ts';
import { fieldMap } from './map-option.ts';
import { addTaxonomyOptions } from './taxonomy-options.ts';
import { readingProgress } from './watched-file.ts';

interface AuditOptions extends Pick<StatedTaxonomy, 'taxonomy' | 'levels'>, DatabaseOptions {
  readonly format?: string;
  /** As typed, for the command that comes next. */
  readonly map?: { readonly typed: string; readonly fields: Partial<FieldMap> };
  readonly responses?: readonly string[];
  readonly keys?: string;
  readonly mode: string;
  readonly against?: readonly string[];
  readonly limit: number;
  readonly showText?: boolean;
  readonly html?: string;
  readonly out?: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  thetarank bank audit mine
  thetarank bank audit questions.csv --taxonomy cmexam
  thetarank bank audit mine --responses outputs.jsonl --html audit.html --out review.csv
  thetarank bank audit mmlu-pro --responses outputs.jsonl --keys keys.csv

Every item and its content hash are checked, texts are compared, and the answers of models are weighed: recorded ones, those of
runs, and those of --responses. Letters tell more than scores. Files of --responses are CSV of scores, as for rank;
CSV with the columns model, item and choice; JSON Lines of outputs, as for extract; or logs of lm-evaluation-harness and
Inspect. Nothing is kept of them. No question text is printed or written without --show-text.
Tags are checked against the taxonomy of the bank, or the given one. The exit code is 2 if an item or a tag value is invalid.`;

/** `thetarank bank audit`: finds the items of a bank, or of a file before it is imported, that are probably faulty. */
export function addBankAuditCommand(bank: Command): void {
  const command = addTaxonomyOptions(
    bank
      .command('audit')
      .description(
        'Find items that are probably faulty: wrong keys, broken questions, duplicates. Of a bank, or of a file before it is imported.',
      )
      .argument('<bank or file>', 'a bank, or a file')
      .optionsGroup('Answers and texts:')
      .option(
        '--responses <file>',
        'answers of models, besides those recorded with the bank; may be given several times',
        (file: string, files: readonly string[] = []) => [...files, file],
      )
      .option('--keys <file>', 'keys of items without question text, CSV: item,key')
      .option('--mode <name>', 'how answers are extracted: default, cmb or mmlu-pro', 'default')
      .option(
        '--against <banks>',
        'other banks to look for duplicates in, separated by commas',
        names,
      )
      .option('--format <name>', 'of a file, as for bank import')
      .option('--map <fields>', 'of a file, as for bank import', (typed: string) => ({
        typed,
        fields: fieldMap(typed),
      })),
  );
  addDatabaseOption(
    command
      .optionsGroup('Results:')
      .option('--limit <number>', 'number of suspects printed', wholeNumber(1), 20)
      .option('--show-text', 'print and write the question text of the suspects shown')
      .option('--html <file>', 'write a page')
      .option(
        '--out <file>',
        'write a review file of all suspects, CSV, to be edited and imported',
      ),
  )
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(runAudit);
}

async function runAudit(name: string, options: AuditOptions): Promise<void> {
  const isFile = options.format !== undefined || (/[./\\]/.test(name) && existsSync(name));
  checkOptions(name, isFile, options);
  const { audit, texts } = await endedWork(
    () => auditOf(name, isFile, options),
    () => {},
    'Interrupted: nothing was kept.',
  );
  if (audit.invalid.count + audit.tags.count > 0) process.exitCode = 2;
  const { html, out, json, limit } = options;
  const next = nextStep(name, isFile, audit, options);
  if (out !== undefined) writeReview(out, audit.suspects);
  await tell(
    isFile ? { file: name, ...audit } : { bank: name, ...audit },
    { json, report: html, written: out === undefined ? [] : [out] },
    (_, t) => auditDocument({ name, audit, limit, next, texts }, t),
  );
}

/** @throws OPTIONS_CONFLICT, FILE_UNWRITABLE */
function checkOptions(
  name: string,
  isFile: boolean,
  { html, out, showText, against, responses, keys }: AuditOptions,
): void {
  const written = [html, out].filter((file) => file !== undefined);
  const read = new Set(
    [...(isFile ? [name] : []), ...(responses ?? []), ...(keys === undefined ? [] : [keys])].map(
      (file) => resolve(file),
    ),
  );
  for (const file of written)
    if (read.has(resolve(file)))
      fail('OPTIONS_CONFLICT', {
        options: file,
        reason: 'this file is read too. Choose another place to write to.',
      });
  if (against?.includes(name))
    fail('OPTIONS_CONFLICT', {
      options: '--against',
      reason: `${name} is the bank that is audited; copies within it are found anyway. Name other banks.`,
    });
  if (html !== undefined && out !== undefined && resolve(html) === resolve(out))
    fail('OPTIONS_CONFLICT', {
      options: '--html, --out',
      reason: `both are ${out}. Choose two files.`,
    });
  for (const [option, value] of [
    ['--show-text', showText],
    ['--against', against],
  ] as const)
    if (isFile && value !== undefined)
      fail('OPTIONS_CONFLICT', {
        options: option,
        reason: 'only works with a bank of the database.',
      });
  for (const file of written) checkFolder(file);
  checkWritable(written);
}

function nextStep(
  name: string,
  isFile: boolean,
  { invalid, tags, suspects }: BankAudit,
  options: AuditOptions,
): string {
  const database = databaseOf(options);
  const { format, map, out } = options;
  const read = `${format === undefined ? '' : ` --format ${format}`}${map === undefined ? '' : ` --map ${shellWord(map.typed)}`}`;
  if (isFile && invalid.count + tags.count > 0) {
    const wrong = [
      ...(invalid.count > 0 ? ['invalid items'] : []),
      ...(tags.count > 0 ? ['tag values'] : []),
    ].join(' and ');
    const most = Math.max(invalid.count, tags.count);
    const all = most > SHOWN_INVALID ? ' --json names up to 1,000 of them.' : '';
    return `correct the ${wrong} named above in ${name}, and run the same command again.${all}`;
  }
  if (isFile) return `thetarank bank import ${shellWord(name)} --name NAME${read}${database}`;
  if (invalid.count > 0)
    return `the items named above are damaged in the database. Import their file into a new bank: thetarank bank import FILE --name NAME${database}`;
  if (tags.count > 0)
    return `correct the tag values named above in the file of the bank, and import it into a new bank: thetarank bank import FILE --name NAME${database}`;
  if (suspects.length === 0) return `thetarank bank show ${name}${database}`;
  if (out !== undefined)
    return `fill in the column decision of ${out}, then: thetarank bank review ${name} --file ${shellWord(out)}${database}`;
  const look = `thetarank bank show ${name} --item ${shellWord(suspects[0].item)}${database}`;
  if (isBuiltinBank(name))
    return `look at the suspects, the first ones first: ${look}. For a file of them: --out review.csv`;
  return `decide about the suspects: thetarank bank review ${name}${database}. For a file to fill in: --out review.csv`;
}

const SHOWN_INVALID = 5;

async function auditOf(
  name: string,
  isFile: boolean,
  options: AuditOptions,
): Promise<{ audit: BankAudit; texts: ReadonlyMap<string, string> }> {
  const progress = lateProgress('auditing');
  const files = options.responses ?? [];
  const reading = readingProgress([...(isFile ? [name] : []), ...files], 'reading');
  const request: AuditRequest = {
    responses: files,
    keys: options.keys === undefined ? null : readKeys(options.keys),
    mode: extractionMode(options.mode),
    against: options.against ?? [],
    taxonomy: options,
    open: (file) => reading.watch(file),
    reach: (share) => progress.reach(share),
  };
  try {
    if (isFile) {
      const format = importFormat(options.format, name);
      const reader = itemFormat(format, { map: options.map?.fields, provenance: {} });
      const audit = await auditFile(
        reader,
        isReadInPlace(format) ? name : reading.watch(name),
        request,
        chosenTaxonomy(options, format, null, null)?.own ?? null,
      );
      return { audit, texts: new Map() };
    }
    return await readStore(options, async (store) => {
      const audit = await auditAndKeep(store, name, request, {
        options: { responses: files, keys: options.keys ?? null, mode: options.mode },
        now: () => new Date().toISOString(),
      });
      const texts = new Map<string, string>();
      const shown = audit.suspects.slice(0, options.limit).map(({ item }) => item);
      if (options.showText === true && (await store.bank(name)) !== undefined)
        for await (const item of store.items(name, shown)) texts.set(item.id, itemText(item));
      return { audit, texts };
    });
  } finally {
    reading.stop();
    progress.stop();
  }
}
