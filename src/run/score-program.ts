import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fail } from '../errors.ts';
import { plural } from '../numbers.ts';
import { parseJson } from '../text/parse-json.ts';

/** A program that scores answers, as the person who runs the command configured it. */
export interface ScoreProgram {
  /** The program, by its whole path, and its arguments. No shell reads them. */
  readonly argv: readonly string[];
  /** How long it has for one answer. */
  readonly seconds: number;
}

/** Programs by the names that metrics of items give. */
export type ScorePrograms = Readonly<Record<string, ScoreProgram>>;

/** What a program reads from its standard input, as one JSON object. */
export interface ProgramInput {
  readonly item: string;
  /** The question that was answered: the stem of the item, or one question of a case. */
  readonly question: string;
  readonly references: readonly string[];
  readonly answer: string;
}

/** Bytes of standard output that are read, and characters of standard error that are repeated. */
const MOST_OUTPUT = 65_536;
const SHOWN = 300;

/**
 * The score of an answer by a program, in [0, 1]. It runs in a process group of its own, in the folder for temporary files, without shell
 * and without environment variables. It prints `{"score": 0.5}` and ends with exit code 0, or it prints nothing: then exit code 0
 * means 1, and 1 means 0. What it may do beyond that is up to the sandbox in which the caller starts it.
 *
 * Anything else is a failure and no score: another exit code, too much time or output, or another text.
 * @param signal ends the program
 * @throws SCORE_PROGRAM_FAILED
 */
export async function scoreByProgram(
  name: string,
  { argv: [path, ...rest], seconds }: ScoreProgram,
  input: ProgramInput,
  signal?: AbortSignal,
): Promise<number> {
  const refuse = (reason: string): never =>
    fail('SCORE_PROGRAM_FAILED', { program: name, item: input.item, reason });
  if (signal?.aborted === true) return refuse('it was not started, because asking was ended');
  const child = spawn(path, rest, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {},
    cwd: tmpdir(),
    detached: true,
  });
  let end: string | null = null;
  const kill = (reason: string) => {
    end ??= reason;
    // The group ends with all that the program started.
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  const onAbort = () => kill('it was ended, because asking was ended');
  const onExit = () => kill('thetarank ended');
  const timer = setTimeout(
    () => kill(`it did not end within ${plural(seconds, 'second')}`),
    1000 * seconds,
  );
  signal?.addEventListener('abort', onAbort, { once: true });
  process.once('exit', onExit);
  let [output, size, errors] = ['', 0, ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    size += text.length;
    if (size > MOST_OUTPUT) kill(`it printed more than ${MOST_OUTPUT} characters`);
    else output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-SHOWN);
  });
  // A program may end without reading.
  child.stdin.on('error', () => {}).end(JSON.stringify(input));
  try {
    const code = await new Promise<number | null>((resolve) => {
      child.once('error', (error: NodeJS.ErrnoException) => {
        end ??= `it could not be started (${error.code === 'ENOENT' ? `no file ${path}` : error.message})`;
        resolve(null);
      });
      child.once('exit', () => {
        // What the program left running holds its output open.
        setImmediate(() => kill(''));
      });
      child.once('close', (status) => resolve(status));
    });
    if (end !== null && end !== '') return refuse(end);
    return scoreOf(code, output, (reason) =>
      refuse(errors === '' ? reason : `${reason}; it said: ${errors.trim()}`),
    );
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    process.off('exit', onExit);
  }
}

function scoreOf(code: number | null, output: string, refuse: (reason: string) => never): number {
  if (code === null) return refuse('it was killed');
  if (output.trim() === '' && (code === 0 || code === 1)) return 1 - code;
  if (code !== 0) return refuse(`it ended with exit code ${code}`);
  const value = parseJson(output);
  const score =
    typeof value === 'object' && value !== null && 'score' in value ? value.score : undefined;
  if (typeof score !== 'number' || !(score >= 0 && score <= 1))
    return refuse(
      `it printed ${JSON.stringify(output.trim().slice(0, 100))} instead of {"score": …} with a number from 0 to 1`,
    );
  return score;
}
