import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { isBuiltinBank, loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import type { FieldMap } from '../../../item-bank/import/field-map.ts';
import { importItems } from '../../../item-bank/import/import-items.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import { WEAKNESSES } from '../../../item-bank/items/weak-item.ts';
import { fail } from '../../errors.ts';
import { count, plural } from '../../numbers.ts';
import { addDatabaseOption, type DatabaseOptions, readStore } from '../options/database-option.ts';
import { auditAnswers, auditItems, type BankAudit, newAudit } from './audit.ts';
import { bankOf } from './bank-name.ts';
import { importFormat, itemFormat } from './import-formats.ts';
import { oneLine } from './import-report.ts';
import { fieldMap } from './map-option.ts';
import { readingProgress } from './watched-file.ts';

interface ValidateOptions extends DatabaseOptions {
  readonly format?: string;
  readonly map?: Partial<FieldMap>;
  readonly json?: boolean;
}

/** So many of each kind are named. */
const SHOWN = 5;

const KINDS = { ...WEAKNESSES, alike: 'all models (five or more) answered alike' };

const EXAMPLES = `
Examples:
  thetarank bank validate mine
  thetarank bank validate questions.csv

Every item is checked anew, and its content hash made anew. What is only doubtful is counted, for people to look at.
The exit code is 2 where an item is invalid.`;

/** `thetarank bank validate`: checks all items of a bank, or of a file before it is imported. */
export function addBankValidateCommand(bank: Command): void {
  addDatabaseOption(
    bank
      .command('validate')
      .description('Check all items of a bank, or of a file before it is imported.')
      .argument('<bank or file>', 'a bank of the database, or a file')
      .option('--format <name>', 'of a file, as for bank import')
      .option('--map <fields>', 'of a file, as for bank import', fieldMap),
  )
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(runValidate);
}

async function runValidate(name: string, options: ValidateOptions): Promise<void> {
  const isFile = options.format !== undefined || (/[./\\]/.test(name) && existsSync(name));
  const audit = isFile ? await auditFile(name, options) : await auditBank(name, options);
  if (audit.invalid.count > 0) process.exitCode = 2;
  if (options.json) {
    console.log(
      JSON.stringify(isFile ? { file: name, ...audit } : { bank: name, ...audit }, null, 2),
    );
    return;
  }
  printAudit(audit);
  if (isFile) console.log(`\nNext: thetarank bank import ${name} --name NAME`);
  else console.log(`\nNext: thetarank bank show ${name}`);
}

async function auditFile(file: string, options: ValidateOptions): Promise<BankAudit> {
  const format = importFormat(options.format, file);
  const progress = readingProgress([file], 'validating');
  const run = importItems(
    itemFormat(format, { map: options.map, provenance: {} }),
    progress.watch(file),
  );
  const audit = await auditItems(run).finally(() => progress.stop());
  const { rejectedCount, rejected, duplicates, duplicated, read } = run.report;
  return {
    ...audit,
    items: read,
    invalid: {
      count: rejectedCount,
      first: rejected.map(({ where, reason }) => ({ id: where, reason })),
    },
    duplicates: { count: duplicates, first: duplicated.map(({ id, of }) => ({ id, of })) },
  };
}

async function auditBank(name: string, options: ValidateOptions): Promise<BankAudit> {
  return readStore(options, async (store) => {
    if (isBuiltinBank(name) && (await store.bank(name)) === undefined) {
      const { items } = loadBuiltinBank(name);
      fail('BANK_WITHOUT_TEXT', { bank: name, item: items[0], count: items.length });
    }
    await bankOf(store, name);
    const audit = newAudit();
    await auditItems(readable(store.items(name), audit), audit);
    const recorded = await store.responses(name);
    if (recorded !== null) auditAnswers(audit, recorded);
    return audit;
  });
}

/** The items up to one whose line in the database is damaged, which counts as invalid. */
async function* readable(items: AsyncIterable<Item>, audit: BankAudit): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    audit.invalid.count++;
    const reason = 'its line in the database is not JSON; items behind it were not read';
    audit.invalid.first.push({ id: `item ${audit.items + 1}`, reason });
  }
}

function printAudit({ items, invalid, duplicates, weak }: BankAudit): void {
  const rest = (total: number) => (total > SHOWN ? ` … and ${count(total - SHOWN)} more` : '');
  console.log(
    `${plural(items, 'item')}: ${count(items - invalid.count - duplicates.count)} valid, ${count(invalid.count)} invalid, ${count(duplicates.count)} with the content of an item before.`,
  );
  if (invalid.count > 0) console.log('Invalid:');
  for (const { id, reason } of invalid.first.slice(0, SHOWN))
    console.log(`  ${oneLine(`${id}: ${reason}`)}`);
  if (invalid.count > SHOWN) console.log(` ${rest(invalid.count)}`);
  if (duplicates.count > 0) {
    const pairs = duplicates.first.slice(0, SHOWN).map(({ id, of }) => `${id} (of ${of})`);
    console.log(`Same content: ${oneLine(pairs.join(', '))}${rest(duplicates.count)}`);
  }
  const kinds = Object.entries(weak);
  if (kinds.length > 0) console.log('Doubtful, for you to look at:');
  for (const [kind, { count: total, first }] of kinds)
    console.log(
      `  ${count(total)}: ${KINDS[kind as keyof typeof KINDS]}: ${oneLine(first.slice(0, SHOWN).join(', '))}${rest(total)}`,
    );
}
