import { join } from 'node:path';
import type { Command } from 'commander';
import type { Bank } from '../../item-bank/bank.ts';
import type { Quota } from '../cat/constrain/quotas.ts';
import { fail } from '../errors.ts';
import { harnessSamplesArgument } from '../files/harness/harness-form.ts';
import { checkWritable, writeFileWhole } from '../files/write/write.ts';
import { decimal } from '../numbers.ts';
import { builtinBank } from '../operations/builtin-bank.ts';
import { PROMPT_VARIANTS } from '../prompt/prompt.ts';
import { CHECK_STEPS, checkItems, type ItemsCheck } from '../ranking/check-items.ts';
import { type BankForm, bankForm, requireItems } from '../workflow/bank/bank-form.ts';
import { defaultItems } from '../workflow/live/test-defaults.ts';
import { writeTextForm } from './form-with-text.ts';
import { addDatabaseOption, type DatabaseOptions } from './options/database-option.ts';
import { wholeNumber } from './options/options.ts';
import { quotaOption } from './options/quota-option.ts';
import { progressBar } from './output/progress.ts';
import { printNote } from './output/typed-commands.ts';

export interface FormOptions extends DatabaseOptions {
  readonly bank: string;
  readonly items?: number;
  readonly seed: number;
  readonly quota?: readonly Quota[];
  readonly format?: string;
  readonly withText?: boolean;
  readonly variant: string;
  readonly model?: string;
  readonly json?: boolean;
  readonly out?: string;
}

const EXAMPLES = `
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
  thetarank form --bank mmlu-pro --items 243 --quota category=law:0.2-0.3 --quota category=math:-0.05 > samples.json`;

/** `thetarank form`: a short fixed form of a bank, for people who run another harness. */
export function addFormCommand(program: Command): void {
  const command = program
    .command('form')
    .description(
      'Write a fixed form of a bank to standard output: the argument for --samples of lm-evaluation-harness, a configuration of promptfoo, the requests of a batch, or the ids of the items.',
    )
    .optionsGroup('The items:')
    .requiredOption(
      '--bank <name>',
      'a built-in bank; for promptfoo and batch also a bank of your own',
    )
    .option(
      '--items <n>',
      'number of items (default: 243, or half of a smaller bank)',
      wholeNumber(1),
    )
    .option('--seed <n>', 'number that fixes all random choices', wholeNumber(0), 1)
    .option(
      '--quota <tag=value:least-most>',
      'least and greatest share of the form for items with this tag value; repeat for several',
      quotaOption,
    )
    .optionsGroup('Results:')
    .option(
      '--format <name>',
      'samples (JSON for --samples), promptfoo (YAML), batch (JSON Lines for vllm run-batch) or ids (plain text, one per line) (default: samples if the harness has the items of the bank)',
    )
    .option('--json', 'print JSON: bank, items, samples, and how well the form predicts')
    .option(
      '--out <folder>',
      'write items.txt there, with samples.json, promptfooconfig.yaml or requests.jsonl',
    )
    .optionsGroup('For promptfoo and batch:')
    .option(
      '--with-text',
      'write question text, and keys for promptfoo; without it nothing is written',
    )
    .option('--variant <name>', `the prompt: ${PROMPT_VARIANTS.join(' or ')}`, 'cot')
    .option(
      '--model <name@url>',
      'the model that is asked, and its address; for batch the name is enough',
    );
  addDatabaseOption(command).addHelpText('after', EXAMPLES).action(writeForm);
}

async function writeForm(options: FormOptions): Promise<void> {
  if (options.format === 'promptfoo' || options.format === 'batch')
    return writeTextForm(options.format, options);
  if (options.withText === true || options.model !== undefined)
    fail('OPTIONS_CONFLICT', {
      options: options.model === undefined ? '--with-text' : '--model',
      reason: 'only works with --format promptfoo or batch.',
    });
  const { format: wanted } = options;
  if (wanted !== undefined && wanted !== 'samples' && wanted !== 'ids')
    fail('OPTION_INVALID', {
      option: '--format',
      found: `"${wanted}"`,
      accepted: 'samples, promptfoo and batch (also of banks of your own) or ids',
    });
  const bank = builtinBank(
    options.bank,
    'for a bank of your own: --format promptfoo --with-text, then thetarank bank record results.json --to NAME',
  );
  const format = wanted ?? (bank.harness === undefined ? 'ids' : 'samples');
  const size = options.items ?? defaultItems(bank.items.length);
  requireItems(bank, size);
  const { out } = options;
  if (out !== undefined)
    checkWritable(['items.txt', 'samples.json'].map((file) => join(out, file)));
  const { items: form, tag, represents } = await bankForm(bank, { ...options, items: size });
  const ids = Array.from(form, (j) => bank.items[j]);
  const samples =
    bank.harness === undefined && format !== 'samples' ? null : harnessSamplesArgument(bank, form);
  const check = checked(bank, form, options.seed);

  const idText = `${ids.join('\n')}\n`;
  const samplesText = `${JSON.stringify(samples)}\n`;
  if (options.out !== undefined) {
    writeFileWhole(join(options.out, 'items.txt'), idText);
    if (samples !== null) writeFileWhole(join(options.out, 'samples.json'), samplesText);
  }
  const { expectedError, interval } = check;
  if (options.json)
    console.log(
      JSON.stringify(
        { bank: bank.name, simulated: bank.simulated, items: ids, samples, expectedError },
        null,
        2,
      ),
    );
  else if (options.out === undefined) process.stdout.write(format === 'ids' ? idText : samplesText);
  const note = [
    `${ids.length} of ${bank.items.length} items of ${bank.name}${bank.simulated ? ' (SIMULATED)' : ''}, ${drawnOver(tag, represents, options)}, seed ${options.seed}.`,
    `For recorded models, scores predicted from this form differ from the score on the whole bank by ${decimal(expectedError, 2)} points on average${interval.verified ? '' : ' (few models: unverified)'}.`,
  ];
  if (options.out !== undefined) note.push(`Written to ${options.out}.`);
  if (bank.simulated)
    note.push('These items have no questions: the bank only serves to try thetarank.');
  if (samples !== null)
    note.push(
      'Next: lm_eval --tasks mmlu_pro --samples FILE --log_samples …, then: thetarank place samples_*.jsonl ' +
        `--bank ${bank.name}`,
    );
  printNote(note.join('\n'));
}

/** Over what a form is drawn evenly, in words. */
function drawnOver(
  tag: string | undefined,
  represents: BankForm['represents'],
  { quota = [] }: FormOptions,
): string {
  const over = [
    ...(represents.tag ? [tag] : []),
    ...(represents.difficulty ? ['difficulty'] : []),
  ].join(' and ');
  const evenly = over === '' ? 'drawn at random' : `drawn evenly over ${over}`;
  return quota.length === 0 ? evenly : `within the quotas, ${evenly}`;
}

function checked(bank: Bank, form: Int32Array, seed: number): ItemsCheck {
  const progress = progressBar();
  progress.start(CHECK_STEPS, 'checking on recorded models');
  try {
    return checkItems(bank, form, seed, (doing) => progress.advance(doing));
  } finally {
    progress.stop();
  }
}
