import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { FieldMap } from '../../../item-bank/import/recognise/field-map.ts';
import { WEAKNESSES } from '../../../item-bank/items/weak-item.ts';
import { count, plural } from '../../numbers.ts';
import { shellWord } from '../../shell-word.ts';
import { auditFile, auditStored } from '../../workflow/bank/audit-source.ts';
import type { BankAudit } from '../../workflow/bank/bank-audit.ts';
import { importFormat, isReadInPlace, itemFormat } from '../../workflow/bank/import-formats.ts';
import { chosenTaxonomy, type StatedTaxonomy } from '../../workflow/bank/tag-check.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseOf,
  readStore,
} from '../options/database-option.ts';
import { printText } from '../output/typed-commands.ts';
import { oneLine } from './import-report.ts';
import { fieldMap } from './map-option.ts';
import { addTaxonomyOptions } from './taxonomy-options.ts';
import { readingProgress } from './watched-file.ts';

interface ValidateOptions extends Pick<StatedTaxonomy, 'taxonomy' | 'levels'>, DatabaseOptions {
  readonly format?: string;
  /** As typed, for the command that comes next. */
  readonly map?: { readonly typed: string; readonly fields: Partial<FieldMap> };
  readonly json?: boolean;
}

/** Most names printed per kind. */
const SHOWN = 5;

const KINDS = { ...WEAKNESSES, alike: 'all models (at least five) gave the same score' };

const EXAMPLES = `
Examples:
  thetarank bank validate mine
  thetarank bank validate questions.csv
  thetarank bank validate questions.csv --taxonomy cmexam

Every item and its content hash are checked again, and tags against the taxonomy of the bank or the given one. Doubtful items are counted and listed for you to look at.
The exit code is 2 if an item or a tag value is invalid.`;

/** `thetarank bank validate`: checks all items of a bank, or of a file before it is imported. */
export function addBankValidateCommand(bank: Command): void {
  const command = addTaxonomyOptions(
    bank
      .command('validate')
      .description('Check all items of a bank, or of a file before it is imported.')
      .argument('<bank or file>', 'a bank of the database, or a file')
      .option('--format <name>', 'of a file, as for bank import')
      .option('--map <fields>', 'of a file, as for bank import', (typed: string) => ({
        typed,
        fields: fieldMap(typed),
      })),
  );
  addDatabaseOption(command)
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(runValidate);
}

async function runValidate(name: string, options: ValidateOptions): Promise<void> {
  const isFile = options.format !== undefined || (/[./\\]/.test(name) && existsSync(name));
  const audit = await auditOf(name, isFile, options);
  if (audit.invalid.count + audit.tags.count > 0) process.exitCode = 2;
  if (options.json) {
    console.log(
      JSON.stringify(isFile ? { file: name, ...audit } : { bank: name, ...audit }, null, 2),
    );
    return;
  }
  printAudit(audit);
  printText(`\nNext: ${nextStep(name, isFile, audit, options)}`);
}

function nextStep(
  name: string,
  isFile: boolean,
  { invalid, tags }: BankAudit,
  options: ValidateOptions,
): string {
  const database = databaseOf(options);
  const { format, map } = options;
  const read = `${format === undefined ? '' : ` --format ${format}`}${map === undefined ? '' : ` --map ${shellWord(map.typed)}`}`;
  if (isFile && invalid.count + tags.count > 0) {
    const wrong = [
      ...(invalid.count > 0 ? ['invalid items'] : []),
      ...(tags.count > 0 ? ['tag values'] : []),
    ].join(' and ');
    const all =
      Math.max(invalid.count, tags.count) > SHOWN ? ' --json names up to 1,000 of them.' : '';
    return `correct the ${wrong} named above in ${name}, and run the same command again.${all}`;
  }
  if (isFile) return `thetarank bank import ${shellWord(name)} --name NAME${read}${database}`;
  if (invalid.count > 0)
    return `the items named above are damaged in the database. Import their file into a new bank: thetarank bank import FILE --name NAME${database}`;
  if (tags.count > 0)
    return `correct the tag values named above in the file of the bank, and import it into a new bank: thetarank bank import FILE --name NAME${database}`;
  return `thetarank bank show ${name}${database}`;
}

async function auditOf(
  name: string,
  isFile: boolean,
  options: ValidateOptions,
): Promise<BankAudit> {
  if (!isFile) return readStore(options, (store) => auditStored(store, name, options));
  const format = importFormat(options.format, name);
  const taxonomy = chosenTaxonomy(options, format, null, null)?.own ?? null;
  const progress = readingProgress([name], 'validating');
  const reader = itemFormat(format, { map: options.map?.fields, provenance: {} });
  const source = isReadInPlace(format) ? name : progress.watch(name);
  return auditFile(reader, source, taxonomy).finally(() => progress.stop());
}

function printAudit({ items, invalid, duplicates, tags, weak }: BankAudit): void {
  const rest = (total: number) => (total > SHOWN ? ` … and ${count(total - SHOWN)} more` : '');
  printText(
    `${plural(items, 'item')}: ${count(items - invalid.count - duplicates.count)} valid, ${count(invalid.count)} invalid, ${count(duplicates.count)} with the content of an earlier item.`,
  );
  if (invalid.count > 0) printText('Invalid:');
  for (const { id, reason } of invalid.first.slice(0, SHOWN))
    printText(`  ${oneLine(`${id}: ${reason}`)}`);
  if (invalid.count > SHOWN) printText(` ${rest(invalid.count)}`);
  if (tags.count > 0) printText('Tag values that are not in the taxonomy:');
  for (const { id, reason } of tags.first.slice(0, SHOWN))
    printText(`  ${oneLine(`${id}: ${reason}`)}`);
  if (tags.count > SHOWN) printText(` ${rest(tags.count)}`);
  if (duplicates.count > 0) {
    const pairs = duplicates.first.slice(0, SHOWN).map(({ id, of }) => `${id} (as ${of})`);
    printText(`Same content: ${oneLine(pairs.join(', '))}${rest(duplicates.count)}`);
  }
  const kinds = Object.entries(weak);
  if (kinds.length > 0) printText('Doubtful, for you to look at:');
  for (const [kind, { count: total, first }] of kinds)
    printText(
      `  ${count(total)}: ${KINDS[kind as keyof typeof KINDS]}: ${oneLine(first.slice(0, SHOWN).join(', '))}${rest(total)}`,
    );
}
