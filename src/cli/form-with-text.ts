import { join } from 'node:path';
import { loadBuiltinBank } from '../../item-bank/builtin/load.ts';
import { isBuiltinBank } from '../../item-bank/builtin/names.ts';
import { fail } from '../errors.ts';
import {
  type ModelAddress,
  parseModelAddress,
} from '../examinee/endpoint/configuration/model-address.ts';
import { batchRequests } from '../files/harness/batch-form.ts';
import { promptfooConfiguration } from '../files/harness/promptfoo-form.ts';
import { checkWritable, writeFileWhole } from '../files/write/write.ts';
import { PROMPT_VARIANTS } from '../prompt/prompt.ts';
import { shellWord } from '../shell-word.ts';
import { oneOf } from '../workflow/asking/one-of.ts';
import { bankForm, requireItems } from '../workflow/bank/bank-form.ts';
import {
  formQuestions,
  randomQuestions,
  type TextFormat,
} from '../workflow/bank/form-questions.ts';
import { defaultItems } from '../workflow/live/test-defaults.ts';
import type { FormOptions } from './form.ts';
import { databaseOf, readStore } from './options/database-option.ts';
import { printNote } from './output/typed-commands.ts';

/** The file that each format writes, and why it has the text of the questions. */
const FORMATS: Readonly<Record<TextFormat, { readonly file: string; readonly why: string }>> = {
  promptfoo: {
    file: 'promptfooconfig.yaml',
    why: 'promptfoo brings no questions, so the file has their text and keys',
  },
  batch: {
    file: 'requests.jsonl',
    why: 'a batch brings no questions, so the file has their text',
  },
};

/** `form --format promptfoo` and `batch`: the text of the questions, of built-in banks and of banks of the database. */
export async function writeTextForm(format: TextFormat, options: FormOptions): Promise<void> {
  const { bank, out, model, seed } = options;
  const { file, why } = FORMATS[format];
  if (options.withText !== true)
    fail('OPTIONS_CONFLICT', {
      options: `--format ${format}`,
      reason: `${why}. Add --with-text to write them, and keep the file as confidential as the bank.`,
    });
  if (options.json === true)
    fail('OPTIONS_CONFLICT', {
      options: `--json, --format ${format}`,
      reason: `the output is ${format === 'batch' ? 'JSON Lines' : 'YAML'}. Leave out one of them.`,
    });
  if (!isBuiltinBank(bank) && options.quota !== undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--quota',
      reason: 'only works with a built-in bank; items of other banks are drawn at random.',
    });
  const variant = oneOf('prompt variant', options.variant, PROMPT_VARIANTS);
  const address = addressOf(format, model);
  if (out !== undefined) checkWritable(['items.txt', file].map((name) => join(out, name)));
  const { text, ids } = await readStore(options, async (store) => {
    const ids = isBuiltinBank(bank)
      ? await builtinForm(options)
      : await randomQuestions(store, bank, options.items, { seed, format });
    const questions = await formQuestions(store, bank, ids, { variant, format });
    return {
      ids,
      text:
        format === 'batch'
          ? batchRequests(questions, address!)
          : promptfooConfiguration({ bank, questions, model: address }),
    };
  });
  if (out === undefined) process.stdout.write(text);
  else {
    writeFileWhole(join(out, 'items.txt'), `${ids.join('\n')}\n`);
    writeFileWhole(join(out, file), text);
  }
  const written = out === undefined ? 'FILE' : join(out, file);
  printNote(
    [
      `${ids.length} items of ${bank}, seed ${seed}. ${format === 'batch' ? 'The requests have their text' : 'The configuration has their text and keys'}.`,
      ...(out === undefined ? [] : [`Written to ${out}.`]),
      `Next: ${runOf(format, written, address)}, then: ${readOf(format, options)}`,
    ].join('\n'),
  );
}

/** The model that is asked. A batch needs no address: its file goes to a program or a service. @throws OPTION_INVALID */
function addressOf(format: TextFormat, model: string | undefined): ModelAddress | undefined {
  if (format === 'promptfoo' || model?.includes('://') === true)
    return model === undefined ? undefined : parseModelAddress(model);
  const name = model?.trim() ?? '';
  if (name === '')
    return fail('OPTION_INVALID', {
      option: '--model',
      found: 'nothing, and each request of a batch names its model',
      accepted: 'the name of the model, such as Qwen/Qwen3-8B',
    });
  return { name, model: name, baseUrl: 'http://localhost/v1' };
}

function runOf(format: TextFormat, file: string, address: ModelAddress | undefined): string {
  return format === 'batch'
    ? `vllm run-batch -i ${file} -o results.jsonl --model ${shellWord(address!.model)}`
    : `npx promptfoo@latest eval -c ${file}${address === undefined ? ' -r openai:chat:MODEL' : ''} -o results.json`;
}

function readOf(format: TextFormat, options: FormOptions): string {
  const { bank } = options;
  const results = format === 'batch' ? 'results.jsonl' : 'results.json';
  if (!isBuiltinBank(bank))
    return `thetarank bank record ${results} --to ${bank}${databaseOf(options)}`;
  // Outputs are scored by the keys in the database; promptfoo has scored its own.
  const database = format === 'batch' ? databaseOf(options) : '';
  return `thetarank place ${results} --bank ${bank}${database}`;
}

async function builtinForm(options: FormOptions): Promise<string[]> {
  const bank = loadBuiltinBank(options.bank);
  const size = options.items ?? defaultItems(bank.items.length);
  requireItems(bank, size);
  const { items } = await bankForm(bank, { ...options, items: size });
  return Array.from(items, (j) => bank.items[j]);
}
