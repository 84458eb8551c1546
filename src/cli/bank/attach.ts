import type { Command } from 'commander';
import { BUILTIN_BANKS } from '../../../item-bank/builtin/names.ts';
import { type AttachReport, attachItems } from '../../../item-bank/import/attach-items.ts';
import type { FieldMap } from '../../../item-bank/import/recognise/field-map.ts';
import { fail } from '../../errors.ts';
import { count, plural } from '../../numbers.ts';
import { textSteps } from '../../question-text.ts';
import { shortened } from '../../text/shortened.ts';
import { attachTarget, keepText } from '../../workflow/bank/attach-text.ts';
import { importFormat, isContainer, isReadInPlace } from '../../workflow/bank/import-formats.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseOf,
  withStore,
} from '../options/database-option.ts';
import { printNote, printText } from '../output/typed-commands.ts';
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

/** Most names printed per kind. */
const SHOWN = 5;

/** The banks that text can be attached to, and how. */
const ATTACHED = BUILTIN_BANKS.map(textSteps).filter((steps) => steps !== null);

const EXAMPLES = `
Examples:
${ATTACHED.map(({ download, attach }) => `  ${download}\n  ${attach}\n`).join('\n')}
  thetarank bank attach items.csv --to mmlu-pro --map id=nr,stem=text

Instead of curl, with the hub's own program:
${ATTACHED.map(({ hf }) => `  ${hf}`).join('\n')}
Pages with the licences: ${ATTACHED.map(({ page, licence }) => `${page} (${licence})`).join(', ')}

These built-in banks come with hashes of their question text, but without the text. An item is kept if the file has its id
(70 counts as q70) and exactly its content: stem, options and key. If any item differs, nothing is kept; --only-matching
keeps the items that match. Records of items that are not in the bank are skipped.`;

/** `thetarank bank attach`: joins public question text to a built-in bank. */
export function addBankAttachCommand(bank: Command): void {
  const command = bank
    .command('attach')
    .description('Add the public question text to a built-in bank, which ships without it.')
    .argument('<file>', 'the published file: Parquet, JSON Lines, or CSV with a header')
    .requiredOption('--to <bank>', 'mmlu-pro or cruxeval-o')
    .option('--format <name>', 'csv, jsonl or parquet (default: by the file name)')
    .option('--map <fields>', 'names of the fields, such as id=nr,stem=text', fieldMap)
    .option('--only-matching', 'keep the items that match, even if others do not');
  addDatabaseOption(addProvenanceOptions(command))
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(runAttach);
}

async function runAttach(file: string, options: AttachOptions): Promise<void> {
  const { to: name } = options;
  const target = attachTarget(name);
  const progress = readingProgress([file], 'reading');
  const container = importFormat(options.format, file);
  if (!isContainer(container))
    fail('OPTION_INVALID', {
      option: '--format',
      found: container,
      accepted: 'csv, jsonl or parquet',
    });
  const { items, report } = await attachItems(
    target,
    isReadInPlace(container) ? file : progress.watch(file),
    {
      container,
      map: options.map,
      provenance: statedProvenance(options),
    },
  ).finally(() => progress.stop());
  if (!isKept(report, options.onlyMatching === true)) {
    if (options.json) console.log(JSON.stringify({ bank: name, added: 0, ...report }, null, 2));
    else printReport(report, printNote);
    refuse(name, report);
  }
  const { added, withText, all } = await withStore(options, (store) =>
    keepText(store, name, items),
  );
  if (options.json) {
    console.log(JSON.stringify({ bank: name, added, withText, ...report }, null, 2));
    return;
  }
  printReport(report, printText);
  const rest = all - withText;
  printText(
    `\nBank ${name}: ${plural(added, 'item')} added; ${count(withText)} of ${plural(all, 'item')} have question text${rest > 0 ? `, ${count(rest)} have none` : ''}.`,
  );
  printText(
    `Next: thetarank rank --bank ${name} --model my-model@http://localhost:8000/v1${databaseOf(options)}; thetarank prompt --bank ${name} --item ${items[0].id}${databaseOf(options)} shows what it is sent.`,
  );
}

/** Whether anything is kept: where a record differs from the bank, only if those that match are asked for. */
function isKept({ matched, mismatchedCount }: AttachReport, isMatchingEnough: boolean): boolean {
  return matched > 0 && (mismatchedCount === 0 || isMatchingEnough);
}

function printReport(report: AttachReport, say: (line: string) => void): void {
  const { read, matched, repeated, mismatchedCount, unknownCount, missingCount } = report;
  say(
    `${count(read)} read: ${count(matched)} matched, ${count(mismatchedCount)} mismatched, ${plural(unknownCount, 'unknown id')}${repeated > 0 ? `, ${count(repeated)} repeated` : ''}. Items of the bank that are missing: ${count(missingCount)}.`,
  );
  const list = (title: string, lines: readonly string[], total: number) => {
    if (total === 0) return;
    say(`${title}:`);
    for (const line of lines.slice(0, SHOWN)) say(`  ${shortened(line)}`);
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
        : `${plural(mismatchedCount, 'record')} with other content than bank ${name} has; nothing was kept`,
    accepted:
      matched === 0
        ? 'the ids and question text of the bank, in columns that are recognised or named with --map'
        : 'the items as they were published, or --only-matching to keep those that match',
  });
}
