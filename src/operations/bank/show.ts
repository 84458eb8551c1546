import { z } from 'zod';
import { loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import { fail } from '../../errors.ts';
import { count, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import { textSteps, withoutText } from '../../question-text.ts';
import type { Told } from '../../report/document.ts';
import { itemText } from '../../report/item-text.ts';
import { doubtTexts, examineeDoubts } from '../../scoring/doubts/examinee-doubts.ts';
import { singleChoiceOf } from '../../scoring/patterns/answer-pattern.ts';
import type { Store } from '../../store/store.ts';
import { bankOf } from '../../tested-bank/bank-of.ts';
import { bankContents, type Counts } from '../../workflow/bank/bank-contents.ts';
import { bankArgument, wholeNumber } from '../fields.ts';
import { operation, type Reading } from '../operation.ts';

/** Most values of a tag that are named. */
const VALUES_SHOWN = 8;
/** Models that are named. */
const MODELS_SHOWN = 5;

export const bankShow = operation({
  name: 'bank show',
  summary:
    'Show what is in a bank: types, tags and models; with --text or --item also question text.',
  help: `
Examples:
  thetarank bank show mine
  thetarank bank show mine --text --limit 3
  thetarank bank show cruxeval-o --list-models
  thetarank bank show mmlu-pro --item q70`,
  options: z.object({
    name: bankArgument,
    item: z
      .string()
      .optional()
      .describe('one item with its text, key and explanation')
      .meta({ value: 'id' }),
    text: z.boolean().default(false).describe('the first items with their text'),
    listModels: z
      .boolean()
      .default(false)
      .describe('the names of all models with recorded answers'),
    limit: wholeNumber(1)
      .default(5)
      .describe('with --text: number of items')
      .meta({ value: 'number' }),
  }),
  database: 'existing',
  outputs: ['json'],
  run: ({ name, item, text, listModels, limit }, { store }) =>
    store(async (open): Promise<readonly string[] | readonly Item[] | Shown> => {
      if (listModels) return recordedModels(open, name);
      if (item !== undefined || text) return someItems(open, name, item, limit);
      return isBuiltinBank(name) ? builtinBank(open, name) : ownBank(open, name);
    }),
  text(result) {
    if (!Array.isArray(result) || result.length === 0) return undefined;
    const [first] = result;
    return typeof first === 'string'
      ? `${result.map(plainText).join('\n')}\n`
      : `${result.map(itemText).join('\n\n')}\n`;
  },
  report(result, reading) {
    if (!Array.isArray(result)) return bankText(result as Shown, reading);
    return result.length > 0
      ? {}
      : { lead: reading.options.listModels ? 'No model has recorded answers.' : 'No items.' };
  },
});

type Shown = Awaited<ReturnType<typeof builtinBank>> | Awaited<ReturnType<typeof ownBank>>;

async function someItems(
  store: Store,
  name: string,
  id: string | undefined,
  limit: number,
): Promise<Item[]> {
  const builtin = isBuiltinBank(name) ? loadBuiltinBank(name).items : [];
  const hasText = (await store.bank(name)) !== undefined;
  if (builtin.length === 0 || hasText) await bankOf(store, name);
  const found: Item[] = [];
  if (hasText)
    for await (const item of store.items(name, id === undefined ? undefined : [id])) {
      found.push(item);
      if (found.length >= limit) break;
    }
  if (found.length > 0 || (id === undefined && hasText)) return found;
  if (id !== undefined && !builtin.includes(id))
    fail('ITEM_UNKNOWN', { item: id, where: `bank ${name}` });
  const missing = id === undefined ? builtin.length : 1;
  return fail('BANK_WITHOUT_TEXT', { bank: name, item: id ?? builtin[0], count: missing });
}

/** The models with recorded answers to a bank. @throws NAME_UNKNOWN */
async function recordedModels(store: Store, name: string): Promise<readonly string[]> {
  if (isBuiltinBank(name)) return loadBuiltinBank(name).responses.examinees;
  await bankOf(store, name);
  return (await store.responses(name))?.matrix.examinees ?? [];
}

async function builtinBank(store: Store, name: string) {
  const bank = loadBuiltinBank(name);
  const { title, version, provenance, simulated, fullScore, families } = bank;
  const tags = Object.entries(bank.tags).map(([tag, { values, codes }]) => {
    const counts: Record<string, number> = {};
    for (const code of codes) counts[values[code]] = (counts[values[code]] ?? 0) + 1;
    return [tag, counts] as const;
  });
  return {
    ...{ name, builtin: true as const, title, version, simulated, provenance, fullScore },
    items: bank.items.length,
    withText: (await store.bank(name))?.items ?? 0,
    ...{ examinees: bank.responses.examinees, families },
    tags: Object.fromEntries(tags),
    questionText: textSteps(name),
  };
}

async function ownBank(store: Store, name: string) {
  const bank = await bankOf(store, name);
  const options = new Map<string, number>();
  const { tags, ...counts } = await bankContents(store.items(name), (item) =>
    options.set(item.id, singleChoiceOf(item)?.options ?? 0),
  );
  const recorded = await store.responses(name);
  const examinees = recorded?.matrix.examinees ?? [];
  const taxonomy = (await store.taxonomy(name))?.taxonomy.name ?? null;
  const { types, statuses, languages, sources, licences } = counts;
  return {
    ...{ ...bank, examinees, taxonomy },
    doubts: recorded === null ? [] : examineeDoubts({ ...recorded, options }),
    ...countsOf({ types, statuses, languages, sources, licences }),
    tags: countsOf(tags),
  };
}

function countsOf<Name extends string>(all: Readonly<Record<Name, Counts>>) {
  const entries = Object.entries<Counts>(all);
  return Object.fromEntries(
    entries.map(([name, counts]) => [name, Object.fromEntries(counts)]),
  ) as Record<Name, Readonly<Record<string, number>>>;
}

function bankText(bank: Shown, { where }: Reading<unknown>): Told {
  const { name, title, items, examinees } = bank;
  const models = examinees.slice(0, MODELS_SHOWN).map(plainText).join(', ');
  const rest = examinees.length - MODELS_SHOWN;
  const modelFact = [
    'models',
    [
      `${count(examinees.length)} with recorded answers`,
      ...(examinees.length === 0 ? [] : [models]),
    ].join(': ') +
      (rest > 0
        ? ` and ${count(rest)} more (all: thetarank bank show ${name} --list-models${where})`
        : ''),
  ] as const;
  const tags = Object.entries(bank.tags).map(
    ([tag, counts]) => [`tag ${plainText(tag)}`, countsText(counts)] as const,
  );
  if (bank.builtin === true) {
    const { simulated, withText, provenance } = bank;
    return {
      lead: `${name} (built in${simulated ? ', answers drawn by a program' : ''}): ${title}`,
      facts: [
        ['items', `${count(items)}, ${count(withText)} of them with question text here`],
        modelFact,
        ['source', provenance.source],
        ['licence', provenance.licence],
        ...provenance.notes.map((note) => ['note', note] as const),
        ...tags,
        ...(withText < items ? [['question text', textLines(name)] as const] : []),
      ],
      next: `thetarank ${withText > 0 ? `bank show ${name} --text${where}` : `rank --bank ${name}`}`,
    };
  }
  const { version, changedAt, types, statuses, languages, sources, licences, taxonomy, doubts } =
    bank;
  return {
    lead: `${name}: ${plainText(title)}\n${plural(items, 'item')}, version ${version}, changed ${changedAt}`,
    facts: [
      ...Object.entries({ types, statuses, languages, sources, licences }).map(
        ([head, counts]) => [head, countsText(counts)] as const,
      ),
      modelFact,
      ...doubtTexts(doubts, 'fitted').map((text) => ['note', text] as const),
      ...(taxonomy === null ? [] : [['taxonomy', taxonomy] as const]),
      ...tags,
    ],
    next:
      examinees.length === 0
        ? `thetarank bank record ANSWERS.csv --to ${name}${where}, or thetarank rank --bank ${name} --strategy random --model NAME@ADDRESS${where}`
        : `thetarank rank --bank ${name}${where}`,
  };
}

/** Where to get the question text of a built-in bank, and how to add it. */
function textLines(name: string): string {
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

function countsText(counts: Readonly<Record<string, number>>): string {
  const sorted = Object.entries(counts).sort(([, a], [, b]) => b - a);
  const shown = sorted
    .slice(0, VALUES_SHOWN)
    .map(([value, number]) => `${plainText(value)} ${count(number)}`);
  const rest = sorted.length - shown.length;
  return shown.join(', ') + (rest > 0 ? `, … (${count(sorted.length)} values)` : '');
}
