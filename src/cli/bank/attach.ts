import type { Command } from 'commander';
import { BUILTIN_BANKS, isBuiltinBank, loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { loadBuiltinHashes } from '../../../item-bank/builtin/load-hashes.ts';
import { type AttachReport, attachItems } from '../../../item-bank/import/attach-items.ts';
import type { FieldMap } from '../../../item-bank/import/field-map.ts';
import { fail } from '../../errors.ts';
import { count, plural } from '../../numbers.ts';
import { addDatabaseOption, type DatabaseOptions, withStore } from '../options/database-option.ts';
import { refuseRenamed } from '../options/renamed-options.ts';
import { importFormat } from './import-formats.ts';
import { oneLine } from './import-report.ts';
import { fieldMap } from './map-option.ts';
import {
  addProvenanceOptions,
  type ProvenanceOptions,
  statedProvenance,
} from './provenance-options.ts';
import { readingProgress } from './watched-file.ts';

interface AttachOptions extends ProvenanceOptions, DatabaseOptions {
  readonly to: string;
  readonly format?: string;
  readonly map?: Partial<FieldMap>;
  readonly onlyMatching?: boolean;
  readonly json?: boolean;
}

/** So many of each kind are named. */
const SHOWN = 5;

const EXAMPLES = `
Examples:
  thetarank bank attach test.jsonl --to mmlu-pro
  thetarank bank attach items.csv --to mmlu-pro --map id=nr,stem=text

The built-in banks come without question text: only its hashes are known. An item is kept where the file has its id
(70 is taken for q70) and exactly its content: stem, options and key. Where one differs, nothing is kept; --only-matching
keeps those that match. Records of items that the bank has not are passed over.`;

/** Options that had another name once. */
const RENAMED = {
  '--partial': '--only-matching',
};

/** `thetarank bank attach`: joins public question text to a built-in bank. */
export function addBankAttachCommand(bank: Command, args: readonly string[]): void {
  refuseRenamed(args, RENAMED);
  const command = bank
    .command('attach')
    .description('Add the public question text to a built-in bank, which ships without it.')
    .argument('<file>', 'CSV with a header, or JSON Lines')
    .requiredOption('--to <bank>', 'mmlu-pro or cruxeval-o')
    .option('--format <name>', 'csv or jsonl (default: by the ending)')
    .option('--map <fields>', 'names of the fields, such as id=nr,stem=text', fieldMap)
    .option('--only-matching', 'keep the items that match, even if others do not');
  addDatabaseOption(addProvenanceOptions(command))
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(runAttach);
}

async function runAttach(file: string, options: AttachOptions): Promise<void> {
  const { to: name } = options;
  const { bank, target } = targetOf(name);
  const container = importFormat(options.format, file);
  if (container !== 'csv' && container !== 'jsonl')
    fail('OPTION_INVALID', { option: '--format', found: container, accepted: 'csv or jsonl' });
  const progress = readingProgress([file], 'reading');
  const { items, report } = await attachItems(target, progress.watch(file), {
    container,
    map: options.map,
    provenance: statedProvenance(options),
  }).finally(() => progress.stop());
  const isKept =
    report.matched > 0 && (report.mismatchedCount === 0 || options.onlyMatching === true);
  if (!isKept) {
    if (options.json) console.log(JSON.stringify({ bank: name, added: 0, ...report }, null, 2));
    else printReport(report, console.error);
    refuse(name, report);
  }
  await withStore(options, async (store) => {
    const known = await store.knownItems(name);
    const added = await store.addItems(
      { name, title: bank.title, builtin: name },
      items.filter(({ id }) => !known.has(id)),
      new Date().toISOString(),
    );
    const withText = (await store.bank(name))?.items ?? 0;
    if (options.json) {
      console.log(JSON.stringify({ bank: name, added, withText, ...report }, null, 2));
      return;
    }
    printReport(report, console.log);
    const rest = bank.items.length - withText;
    console.log(
      `\nBank ${name}: ${plural(added, 'item')} added; ${count(withText)} of ${plural(bank.items.length, 'item')} have question text${rest > 0 ? `, ${count(rest)} have none` : ''}.`,
    );
    console.log(
      `Next: thetarank rank --bank ${name} --model my-model@http://localhost:8000/v1; thetarank prompt --bank ${name} --item ${items[0].id} shows what it is sent.`,
    );
  });
}

/** @throws NAME_UNKNOWN, OPTION_INVALID */
function targetOf(name: string) {
  if (!isBuiltinBank(name))
    fail('OPTION_INVALID', {
      option: '--to',
      found: JSON.stringify(name),
      accepted: `a built-in bank (${BUILTIN_BANKS.join(', ')}); items of a bank of your own: thetarank bank import FILE --name NAME`,
    });
  const bank = loadBuiltinBank(name);
  const hashes = loadBuiltinHashes(bank);
  if (hashes === null)
    fail('OPTION_INVALID', {
      option: '--to',
      found: name,
      accepted: 'mmlu-pro or cruxeval-o: the items of this bank were never public',
    });
  const tags = Object.entries(bank.tags);
  const tagsOf = (index: number) =>
    Object.fromEntries(tags.map(([tag, { values, codes }]) => [tag, values[codes[index]]]));
  const idPrefix = bank.harness?.idPrefix;
  return { bank, target: { items: bank.items, hashes, idPrefix, tagsOf } };
}

function printReport(report: AttachReport, say: (line: string) => void): void {
  const { read, matched, repeated, mismatchedCount, unknownCount, missingCount } = report;
  say(
    `${count(read)} read: ${count(matched)} matched, ${count(mismatchedCount)} mismatched, ${plural(unknownCount, 'unknown id')}${repeated > 0 ? `, ${count(repeated)} repeated` : ''}. Items of the bank that are missing: ${count(missingCount)}.`,
  );
  const list = (title: string, lines: readonly string[], total: number) => {
    if (total === 0) return;
    say(`${title}:`);
    for (const line of lines.slice(0, SHOWN)) say(`  ${oneLine(line)}`);
    if (total > SHOWN) say(`  … and ${count(total - SHOWN)} more`);
  };
  const { mismatched, unknown, missing } = report;
  list(
    'Mismatched',
    mismatched.map(({ where, id, reason }) => `${where}${id === '' ? '' : `, ${id}`}: ${reason}`),
    mismatchedCount,
  );
  list(
    'Unknown',
    unknown.map(({ where, id }) => `${where}: ${id === '' ? 'no id' : id}`),
    unknownCount,
  );
  if (matched > 0) list('Missing', missing, missingCount);
}

function refuse(name: string, report: AttachReport): never {
  const { file, matched, mismatched, mismatchedCount } = report;
  const [first] = mismatched;
  return fail('FILE_INVALID', {
    file,
    ...(first !== undefined && { where: first.where }),
    found:
      matched === 0
        ? `no item of bank ${name}${first === undefined ? '' : ` (${first.reason})`}; nothing was kept`
        : `${plural(mismatchedCount, 'record')} of another content than bank ${name} has; nothing was kept`,
    accepted:
      matched === 0
        ? 'its ids with its question text, in columns that are recognised or named with --map'
        : 'its items as they were published, or --only-matching to keep those that match',
  });
}
