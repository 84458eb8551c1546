import { Command, CommanderError } from 'commander';
import { ThetarankError } from '../errors.ts';
import { OUTPUT_CLOSED } from './asking/exit-codes.ts';
import { COMMANDS } from './commands.ts';
import { addNamedCommand } from './named-command.ts';
import { guardOutputs, isOutputClosed } from './output/outputs.ts';
import { isProgressRead } from './output/progress-lines.ts';
import { readVersion } from './version.ts';

const version = readVersion();

const GREETING = `thetarank ${version}: adaptive tests that rank language models with a few hundred items.

Try one of these; each works right away:
  npx thetarank rank --bank mmlu-pro                      rank 34 recorded models with 243 of 12,032 items
  npx thetarank form --bank mmlu-pro --items 243          a short fixed form for lm-evaluation-harness
  npx thetarank simulate post-hoc --bank mmlu-pro         how far to trust which strategy at which length
  npx thetarank demo synthesize                           a bank calibrated by models that debate, in a minute

Your own model, behind vLLM, llama.cpp, Ollama or any OpenAI-compatible address:
  npx thetarank bank attach FILE --to mmlu-pro            once: the public question text
  npx thetarank rank --bank mmlu-pro --model my-model@http://localhost:8000/v1

All commands: npx thetarank --help`;

/** Parses the arguments and runs one command. The exit code is 0, or the one of the error. */
async function main(argv: readonly string[]): Promise<number> {
  const program = new Command('thetarank')
    .description(
      'Computerized adaptive testing for language models: a few hundred calibrated items give the ability, the score on the whole bank with its interval, and the ranking.',
    )
    .version(version)
    .exitOverride()
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      'after',
      '\nExit codes: 0 done; 2 the input or the call is wrong, or an endpoint refuses; 3 not converged; 4 a budget was spent before the end; 5 results of batches are awaited; 6 answers are missing, --resume asks for them; 130 interrupted; 141 nobody read the output to its end; 1 a defect of thetarank.',
    );
  if (argv.length <= 2) {
    console.log(GREETING);
    return 0;
  }
  try {
    await addNamedCommand(program, COMMANDS, argv.slice(2));
    await program.parseAsync([...argv]);
    // A command may have ended with a code of its own, such as 3 for a fit that has not converged.
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return explain(error);
  }
}

/** Says in one line what went wrong and returns the exit code. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  // A reader that stops early (head, a closed pager) is told by the exit code alone.
  if (isOutputClosed(error)) return OUTPUT_CLOSED;
  if (error instanceof ThetarankError) {
    console.error(`error: ${error.message}`);
    if (isProgressRead())
      console.error(JSON.stringify({ error: { code: error.code, detail: error.message } }));
    return error.exitCode;
  }
  const defect = error instanceof Error ? error : new Error(String(error));
  console.error(`error: thetarank failed on something it should have handled: ${defect.message}`);
  console.error(process.env.THETARANK_DEBUG ? defect.stack : 'Set THETARANK_DEBUG=1 to see where.');
  return 1;
}

const outputs = guardOutputs();
process.exitCode = outputs.exitCode(await main(process.argv));
