import type { Command } from 'commander';
import { imageText } from '../../item-bank/items/images/image.ts';
import { plainLines } from '../plain-text.ts';
import { messageBody } from '../prompt/message-body.ts';
import { ALL_VARIANTS, PROMPT_LANGUAGES, type Prompt } from '../prompt/prompt.ts';
import { itemPrompt, type PromptRequest } from '../workflow/asking/item-prompt.ts';
import { addDatabaseOption, type DatabaseOptions, readStore } from './options/database-option.ts';
import { wholeNumber } from './options/options.ts';
import { printText } from './output/typed-commands.ts';

interface PromptCommandOptions extends DatabaseOptions, PromptRequest {
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  thetarank prompt --bank mine --item q70
  thetarank prompt --bank mine --item q70 --variant answer-only --shots 5 --shots-from split=dev
  thetarank prompt --bank mine --item q70 --variant letter --shots 5
  thetarank prompt --bank mine --item case3 --answer "the first answer" --history own --json

The last message is the question; its pictures are shown by kind and size, and with --json as they are sent; the messages before it are a system message and worked examples. The version and the
hash of the prompt are kept with every answer. For a case, the turn after the answers given is shown; without --answer the
first one. Base models continue a text: with --variant letter or cloze the text is shown, and the options that are scored after
it.`;

/** `thetarank prompt`: what a model would be sent. */
export function addPromptCommand(program: Command): void {
  addDatabaseOption(
    program
      .command('prompt')
      .description('Show exactly what a model is sent to answer an item.')
      .optionsGroup('The item:')
      .requiredOption('--bank <name>', 'a bank with question text')
      .requiredOption('--item <id>', 'an item of the bank')
      .option(
        '--answer <text...>',
        'an answer to each earlier question of a case; it is shown with --history own',
      )
      .optionsGroup('The prompt:')
      .option('--variant <name>', `the prompt: ${ALL_VARIANTS.join(', ')}`, 'cot')
      .option(
        '--language <name>',
        `language of the prompt: ${PROMPT_LANGUAGES.join(' or ')} (default: the item's)`,
      )
      .option('--shots <k>', 'worked examples before the question', wholeNumber(0), 0)
      .option(
        '--shots-from <tag=value>',
        'tag value of the items that serve as examples',
        'split=dev',
      )
      .option('--seed <n>', 'number that fixes the choice of examples', wholeNumber(0), 1)
      .option('--system <text>', 'system message')
      .option(
        '--history <kind>',
        "what stands after the earlier questions of a case: reference (their reference answers) or own (the model's answers) (default: reference)",
      )
      .optionsGroup('Results:'),
  )
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(runPrompt);
}

async function runPrompt(options: PromptCommandOptions): Promise<void> {
  await readStore(options, async (store) => {
    const prompt = await itemPrompt(store, options);
    const { version, hash, messages, continuations } = prompt;
    const { item } = options;
    if (options.json)
      console.log(
        JSON.stringify(
          { item, version, hash, messages: messages.map(messageBody), continuations },
          null,
          2,
        ),
      );
    else printPrompt(prompt);
  });
}

function printPrompt({ version, hash, messages, continuations }: Prompt): void {
  for (const { role, content, images = [] } of messages) {
    console.log(`--- ${role} ---\n${plainLines(content)}`);
    for (const url of images) console.log(`[image: ${plainLines(imageText(url))}]`);
    console.log('');
  }
  if (continuations !== undefined)
    // In quotes, because each begins with a space.
    console.log(
      `--- scored after it ---\n${continuations.map((text) => JSON.stringify(plainLines(text))).join('\n')}\n`,
    );
  printText(`--- version ${version}, hash ${hash} ---`);
}
