import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import type { SessionSummary } from '../../api/sessions.ts';
import { HARNESSES, type Harness, inspectIds, lmEvalSamples } from '../../client/harness-names.ts';
import { loopSession } from '../../client/loop-session.ts';
import { readAnswers } from '../../client/read-answers.ts';
import { sessionCalls } from '../../client/session-calls.ts';
import { fail } from '../../errors.ts';
import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import { writeFileWhole } from '../../files/write/write.ts';
import { positiveNumber } from '../options/options.ts';
import { printNote, printText } from '../output/typed-commands.ts';
import { addInviteCommand } from './invite.ts';
import { addNewSessionOptions, type NewSessionOptions, newSessionRequest } from './new-session.ts';
import { showPythonFiles } from './python-files.ts';
import { addServiceOptions, clientOf, type ServiceOptions } from './service-options.ts';
import { passedOverLine, pendingLine, resultText, sessionLine } from './session-text.ts';

interface Shown extends ServiceOptions {
  readonly json?: boolean;
}

interface Scored extends Shown {
  readonly metric?: string;
  readonly filter?: string;
}

const EXAMPLES = `
Examples (the key is in THETARANK_KEY, the address in THETARANK_URL):
  thetarank session new --bank mmlu-pro --examinee my-model --lag 50
  thetarank session loop ID -- lm_eval --model hf --model_args pretrained=MODEL --tasks mmlu_pro --samples {samples} --log_samples --output_path {out}
  thetarank session loop ID --for inspect -- inspect eval TASK.py --model MODEL --sample-id {ids} --log-dir {out}
  thetarank session loop ID --for jsonl -- python3 mine.py --items {items} --out {out}/answers.jsonl
  thetarank session items ID --for lm-eval > samples.json
  thetarank session answer ID results/*/samples_*.jsonl
  thetarank session result ID
  thetarank session invite --bank exam --names names.txt --items 20 --out links.csv
  thetarank session client --out .

docs/recipes.md has these step by step, and the same with curl and Python.`;

/** `thetarank session`: adaptive sessions of a service, from the side of whoever answers. */
export function addSessionCommand(program: Command): void {
  const session = program
    .command('session')
    .description('Take a test at a service (thetarank serve): get items, send answers.')
    .addHelpText('after', EXAMPLES);
  const command = (name: string, description: string) =>
    addServiceOptions(session.command(name).description(description)).option(
      '--json',
      'print JSON',
    );

  addNewSessionOptions(command('new', 'Create a session and print its id.')).action(
    async (options) => makeSession(options),
  );

  addInviteCommand(
    command('invite', 'Invite people to a test: a session and a link for each of them.'),
  );

  command('items <id>', 'Print the items to answer now.')
    .addOption(
      new Option(
        '--for <harness>',
        'as an argument: lm-eval (JSON for --samples), inspect (list for --sample-id) or jsonl (one item per line)',
      ).choices(HARNESSES),
    )
    .option('--prompts', 'include the messages to send to a model; prints JSON')
    .option('--out <file>', 'write them there')
    .action(showItems);

  scoring(
    command('answer <id> <files...>', 'Send answers from the logs of a harness or JSON Lines.'),
  ).action(handIn);

  command('result <id>', 'Show the current or final result.').action(showResult);

  command('watch <id>', 'Show the progress of a session until it ends.')
    .option('--interval <seconds>', 'seconds between two updates', positiveNumber, 2)
    .action(watch);

  for (const verb of ['pause', 'resume', 'end'] as const)
    command(`${verb} <id>`, VERBS[verb]).action(async (id: string, options: Shown) =>
      showSession(await sessionCalls(clientOf(options)).move(id, verb), options),
    );

  session
    .command('client')
    .description(
      'Show where the client of the service for Python is, with its hook for Inspect and its callbacks for training, or copy them.',
    )
    .option('--out <folder>', 'copy them there')
    .option('--json', 'print JSON')
    .action(showPythonFiles);

  scoring(
    command(
      'loop <id> <command...>',
      'Run a harness on the items, round after round, until the test ends. The command follows after --. In it {samples} stands for the file for --samples, {ids} for the ids of the items, {items} for a file of JSON Lines {"item", "prompt"}, and {out} for the folder of its logs.',
    ),
  )
    .addOption(new Option('--for <harness>', 'the harness').choices(HARNESSES).default('lm-eval'))
    .option('--folder <dir>', 'where rounds are kept (default: a new temporary folder)')
    .action(loop);
}

const VERBS = {
  pause: 'Pause a session: it takes no answers until it is resumed.',
  resume: 'Resume a paused or failed session.',
  end: 'End a session early; its answers count.',
} as const;

function scoring(command: Command): Command {
  return command
    .option('--metric <name>', 'the metric or scorer to score by')
    .option('--filter <name>', 'logs of lm-evaluation-harness: the filter whose lines count');
}

async function makeSession(options: NewSessionOptions & Shown): Promise<void> {
  const made = await sessionCalls(clientOf(options)).create(newSessionRequest(options));
  if (options.json === true) return console.log(JSON.stringify(made, null, 2));
  console.log(made.id);
  printNote(
    made.model === null
      ? `${sessionLine(made)}\nNext: thetarank session loop ${made.id} -- HARNESS …, or thetarank session items ${made.id}`
      : `${sessionLine(made)}\nThe service asks the model. Next: thetarank session watch ${made.id}`,
  );
}

async function showItems(
  id: string,
  options: Shown & { readonly for?: Harness; readonly prompts?: boolean; readonly out?: string },
): Promise<void> {
  const client = clientOf(options);
  const calls = sessionCalls(client);
  const pending = await calls.items(id, options.prompts === true);
  const items = pending.items.map(({ item }) => item);
  const text = async () => {
    if (options.for === undefined)
      return options.json === true || options.prompts === true
        ? JSON.stringify(pending, null, 2)
        : items.join('\n');
    const bank = await calls.bankOf(id);
    if (options.for === 'lm-eval') return JSON.stringify(lmEvalSamples(bank, items));
    if (options.for === 'inspect') return (await inspectIds(client, bank, items)).join(',');
    return pending.items.map((own) => JSON.stringify(own)).join('\n');
  };
  const shown = `${await text()}\n`;
  if (options.out === undefined) process.stdout.write(shown);
  else writeFileWhole(options.out, shown);
  if (items.length === 0) printNote(`No items to answer: the session is ${pending.state}.`);
}

async function handIn(id: string, files: readonly string[], options: Scored): Promise<void> {
  const calls = sessionCalls(clientOf(options));
  const [bank, before] = [await calls.bankOf(id), await calls.items(id, false)];
  const wanted = new Set(before.items.map(({ item }) => item));
  const { answers, passedOver } = await readAnswers(files, { ...options, bank, wanted });
  if (answers.length === 0 && passedOver.length > 0)
    fail('SESSION_ANSWERS_REFUSED', {
      count: passedOver.length,
      item: passedOver[0],
      reason: 'it is not one of the items to answer now; to list them: thetarank session items ID.',
    });
  const after = await calls.answer(id, answers);
  if (passedOver.length > 0) printNote(passedOverLine(passedOver));
  if (options.json === true)
    return console.log(JSON.stringify({ taken: answers.length, passedOver, ...after }, null, 2));
  printText(
    `${answers.length} of ${wanted.size} items answered; ${after.items.length} to answer now; ${after.answered} of ${after.length} answered in total; session ${after.state}.`,
  );
}

async function showResult(id: string, options: Shown): Promise<void> {
  const result = await sessionCalls(clientOf(options)).result(id);
  if (options.json === true) console.log(JSON.stringify(result, null, 2));
  else printText(resultText(result));
}

function showSession(session: SessionSummary, { json }: Shown): void {
  if (json === true) console.log(JSON.stringify(session, null, 2));
  else printText(sessionLine(session));
}

async function watch(id: string, options: Shown & { readonly interval: number }): Promise<void> {
  const calls = sessionCalls(clientOf(options));
  for (let last = ''; ; ) {
    const session = await calls.get(id);
    const line = options.json === true ? JSON.stringify(session) : sessionLine(session);
    if (line !== last) printText(line);
    last = line;
    if (session.state !== 'open' && session.state !== 'paused') return;
    await SYSTEM_CLOCK.sleep(1000 * options.interval);
  }
}

async function loop(
  id: string,
  harness: readonly string[],
  options: Scored & { readonly for: Harness; readonly folder?: string },
): Promise<void> {
  const client = clientOf(options);
  const calls = sessionCalls(client);
  const { metric, filter } = options;
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'thetarank-session-'));
  await loopSession(
    client,
    calls,
    { id, bank: await calls.bankOf(id) },
    {
      harness: options.for,
      command: harness,
      folder,
      metric,
      filter,
      clock: SYSTEM_CLOCK,
      onRound: (round, pending) => printNote(pendingLine(pending, round)),
    },
  );
  await showResult(id, options);
}
