import type { Command } from 'commander';
import { isBuiltinBank, loadBuiltinBank } from '../../item-bank/builtin/load.ts';
import type { Item } from '../../item-bank/items/item.ts';
import { fail } from '../errors.ts';
import { conversationOf } from '../prompt/conversation.ts';
import {
  PROMPT_LANGUAGES,
  PROMPT_VARIANTS,
  type Prompt,
  type PromptOptions,
  promptOf,
} from '../prompt/prompt.ts';
import { chooseShots, shotSplit } from '../prompt/shots.ts';
import type { Store } from '../store/store.ts';
import { oneOf } from '../workflow/asking/one-of.ts';
import { bankOf } from './bank/bank-name.ts';
import { plainText } from './bank/item-text.ts';
import { addDatabaseOption, type DatabaseOptions, readStore } from './options/database-option.ts';
import { wholeNumber } from './options/options.ts';

interface PromptCommandOptions extends DatabaseOptions {
  readonly bank: string;
  readonly item: string;
  readonly variant: string;
  readonly language?: string;
  readonly shots: number;
  readonly shotsFrom: string;
  readonly seed: number;
  readonly system?: string;
  readonly answer?: readonly string[];
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  thetarank prompt --bank mine --item q70
  thetarank prompt --bank mine --item q70 --variant answer-only --shots 5 --shots-from split=dev
  thetarank prompt --bank mine --item case3 --answer "the first answer" --json

The last message is the question; those before it are a system message and shots. The version and the hash of the prompt
are kept with every answer. Of a case the turn after the answers given is shown, the first one without --answer.`;

/** `thetarank prompt`: what a model would be sent. */
export function addPromptCommand(program: Command): void {
  addDatabaseOption(
    program
      .command('prompt')
      .description('Show exactly what a model is sent to answer an item.')
      .requiredOption('--bank <name>', 'a bank with question text')
      .requiredOption('--item <id>', 'an item of it')
      .option('--variant <name>', PROMPT_VARIANTS.join(' or '), 'cot')
      .option('--language <code>', `${PROMPT_LANGUAGES.join(' or ')} (default: the item's)`)
      .option('--shots <k>', 'worked examples before the question', wholeNumber(0), 0)
      .option('--shots-from <tag=value>', 'where examples are taken from', 'split=dev')
      .option('--seed <n>', 'of the choice of examples', wholeNumber(0), 1)
      .option('--system <text>', 'a system message')
      .option('--answer <text...>', 'of a case, the answers so far'),
  )
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(runPrompt);
}

async function runPrompt(options: PromptCommandOptions): Promise<void> {
  await readStore(options, async (store) => {
    const item = await itemOf(store, options.bank, options.item);
    const prompt = promptFor(item, await promptOptions(store, item, options), options);
    const { version, hash, messages } = prompt;
    if (options.json)
      console.log(JSON.stringify({ item: item.id, version, hash, messages }, null, 2));
    else printPrompt(prompt);
  });
}

/** @throws NAME_UNKNOWN; ITEM_UNKNOWN; BANK_WITHOUT_TEXT for an item of a built-in bank that no text was attached to */
async function itemOf(store: Store, bank: string, id: string): Promise<Item> {
  const builtin = isBuiltinBank(bank) ? loadBuiltinBank(bank).items : [];
  if (builtin.length === 0) await bankOf(store, bank);
  if ((await store.bank(bank)) !== undefined)
    for await (const item of store.items(bank, [id])) return item;
  if (!builtin.includes(id)) fail('ITEM_UNKNOWN', { item: id, where: `bank ${bank}` });
  return fail('BANK_WITHOUT_TEXT', { bank, item: id, count: 1 });
}

async function promptOptions(
  store: Store,
  item: Item,
  options: PromptCommandOptions,
): Promise<PromptOptions> {
  const variant = oneOf('prompt variant', options.variant, PROMPT_VARIANTS);
  const language =
    options.language === undefined
      ? undefined
      : oneOf('prompt language', options.language, PROMPT_LANGUAGES);
  const { shots: count, shotsFrom: from, seed, system } = options;
  if (count === 0) return { variant, language, system };
  const [tag, value] = shotSplit(from);
  const split: Item[] = [];
  for await (const other of store.items(options.bank))
    if (other.tags[tag] === value) split.push(other);
  return { variant, language, system, shots: chooseShots(split, item, { count, from, seed }) };
}

/** @throws OPTIONS_CONFLICT for answers where no further turn follows them */
function promptFor(
  item: Item,
  how: PromptOptions,
  { answer: answers = [] }: PromptCommandOptions,
): Prompt {
  if (answers.length === 0) return promptOf(item, how);
  const turns = item.type === 'case' ? item.key.length : 1;
  if (item.type !== 'case' || answers.length >= turns)
    return fail('OPTIONS_CONFLICT', {
      options: '--answer',
      reason: `item ${item.id} has ${turns} question${turns === 1 ? '' : 's'}: none follows ${answers.length} answer${answers.length === 1 ? '' : 's'}.`,
    });
  return conversationOf(item, how).next(answers);
}

function printPrompt({ version, hash, messages }: Prompt): void {
  for (const { role, content } of messages) console.log(`--- ${role} ---\n${plainText(content)}\n`);
  console.log(`--- version ${version}, hash ${hash} ---`);
}
