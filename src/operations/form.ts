import { join } from 'node:path';
import { z } from 'zod';
import type { Bank } from '../../item-bank/bank.ts';
import { loadBuiltinBank } from '../../item-bank/builtin/load.ts';
import { isBuiltinBank } from '../../item-bank/builtin/names.ts';
import type { Quota } from '../cat/constrain/quotas.ts';
import {
  type ModelAddress,
  parseModelAddress,
} from '../examinee/endpoint/configuration/model-address.ts';
import { batchRequests } from '../files/harness/batch-form.ts';
import { harnessSamplesArgument } from '../files/harness/harness-form.ts';
import { promptfooConfiguration } from '../files/harness/promptfoo-form.ts';
import { writeFileWhole } from '../files/write/write.ts';
import { decimal } from '../numbers.ts';
import { PROMPT_VARIANTS } from '../prompt/prompt.ts';
import { CHECK_STEPS, checkItems } from '../ranking/check-items.ts';
import { shellWord } from '../shell-word.ts';
import { type BankForm, bankForm, requireItems } from '../workflow/bank/bank-form.ts';
import {
  formQuestions,
  randomQuestions,
  type TextFormat,
} from '../workflow/bank/form-questions.ts';
import { defaultItems } from '../workflow/live/test-defaults.ts';
import { builtinBank } from './builtin-bank.ts';
import { seed, shortText, wholeNumber } from './fields.ts';
import { type Context, operation } from './operation.ts';

const ITEMS = { group: 'The items' };
const TEXT = { group: 'For promptfoo and batch' };
const RESULTS = { group: 'Results' };

const options = z
  .object({
    bank: shortText
      .describe('a built-in bank; for promptfoo and batch also a bank of your own')
      .meta({ ...ITEMS, value: 'name' }),
    items: wholeNumber(1)
      .optional()
      .describe('number of items (default: 243, or half of a smaller bank)')
      .meta(ITEMS),
    seed: seed.meta(ITEMS),
    quota: z
      .array(z.string())
      .default([])
      .transform((all, { addIssue }) =>
        all.flatMap((text) => {
          const quota = quotaOf(text);
          if (typeof quota !== 'string') return quota;
          addIssue({ code: 'custom', message: quota });
          return [];
        }),
      )
      .describe(
        'least and greatest share of the form for items with this tag value; repeat for several',
      )
      .meta({ ...ITEMS, value: 'tag=value:least-most', isVariadic: true }),
    withText: z
      .boolean()
      .default(false)
      .describe('write question text, and keys for promptfoo; without it nothing is written')
      .meta(TEXT),
    variant: z
      .enum(PROMPT_VARIANTS)
      .default('cot')
      .describe('the prompt')
      .meta({ ...TEXT, value: 'name' }),
    model: z
      .string()
      .optional()
      .describe('the model that is asked, and its address; for batch the name is enough')
      .meta({ ...TEXT, value: 'name@url' }),
    format: z
      .enum(['samples', 'promptfoo', 'batch', 'ids'])
      .optional()
      .describe(
        'samples (JSON for --samples), promptfoo (YAML), batch (JSON Lines for vllm run-batch) or ids (plain text, one per line); default: samples if the harness has the items of the bank',
      )
      .meta({ ...RESULTS, value: 'name' }),
    out: z
      .string()
      .optional()
      .describe('write items.txt there, with samples.json, promptfooconfig.yaml or requests.jsonl')
      .meta({ ...RESULTS, value: 'folder', file: 'folder' }),
  })
  .refine(({ format, withText, model }) => hasText(format) || !(withText || model !== undefined), {
    path: ['withText', 'model'],
    error: 'only work with --format promptfoo or batch.',
  })
  .refine(({ format, withText }) => !hasText(format) || withText, {
    path: ['format', 'withText'],
    error:
      'promptfoo and a batch bring no questions, so the file has their text. Add --with-text to write it, and keep the file as confidential as the bank.',
  })
  .refine(({ format, bank, quota }) => !hasText(format) || isBuiltinBank(bank) || !quota.length, {
    path: ['bank', 'quota'],
    error: 'quotas need a built-in bank; items of other banks are drawn at random.',
  })
  .refine(({ format, model = '' }) => format !== 'batch' || model.trim() !== '', {
    path: ['format', 'model'],
    error: 'each request of a batch names its model. Add its name, such as --model Qwen/Qwen3-8B.',
  });
type FormOptions = z.output<typeof options>;

function hasText(format: string | undefined): format is TextFormat {
  return format === 'promptfoo' || format === 'batch';
}

/** `TAG=VALUE:LEAST-MOST`, shares of which one may be missing; what is accepted, of other texts. */
function quotaOf(text: string): Quota | string {
  const [, tag, value, low, high] = /^([^=]+)=(.+):([\d.]*)-([\d.]*)$/.exec(text) ?? [];
  const least = low ? Number(low) : 0;
  const most = high ? Number(high) : 1;
  if (least > most && least <= 1 && most <= 1)
    return `the least share first, such as ${tag}=${value}:${most}-${least}, or only one of the two`;
  return (low || high) && least >= 0 && least <= most && most <= 1
    ? { tag, value, least, most }
    : 'TAG=VALUE:LEAST-MOST with shares from 0 to 1, such as category=law:0.2-0.3, category=law:0.2- or category=law:-0.3';
}

interface Form {
  /** What `--json` prints. */
  readonly shown: { readonly bank: string; readonly items: readonly string[] };
  readonly text: string;
  /** What stands beside the list of items in a folder. */
  readonly file: readonly [name: string, text: string] | null;
}

/** A short fixed form of a bank, for people who run another harness. */
export const form = operation({
  name: 'form',
  summary:
    'Write a fixed form of a bank to standard output: the argument for --samples of lm-evaluation-harness, a configuration of promptfoo, the requests of a batch, or the ids of the items.',
  help: `
Examples:
  thetarank form --bank mmlu-pro --items 243 > samples.json
  lm_eval --model hf --model_args pretrained=MODEL --tasks mmlu_pro --samples samples.json --log_samples --output_path results
  thetarank place results/*/samples_mmlu_pro_*.jsonl --bank mmlu-pro --name MODEL

  thetarank form --bank mine --items 50 --format promptfoo --with-text --model NAME@http://localhost:8000/v1 > promptfooconfig.yaml
  npx promptfoo@latest eval -c promptfooconfig.yaml -o results.json
  thetarank bank record results.json --to mine

  thetarank form --bank mine --items 50 --format batch --with-text --model MODEL > requests.jsonl
  vllm run-batch -i requests.jsonl -o results.jsonl --model MODEL
  thetarank bank record results.jsonl --to mine

  thetarank form --bank climedbench --items 243 --format ids
  thetarank form --bank mmlu-pro --items 243 --quota category=law:0.2-0.3 --quota category=math:-0.05 > samples.json`,
  options,
  database: 'existing',
  outputs: ['json'],
  run: (given, context): Promise<Form> =>
    hasText(given.format) ? textForm(given.format, given, context) : itemForm(given, context),
  json: ({ shown }) => shown,
  text: ({ text }, { out }) => (out === undefined ? text : undefined),
  async write({ shown, file }, { options: { out } }) {
    if (out === undefined) return [];
    const files = [['items.txt', idText(shown.items)] as const, ...(file === null ? [] : [file])];
    for (const [name, text] of files) writeFileWhole(join(out, name), text);
    return files.map(([name]) => join(out, name));
  },
  report: ({ file }, { options, where }) => (file === null ? {} : { next: next(options, where) }),
});

function idText(items: readonly string[]): string {
  return `${items.join('\n')}\n`;
}

/** Items of a built-in bank, checked on its recorded models. */
async function itemForm(given: FormOptions, { steps, note }: Context): Promise<Form> {
  const bank = builtinBank(
    given.bank,
    'for a bank of your own: --format promptfoo --with-text, then thetarank bank record results.json --to NAME',
  );
  const { format = bank.harness === undefined ? 'ids' : 'samples' } = given;
  const drawn = await drawnForm(bank, given);
  const items = Array.from(drawn.items, (j) => bank.items[j]);
  const samples =
    bank.harness === undefined && format !== 'samples'
      ? null
      : harnessSamplesArgument(bank, drawn.items);
  steps.start(CHECK_STEPS, 'checking on recorded models');
  const { expectedError, interval } = checkItems(bank, drawn.items, given.seed, (doing) =>
    steps.advance(doing),
  );
  steps.stop();
  const { name, simulated } = bank;
  note(
    `${items.length} of ${bank.items.length} items of ${name}${simulated ? ' (SIMULATED)' : ''}, ${drawnOver(drawn, given)}, seed ${given.seed}.`,
  );
  note(
    `For recorded models, scores predicted from this form differ from the score on the whole bank by ${decimal(expectedError, 2)} points on average${interval.verified ? '' : ' (few models: unverified)'}.`,
  );
  if (simulated) note('These items have no questions: the bank only serves to try thetarank.');
  const samplesText = `${JSON.stringify(samples)}\n`;
  return {
    shown: { bank: name, ...{ simulated, items, samples, expectedError } },
    text: format === 'ids' ? idText(items) : samplesText,
    file: samples === null ? null : ['samples.json', samplesText],
  };
}

function drawnForm(bank: Bank, given: FormOptions): Promise<BankForm> {
  const { items = defaultItems(bank.items.length) } = given;
  requireItems(bank, items);
  return bankForm(bank, { ...given, items });
}

/** Over what a form is drawn evenly, in words. */
function drawnOver({ tag, represents }: BankForm, { quota }: FormOptions): string {
  const over = [
    ...(represents.tag ? [tag] : []),
    ...(represents.difficulty ? ['difficulty'] : []),
  ].join(' and ');
  const evenly = over === '' ? 'drawn at random' : `drawn evenly over ${over}`;
  return quota.length === 0 ? evenly : `within the quotas, ${evenly}`;
}

const FILES: Readonly<Record<TextFormat, string>> = {
  promptfoo: 'promptfooconfig.yaml',
  batch: 'requests.jsonl',
};

/** The text of the questions, of built-in banks and of banks of the database. */
async function textForm(format: TextFormat, given: FormOptions, context: Context): Promise<Form> {
  const { bank, seed } = given;
  const model = addressOf(given);
  const { text, items } = await context.store(async (store) => {
    const items = isBuiltinBank(bank)
      ? await builtinItems(given)
      : await randomQuestions(store, bank, given.items, { seed, format });
    const questions = await formQuestions(store, bank, items, { variant: given.variant, format });
    const text =
      format === 'batch'
        ? batchRequests(questions, model!)
        : promptfooConfiguration({ bank, questions, model });
    return { text, items };
  });
  context.note(
    `${items.length} items of ${bank}, seed ${seed}. ${format === 'batch' ? 'The requests have their text' : 'The configuration has their text and keys'}.`,
  );
  const shown = { bank, items, text };
  return { shown, text, file: [FILES[format], text] };
}

async function builtinItems(given: FormOptions): Promise<string[]> {
  const bank = loadBuiltinBank(given.bank);
  return Array.from((await drawnForm(bank, given)).items, (j) => bank.items[j]);
}

/** The model that is asked. A batch needs no address: its file goes to a program or a service. @throws OPTION_INVALID */
function addressOf({ format, model }: FormOptions): ModelAddress | undefined {
  if (model === undefined) return undefined;
  if (format === 'promptfoo' || model.includes('://')) return parseModelAddress(model);
  return { name: model.trim(), model: model.trim(), baseUrl: 'http://localhost/v1' };
}

/** How the form is asked, and its results are read. */
function next(given: FormOptions, where: string): string {
  const { bank, format, out } = given;
  if (!hasText(format))
    return `lm_eval --tasks mmlu_pro --samples FILE --log_samples …, then: thetarank place samples_*.jsonl --bank ${bank}`;
  const file = out === undefined ? 'FILE' : join(out, FILES[format]);
  const model = addressOf(given);
  const [ask, results] =
    format === 'batch'
      ? [
          `vllm run-batch -i ${file} -o results.jsonl --model ${shellWord(model!.model)}`,
          'results.jsonl',
        ]
      : [
          `npx promptfoo@latest eval -c ${file}${model === undefined ? ' -r openai:chat:MODEL' : ''} -o results.json`,
          'results.json',
        ];
  if (!isBuiltinBank(bank))
    return `${ask}, then: thetarank bank record ${results} --to ${bank}${where}`;
  // Outputs are scored by the keys in the database; promptfoo has scored its own.
  return `${ask}, then: thetarank place ${results} --bank ${bank}${format === 'batch' ? where : ''}`;
}
