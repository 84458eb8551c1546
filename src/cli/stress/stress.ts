import { join } from 'node:path';
import type { Command } from 'commander';
import { fail } from '../../errors.ts';
import { checkWritable } from '../../files/write/write.ts';
import { UNLISTED_HELP } from '../../operations/asking/asking.ts';
import { REUSE_HELP } from '../../operations/asking/reuse-text.ts';
import { STRESS_ARGS } from '../../operations/asking/task-args.ts';
import { PROMPT_CHANGES, STRESS_VARIANTS } from '../../stress/variants.ts';
import { addDatabaseOption } from '../options/database-option.ts';
import { modelArgOption, settingsText, taskArgOption } from '../options/named-values.ts';
import { confidence, wholeNumber } from '../options/options.ts';
import { scoreTarget } from '../options/score-target.ts';
import { showVariants } from './show-variants.ts';
import { STRESS_FILES } from './stress-files.ts';
import {
  changedShare,
  precisionPoints,
  type StressOptions,
  USUAL_VARIANTS,
  variantNames,
} from './stress-options.ts';

const VARIANTS_HELP = Object.entries(STRESS_VARIANTS)
  .map(([name, says]) => `  ${name.padEnd(14)} ${says}`)
  .join('\n');

const EXAMPLES = `
Variants (${Object.keys(PROMPT_CHANGES).join(', ')}: another prompt; the others: other words of the item):
${VARIANTS_HELP}

Examples:
  thetarank stress --bank mine --list
  thetarank stress --bank mine --show q70 --variants typos,traditional --share 0.2
  thetarank stress --bank mine --model my-model@http://localhost:8000/v1 --dry-run
  thetarank stress --bank mine --model my-model@http://localhost:8000/v1 --variants typos,shuffle,repeat --report stress.html
  thetarank stress --bank mine --model a@http://localhost:8000/v1 --model b@http://localhost:8001/v1 --precision 3 --resume

Exit codes: 0 all effects are measured; 2 wrong input, or an endpoint refuses; 4 a budget was spent before the end; 6 answers are missing, --resume asks for them; 130 interrupted.`;

/** `thetarank stress`: what changes of questions and prompts do to scores. */
export function addStressCommand(program: Command): void {
  const command = program
    .command('stress')
    .description(
      'Measure what changes of the questions do to the score of models: misspellings, other characters, a wrong hint, shuffled options, other prompts. Items are asked as they are and changed, in rounds, until each effect is known precisely enough.',
    )
    .optionsGroup('What is measured:')
    .requiredOption('--bank <name>', 'a bank whose items have text')
    .option('--variants <a,b>', 'the changes, separated by commas (listed below)', variantNames, [
      ...USUAL_VARIANTS,
    ])
    .option(
      '--share <share>',
      'share of the characters that misspellings change',
      changedShare,
      0.12,
    )
    .option('--seed <n>', 'number that fixes all random choices', wholeNumber(0), 1)
    .optionsGroup('Before asking:')
    .option(
      '--list',
      'print each variant with an item of the bank that it changes, and ask nothing',
    )
    .option('--show <item>', 'print this item as it is and as each variant, and ask nothing')
    .optionsGroup('Precision:')
    .option(
      '--precision <points>',
      'end an effect when its interval is at most this many points to either side',
      precisionPoints,
      5,
    )
    .option('--confidence <p>', 'confidence of each interval', confidence, 0.9)
    .option(
      '--target <score>',
      'score that changes: expected (on items like these) or recorded (on this bank, exact when all items are asked)',
      scoreTarget,
      'expected',
    )
    .option('--items <n>', 'most items per effect (default: all)', wholeNumber(1))
    .optionsGroup('Models behind endpoints:')
    .option(
      '--model <name@url>',
      'a model behind an OpenAI-compatible address, such as my-model@http://localhost:8000/v1; repeat for several',
      (text: string, before: string[] = []) => [...before, text],
    )
    .option(
      '--models-file <file>',
      'a JSON list of models, each with its own sampling, price and limits (docs/endpoints.md)',
    )
    .addOption(modelArgOption())
    .addOption(taskArgOption(STRESS_ARGS))
    .optionsGroup('The run:')
    .option(
      '--budget <limits>',
      'limits: dollars (20usd) and tokens (5Mtok) for the whole run, time (1h30m) for this command; for several separate them by commas, or repeat the option',
      (text: string, before: string[] = []) => [...before, text],
    )
    .option('--concurrency <n>', 'most calls in flight per model', wholeNumber(1), 16)
    .option('--resume', 'continue the last run of the same bank, models and settings')
    .option(
      '--dry-run',
      'print what the run will probably take, check the endpoints, and ask nothing',
    )
    .option('--reuse', REUSE_HELP)
    .option('--unlisted', UNLISTED_HELP)
    .optionsGroup('Results:')
    .option('--out <folder>', `write ${STRESS_FILES.join(' and ')} there`)
    .option('--report <file>', 'write one HTML page with a forest plot there')
    .option('--json', 'print JSON');
  addDatabaseOption(command)
    .addHelpText('after', `${settingsText(STRESS_ARGS)}\n${EXAMPLES}`)
    .action(stress);
}

async function stress(options: StressOptions): Promise<void> {
  const { out, report } = options;
  if (options.list === true || options.show !== undefined) return showVariants(options);
  if (options.model === undefined && options.modelsFile === undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--model',
      reason:
        'name a model to ask, such as --model my-model@http://localhost:8000/v1; or --list to see what is changed.',
    });
  checkWritable([
    ...(out === undefined ? [] : STRESS_FILES.map((file) => join(out, file))),
    ...(report === undefined ? [] : [report]),
  ]);
  // Only here: the client of endpoints takes a while to load.
  const { stressEndpoints } = await import('./stress-endpoints.ts');
  await stressEndpoints(options);
}
