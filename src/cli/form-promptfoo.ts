import { join } from 'node:path';
import { isBuiltinBank, loadBuiltinBank } from '../../item-bank/builtin/load.ts';
import { fail } from '../errors.ts';
import { parseModelAddress } from '../examinee/endpoint/configuration/model-address.ts';
import { promptfooConfiguration } from '../files/harness/promptfoo-form.ts';
import { checkWritable, writeFileWhole } from '../files/write/write.ts';
import { PROMPT_VARIANTS } from '../prompt/prompt.ts';
import { oneOf } from '../workflow/asking/one-of.ts';
import { bankForm, requireItems } from '../workflow/bank/bank-form.ts';
import { formQuestions, randomChoiceItems } from '../workflow/bank/form-questions.ts';
import { defaultItems } from '../workflow/live/test-defaults.ts';
import type { FormOptions } from './form.ts';
import { databaseOf, readStore } from './options/database-option.ts';
import { printNote } from './output/typed-commands.ts';

const PROMPTFOO_FILE = 'promptfooconfig.yaml';

/** `form --format promptfoo`: a configuration with the text of the questions, of built-in banks and of banks of the database. */
export async function writePromptfooForm(options: FormOptions): Promise<void> {
  const { bank, out, model, seed } = options;
  if (options.withText !== true)
    fail('OPTIONS_CONFLICT', {
      options: '--format promptfoo',
      reason:
        'promptfoo brings no questions, so the file has their text and keys. Add --with-text to write them, and keep the file as confidential as the bank.',
    });
  if (options.json === true)
    fail('OPTIONS_CONFLICT', {
      options: '--json, --format promptfoo',
      reason: 'the configuration is YAML. Leave out one of them.',
    });
  if (!isBuiltinBank(bank) && options.quota !== undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--quota',
      reason: 'only works with a built-in bank; items of other banks are drawn at random.',
    });
  const variant = oneOf('prompt variant', options.variant, PROMPT_VARIANTS);
  const address = model === undefined ? undefined : parseModelAddress(model);
  const files = ['items.txt', PROMPTFOO_FILE];
  if (out !== undefined) checkWritable(files.map((file) => join(out, file)));
  const { text, ids } = await readStore(options, async (store) => {
    const ids = isBuiltinBank(bank)
      ? await builtinForm(options)
      : await randomChoiceItems(store, bank, options.items, seed);
    const questions = await formQuestions(store, bank, ids, variant);
    return { ids, text: promptfooConfiguration({ bank, questions, model: address }) };
  });
  if (out === undefined) process.stdout.write(text);
  else {
    writeFileWhole(join(out, 'items.txt'), `${ids.join('\n')}\n`);
    writeFileWhole(join(out, PROMPTFOO_FILE), text);
  }
  const config = out === undefined ? 'FILE' : join(out, PROMPTFOO_FILE);
  const then = isBuiltinBank(bank)
    ? `thetarank place results.json --bank ${bank}`
    : `thetarank bank record results.json --to ${bank}${databaseOf(options)}`;
  printNote(
    [
      `${ids.length} items of ${bank}, seed ${seed}. The configuration has their text and keys.`,
      ...(out === undefined ? [] : [`Written to ${out}.`]),
      `Next: npx promptfoo@latest eval -c ${config}${model === undefined ? ' -r openai:chat:MODEL' : ''} -o results.json, then: ${then}`,
    ].join('\n'),
  );
}

async function builtinForm(options: FormOptions): Promise<string[]> {
  const bank = loadBuiltinBank(options.bank);
  const size = options.items ?? defaultItems(bank.items.length);
  requireItems(bank, size);
  const { items } = await bankForm(bank, { ...options, items: size });
  return Array.from(items, (j) => bank.items[j]);
}
