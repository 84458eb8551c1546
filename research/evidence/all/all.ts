import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { fail, names } from '../../../src/cli/command-kit.ts';
import { codeKey } from '../code-key.ts';
import { KEPT, PAGES, ROOT } from '../page-option.ts';
import { runSteps } from './run-steps.ts';
import { allSteps, type Step } from './steps.ts';

interface AllOptions {
  readonly data: string;
  readonly answerKeys?: string;
  readonly kept: string;
  readonly only?: readonly string[];
  readonly out?: string;
}

const NOTES = `
Results are kept by the code that makes them: --kept has a folder for each version of the code. Pages that are complete by the same code,
from the same files, are left as they are; one that was interrupted is gone on with. A missing file is reported before the first page
is made. If a page fails later, the others are made, and the exit code is 1. A page of several banks (strange, when) shows the banks
made so far by the same code: to try one bank, add --out. Where the code is edited meanwhile, run it in a worktree of its own.

Examples:
  npm run research -- all --data ../shared/data/matrices
  npm run research -- all --data ../shared/data/matrices --only strange,when-math`;

/** `npm run research -- all`: the pages on robust tests, one after another. */
export function addAllCommand(evidence: Command): void {
  evidence
    .command('all')
    .description(
      'Make the pages on robust tests again, one after another, each by its own program. It takes many hours, and goes on where it was interrupted, by the same code.',
    )
    .requiredOption(
      '--data <folder>',
      'matrices: math, legalbench and arc_challenge, each with responses.csv.gz, items.csv and examinees.csv; beside it mmlu_pro, with items.csv and outputs_1500.jsonl.gz',
    )
    .option(
      '--answer-keys <file>',
      'CSV: item, n_options, answer (a letter) of mmlu-pro; else from mmlu_pro/items.csv beside --data, if it is there',
    )
    .option('--only <names>', 'these alone, separated by commas: pages or programs', names)
    .addOption(keptOption())
    .option(
      '--out <folder>',
      'write pages there, and nothing elsewhere (default: docs/evidence, and the part of the README)',
    )
    .addHelpText('after', NOTES)
    .action(makeAll);
}

function keptOption(): Option {
  return new Option('--kept <folder>', 'keep results there').default(KEPT, '.evidence');
}

async function makeAll({ only, out, ...options }: AllOptions): Promise<void> {
  const keys = options.answerKeys;
  const answerKeys = keys === undefined ? undefined : resolve(keys);
  const steps = chosen(allSteps({ data: resolve(options.data), answerKeys }), only);
  const kept = resolve(options.kept);
  const key = codeKey();
  checkFiles(steps, join(kept, key, 'banks'));
  const ends = await runSteps(steps, {
    kept,
    key,
    pages: resolve(out ?? PAGES),
    isElsewhere: out !== undefined,
    codeNow: () => codeKey(),
    filesOf,
    start,
    clock: () => performance.now() / 1000,
    say: (line) => console.error(line),
  });
  const wrong = Object.keys(ends).filter((name) => ['failed', 'not made'].includes(ends[name]));
  const count = Object.values(ends).filter((end) => end === 'made').length;
  const rest = steps.length - count - wrong.length;
  console.log(`${count} made, ${rest} complete before, ${wrong.length} not made.`);
  if (wrong.length === 0) return;
  console.log(`Not made: ${wrong.map((name) => `${name} (${ends[name]})`).join(', ')}`);
  process.exitCode = 1;
}

/** @throws OPTION_INVALID for a name of neither a step nor a program */
export function chosen(all: readonly Step[], only: readonly string[] | undefined): readonly Step[] {
  if (only === undefined) return all;
  const unknown = only.find((text) => !all.some((step) => isNamed(step, text)));
  if (unknown !== undefined)
    fail('OPTION_INVALID', {
      option: '--only',
      found: unknown,
      accepted: `${all.map(({ name }) => name).join(', ')}, strange or when`,
    });
  return all.filter((step) => only.some((text) => isNamed(step, text)));
}

/**
 * Pages of several banks would be written without those whose files are missing, and hours later, so that is refused first.
 * @param folder for the files that steps make of theirs
 * @throws OPTION_INVALID
 */
export function checkFiles(steps: readonly Step[], folder: string): void {
  const missing = steps.flatMap(({ name, input }) => {
    const reason = missingFile(input, folder);
    return reason === null ? [] : [{ name, reason }];
  });
  if (missing.length === 0) return;
  fail('OPTION_INVALID', {
    option: '--data',
    found: `no usable files for ${missing.map(({ name }) => name).join(', ')} (${missing[0].reason})`,
    accepted: 'the files of all pages to be made; name those that need no others by --only',
  });
}

function missingFile(input: Step['input'], folder: string): string | null {
  try {
    const missing = input(folder).files.find((file) => !existsSync(file));
    return missing === undefined ? null : `${missing}: no such file`;
  } catch (error) {
    return (error as Error).message.replace(/\.$/, '');
  }
}

function isNamed({ name, program }: Step, text: string): boolean {
  return name === text || program === text;
}

/** The program's own files, and those that all programs share. */
function filesOf(program: string): string[] {
  const evidence = join(ROOT, 'research/evidence');
  return [evidence, join(evidence, program)].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .map((name) => join(folder, name)),
  );
}

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * A program of evidence in a process of its own. A signal to this process ends it at once: while it computes it would not notice
 * that this one has ended, and would write beside the next run.
 */
function start(args: readonly string[]): Promise<string | null> {
  const launcher = join(ROOT, 'research/main.ts');
  const child = spawn(process.execPath, [...process.execArgv, launcher, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const handlers = Object.entries(SIGNALS).map(([signal, code]) => {
    const end = () => {
      child.prependOnceListener('close', () => process.exit(code));
      child.kill('SIGTERM');
    };
    process.once(signal, end);
    return () => process.removeListener(signal, end);
  });
  return new Promise((done) => {
    const end = (how: string | null) => {
      for (const remove of handlers) remove();
      done(how);
    };
    child.once('error', ({ message }) => end(message));
    child.once('close', (code, signal) =>
      end(code === 0 ? null : `it ended with ${signal ?? `exit code ${code}`}`),
    );
  });
}
