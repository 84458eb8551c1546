import type { Command } from 'commander';
import { loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import { fail } from '../../errors.ts';
import { count, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import { textSteps, withoutText } from '../../question-text.ts';
import type { Store } from '../../store/store.ts';
import { bankOf } from '../../tested-bank/bank-of.ts';
import { bankContents, type Counts } from '../../workflow/bank/bank-contents.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseOf,
  readStore,
} from '../options/database-option.ts';
import { wholeNumber } from '../options/options.ts';
import { printText } from '../output/typed-commands.ts';
import { itemText } from './item-text.ts';

interface ShowOptions extends DatabaseOptions {
  readonly item?: string;
  readonly text?: boolean;
  readonly listModels?: boolean;
  readonly limit: number;
  readonly json?: boolean;
}

/** Most values of a tag that are named. */
const VALUES_SHOWN = 8;
/** Models that are named. */
const MODELS_SHOWN = 5;

const EXAMPLES = `
Examples:
  thetarank bank show mine
  thetarank bank show mine --text --limit 3
  thetarank bank show cruxeval-o --list-models
  thetarank bank show mmlu-pro --item q70`;

/** `thetarank bank show`: what is in a bank. Question text only where it is asked for. */
export function addBankShowCommand(bank: Command): void {
  addDatabaseOption(
    bank
      .command('show')
      .description(
        'Show what is in a bank: types, tags and models; with --text or --item also question text.',
      )
      .argument('<name>', 'a bank')
      .option('--item <id>', 'one item with its text, key and explanation')
      .option('--text', 'the first items with their text')
      .option('--list-models', 'the names of all models with recorded answers')
      .option('--limit <number>', 'with --text: number of items', wholeNumber(1), 5),
  )
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(runShow);
}

async function runShow(name: string, options: ShowOptions): Promise<void> {
  await readStore(options, async (store) => {
    if (options.listModels === true) return showModels(await recordedModels(store, name), options);
    const hasText = (await store.bank(name)) !== undefined;
    if (options.item !== undefined || options.text === true)
      return showItems(await someItems(store, name, hasText, options), options);
    if (isBuiltinBank(name)) showBuiltin(name, (await store.bank(name))?.items ?? 0, options);
    else await showOwn(store, name, options);
  });
}

async function someItems(
  store: Store,
  name: string,
  hasText: boolean,
  { item: id, limit }: ShowOptions,
): Promise<Item[]> {
  if (!hasText && isBuiltinBank(name)) {
    const { items } = loadBuiltinBank(name);
    if (id !== undefined && !items.includes(id))
      fail('ITEM_UNKNOWN', { item: id, where: `bank ${name}` });
    const count = id === undefined ? items.length : 1;
    fail('BANK_WITHOUT_TEXT', { bank: name, item: id ?? items[0], count });
  }
  await bankOf(store, name);
  const found: Item[] = [];
  for await (const item of store.items(name, id === undefined ? undefined : [id])) {
    found.push(item);
    if (found.length >= limit) break;
  }
  if (found.length > 0 || id === undefined) return found;
  const isWithoutText = isBuiltinBank(name) && loadBuiltinBank(name).items.includes(id);
  return isWithoutText
    ? fail('BANK_WITHOUT_TEXT', { bank: name, item: id, count: 1 })
    : fail('ITEM_UNKNOWN', { item: id, where: `bank ${name}` });
}

/** The models with recorded answers to a bank. @throws NAME_UNKNOWN */
async function recordedModels(store: Store, name: string): Promise<readonly string[]> {
  if (isBuiltinBank(name)) return loadBuiltinBank(name).responses.examinees;
  await bankOf(store, name);
  return (await store.responses(name))?.matrix.examinees ?? [];
}

function showModels(models: readonly string[], options: ShowOptions): void {
  if (options.json) console.log(JSON.stringify(models, null, 2));
  else if (models.length > 0) console.log(models.map(plainText).join('\n'));
  else printText('No model has recorded answers.');
}

/** The first names, and how to see all. */
function modelsText(name: string, models: readonly string[], options: ShowOptions): string {
  const shown = models.slice(0, MODELS_SHOWN).map(plainText).join(', ');
  if (models.length <= MODELS_SHOWN) return shown;
  return `${shown} and ${count(models.length - MODELS_SHOWN)} more (all: thetarank bank show ${name} --list-models${databaseOf(options)})`;
}

function showItems(items: readonly Item[], options: ShowOptions): void {
  if (options.json) console.log(JSON.stringify(items, null, 2));
  else console.log(items.map(itemText).join('\n\n'));
}

function showBuiltin(name: string, withText: number, options: ShowOptions): void {
  const bank = loadBuiltinBank(name);
  const { title, version, provenance, simulated, fullScore, families } = bank;
  const tags = Object.fromEntries(
    Object.entries(bank.tags).map(([tag, { values, codes }]) => {
      const counts: Counts = new Map();
      for (const code of codes) counts.set(values[code], (counts.get(values[code]) ?? 0) + 1);
      return [tag, counts];
    }),
  );
  const [items, examinees] = [bank.items.length, bank.responses.examinees];
  if (options.json) {
    const data = { name, builtin: true, title, version, simulated, provenance, fullScore };
    const counts = { items, withText, examinees, families, tags: countsObject(tags) };
    const questionText = textSteps(name);
    console.log(JSON.stringify({ ...data, ...counts, questionText }, null, 2));
    return;
  }
  printText(`${name} (built in${simulated ? ', answers drawn by a program' : ''}): ${title}`);
  printText(`${plural(items, 'item')}, ${count(withText)} of them with question text here;`);
  printText(`recorded answers of ${plural(examinees.length, 'model')}. ${provenance.source}.`);
  printText(`Models: ${modelsText(name, examinees, options)}`);
  printText(`Licence: ${provenance.licence}.`);
  for (const note of provenance.notes) printText(`- ${note}`);
  printTags(tags);
  if (withText < items) printText(`Question text: ${questionTextLines(name)}`);
  printText(
    withText > 0
      ? `\nNext: thetarank bank show ${name} --text${databaseOf(options)}`
      : `\nNext: thetarank rank --bank ${name}`,
  );
}

/** Where to get the question text of a built-in bank, and how to add it. */
function questionTextLines(name: string): string {
  const steps = textSteps(name);
  if (steps === null) return withoutText(name);
  const { dataset, page, file, licence, download, hf, attach } = steps;
  return [
    `${dataset}, file ${file}, licence ${licence}: ${page}`,
    `  ${download}`,
    `  ${attach}`,
    `or with the hub's own program, and then attach that file:\n  ${hf}`,
  ].join('\n');
}

async function showOwn(store: Store, name: string, options: ShowOptions): Promise<void> {
  const bank = await bankOf(store, name);
  const contents = await bankContents(store.items(name));
  const examinees = (await store.responses(name))?.matrix.examinees ?? [];
  const taxonomy = await store.taxonomy(name);
  if (options.json) {
    const { tags, ...counts } = contents;
    const data = {
      ...bank,
      examinees,
      taxonomy: taxonomy?.taxonomy.name ?? null,
      ...countsObject({ ...counts }),
      tags: countsObject(tags),
    };
    console.log(JSON.stringify(data, null, 2));
    return;
  }
  const { types, statuses, languages, sources, licences, tags } = contents;
  printText(`${name}: ${plainText(bank.title)}`);
  printText(`${plural(bank.items, 'item')}, version ${bank.version}, changed ${bank.changedAt}`);
  for (const [head, counts] of Object.entries({ types, statuses, languages, sources, licences }))
    printText(`${`${head}:`.padEnd(11)}${countsText(counts)}`);
  printText(
    `models:    ${count(examinees.length)} with recorded answers${examinees.length === 0 ? '' : `: ${modelsText(name, examinees, options)}`}`,
  );
  if (taxonomy !== null)
    printText(`taxonomy:  ${taxonomy.taxonomy.name} ${taxonomy.taxonomy.version}`);
  printTags(tags);
  const database = databaseOf(options);
  printText(
    examinees.length === 0
      ? `\nNext: thetarank bank record ANSWERS.csv --to ${name}${database}, or thetarank rank --bank ${name} --strategy random --model NAME@ADDRESS${database}`
      : `\nNext: thetarank rank --bank ${name}${database}`,
  );
}

function printTags(tags: Readonly<Record<string, Counts>>): void {
  for (const [tag, counts] of Object.entries(tags))
    printText(`tag ${plainText(tag)}: ${countsText(counts)}`);
}

function countsText(counts: Counts): string {
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const shown = sorted
    .slice(0, VALUES_SHOWN)
    .map(([value, number]) => `${plainText(value)} ${count(number)}`);
  const rest = sorted.length - shown.length;
  return shown.join(', ') + (rest > 0 ? `, … (${count(sorted.length)} values)` : '');
}

function countsObject(all: Readonly<Record<string, Counts>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(all).map(([name, counts]) => [name, Object.fromEntries(counts)]),
  );
}
