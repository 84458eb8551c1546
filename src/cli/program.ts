import { Command, CommanderError } from 'commander';
import { ThetarankError } from '../errors.ts';
import { hearingUnread } from '../files/table/unread-columns.ts';
import { OUTPUT_CLOSED } from '../operations/exit-codes.ts';
import { plainLines } from '../plain-text.ts';
import { typedCommands } from '../report/typed-commands.ts';
import { wordsOfReports } from '../report/words-of-reports.ts';
import { beginSpan } from '../tracing/span.ts';
import { startTracing } from '../tracing/start-tracing.ts';
import { COMMANDS } from './commands.ts';
import { addNamedCommand } from './named-command.ts';
import { passwordNote } from './options/password-note.ts';
import { isOutputClosed } from './output/outputs.ts';
import { isProgressRead } from './output/progress-lines.ts';
import { printNote, printText } from './output/typed-commands.ts';
import { suggestWords, wordsOf } from './unknown-words.ts';
import { readVersion } from './version.ts';

const version = readVersion();

const GREETING = `thetarank ${version}: ranks language models with adaptive tests of a few hundred items. Start with one of these:

  thetarank rank --bank mmlu-pro                     rank 34 recorded models with 243 of 12,032 items each
  thetarank bank attach FILE --to mmlu-pro           once: add its question text (thetarank bank show mmlu-pro says where it is), then
  thetarank rank --bank mmlu-pro --model NAME@URL    rank your own model behind an OpenAI-compatible address
  thetarank rank --responses answers.csv             rank models from your own recorded answers
  thetarank simulate post-hoc --bank mmlu-pro        compare strategies and test lengths in a simulation study
  thetarank serve                                    start the service and its dashboard

All commands: thetarank --help; one command: thetarank rank --help; guides: docs/README.md in the repository`;

/**
 * Parses the arguments and runs one command. The exit code is 0, or the one of the error.
 * @param onError is given the error that ends the command, which is also printed
 */
export async function main(
  argv: readonly string[],
  onError: (error: unknown) => void = () => {},
): Promise<number> {
  const explained = (error: unknown) => {
    onError(error);
    return explain(error);
  };
  const program: Command = new Command('thetarank')
    .description(
      'Rank language models with adaptive tests: a few hundred calibrated items give each model its ability, its score on the whole bank with an interval, and its rank.',
    )
    .version(version)
    .option(
      '--trace',
      'send OpenTelemetry traces to http://localhost:4318; OTEL_EXPORTER_OTLP_ENDPOINT names another address',
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => process.stdout.write(plainLines(typedCommands(text, process.env))),
      writeErr: (text) => process.stderr.write(plainLines(typedCommands(text, process.env))),
    })
    .configureHelp({
      showGlobalOptions: true,
      // Options of a command in between, such as `write`, are none of `write show`.
      visibleGlobalOptions: () => program.options.filter(({ hidden }) => !hidden),
    })
    .addHelpText(
      'after',
      '\nEnvironment: THETARANK_LANGUAGE=zh writes HTML reports in Chinese (en: English, the default); docs/languages.md.\nExit codes: 0 done; 1 defect of thetarank; 2 invalid input or options, or an endpoint refused; 3 not converged; 4 budget spent before the end; 5 waiting for results of batches; 6 answers are missing, --resume asks for them; 7 a loss is shown, 8 it cannot be told (compare, watch); 9 kept without the records that were left out (bank import, convert, record); 130 interrupted; 141 output pipe closed early.',
    );
  if (argv.length <= 2) {
    printText(GREETING);
    return 0;
  }
  try {
    const tracing = await startTracing(process.env, {
      isAsked: isTraceAsked(argv),
      version,
      onFailure(reason) {
        // A program that reads progress takes other lines for errors.
        if (!isProgressRead()) printNote(`Traces could not be sent: ${reason}.`);
      },
    });
    try {
      return await runTraced(program, argv, explained, tracing.parent ?? undefined);
    } finally {
      await tracing.stop();
    }
  } catch (error) {
    return explained(error);
  }
}

/** Runs the command in a span, which is named after the command as soon as that is known. @returns its exit code */
async function runTraced(
  program: Command,
  argv: readonly string[],
  explained: (error: unknown) => number,
  parent: string | undefined,
): Promise<number> {
  const span = beginSpan('thetarank', {}, { ...(parent !== undefined && { parent }) });
  program.hook('preAction', (_, action) => {
    // A report is written at the end: a language that there is not is refused before all work.
    wordsOfReports();
    span.rename(wordsOf(action));
    span.note({ 'thetarank.command': wordsOf(action) });
  });
  program.hook('postAction', (_, action) => {
    const note = isProgressRead() ? null : passwordNote(action.opts(), process.env);
    if (note !== null) printNote(note);
  });
  let failure: unknown;
  let code: number;
  try {
    const notes: string[] = [];
    code = await span.within(() => hearingUnread(notes, () => runCommand(program, argv)));
    // A program that reads progress takes other lines for errors.
    if (!isProgressRead()) notes.forEach(printNote);
  } catch (error) {
    failure = error;
    code = explained(error);
  }
  span.note({ 'process.exit.code': code });
  span.end(failure);
  return code;
}

async function runCommand(program: Command, argv: readonly string[]): Promise<number> {
  const isVersion = argv.length === 3 && (argv[2] === '--version' || argv[2] === '-V');
  if (!isVersion) await addNamedCommand(program, COMMANDS, argv.slice(2));
  suggestWords(program);
  await program.parseAsync([...argv]);
  // A command may have ended with a code of its own, such as 3 for a fit that has not converged.
  return Number(process.exitCode ?? 0);
}

/** Looked for here, because tracing begins before the options are read. */
function isTraceAsked(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).includes('--trace');
}

/** Says in one line what went wrong and returns the exit code. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  // If a reader stops early (head, a closed pager), only the exit code says so.
  if (isOutputClosed(error)) return OUTPUT_CLOSED;
  if (error instanceof ThetarankError) {
    printNote(`error: ${error.message}`);
    if (isProgressRead())
      console.error(JSON.stringify({ error: { code: error.code, detail: error.message } }));
    return error.exitCode;
  }
  const defect = error instanceof Error ? error : new Error(String(error));
  printNote(`error: thetarank failed on something it should have handled: ${defect.message}`);
  printNote((process.env.THETARANK_DEBUG && defect.stack) || 'Set THETARANK_DEBUG=1 to see where.');
  return 1;
}
