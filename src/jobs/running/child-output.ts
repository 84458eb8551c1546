import { z } from 'zod';
import { parseJson } from '../../text/parse-json.ts';

/** The reported progress of a command. */
export interface JobProgress {
  readonly done: number;
  readonly total: number | null;
  readonly doing: string;
  readonly secondsLeft: number | null;
}

export interface JobError {
  readonly code: string;
  readonly detail: string;
}

const progressLine = z.object({
  done: z.number(),
  total: z.number().nullable(),
  doing: z.string().max(2000),
  secondsLeft: z.number().nullable(),
});
const errorLine = z.object({ error: z.object({ code: z.string(), detail: z.string() }) });

/** Longest line that is read, and the words of an error that are kept, in characters. */
const LONGEST_LINE = 20_000;
const LONGEST_DETAIL = 1000;
/** The most characters of a command's output that are read: an import lists a thousand records, each with a long reason. */
const MOST_PRINTED = 2 ** 24;

/** Reads a command's standard error: progress as it arrives, and its last error message. */
export function errorReader(onProgress: (progress: JobProgress) => void): {
  write(text: string): void;
  /** The command's own error message; null if there is none. */
  error(): { readonly code: string | null; readonly detail: string } | null;
} {
  let rest = '';
  let told: JobError | null = null;
  let last: string | null = null;
  const read = (line: string) => {
    const value = line.startsWith('{') ? parseJson(line) : undefined;
    const progress = progressLine.safeParse(value);
    if (progress.success) return onProgress(progress.data);
    const error = errorLine.safeParse(value);
    if (error.success) told = error.data.error;
    else if (line.startsWith('error: ')) last = line.slice('error: '.length);
  };
  return {
    write(text) {
      const lines = (rest + text).split('\n');
      rest = (lines.pop() ?? '').slice(0, LONGEST_LINE);
      for (const line of lines) read(line.slice(0, LONGEST_LINE));
    },
    error() {
      if (rest !== '') read(rest);
      rest = '';
      const detail = (told?.detail ?? last)?.slice(0, LONGEST_DETAIL);
      return detail === undefined ? null : { code: told?.code ?? null, detail };
    },
  };
}

/** Collects what a command prints with `--json`. */
export function resultReader(): {
  write(text: string): void;
  /** Null if the output is not a JSON object, or too long. */
  result(): Record<string, unknown> | null;
} {
  let printed = '';
  return {
    write(text) {
      if (printed.length <= MOST_PRINTED) printed += text;
    },
    result() {
      if (printed.length > MOST_PRINTED) return null;
      const value = z.record(z.string(), z.unknown()).safeParse(parseJson(printed));
      return value.success ? value.data : null;
    },
  };
}

/** Exit codes of commands with a specific meaning. */
const CODES: Readonly<Record<number, string>> = {
  1: 'DEFECT',
  2: 'INPUT_INVALID',
  4: 'BUDGET_SPENT',
  5: 'RESULTS_AWAITED',
  6: 'ANSWERS_MISSING',
  130: 'INTERRUPTED',
};
/** What is kept, with a warning: a fit that used all rounds, and an import that left out records. */
const KEPT = [3, 9];

/** The error of a command; null if it succeeded. */
export function endError(
  code: number | null,
  signal: string | null,
  said: { readonly code: string | null; readonly detail: string } | null,
): JobError | null {
  if (code === 0 || (KEPT.includes(code ?? -1) && said === null)) return null;
  const ended = signal === null ? `exit code ${code}` : `signal ${signal}`;
  return {
    code: said?.code ?? CODES[code ?? 130] ?? 'JOB_FAILED',
    detail: said?.detail ?? `The command ended with ${ended} and gave no reason.`,
  };
}
