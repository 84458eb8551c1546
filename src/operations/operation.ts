import type { z } from 'zod';
import type { EndpointConfiguration } from '../examinee/endpoint/configuration/configuration.ts';
import type { Words } from '../languages/words.ts';
import type { QueueWorkers } from '../queue/queue-workers.ts';
import type { Told } from '../report/document.ts';
import type { TestSuite } from '../report/junit.ts';
import type { Store } from '../store/store.ts';
import type { MeasuredEffect } from '../stress/measure-effects.ts';
import type { Workers } from '../threads/thread-pool.ts';
import type { Caller } from '../workflow/asking/caller.ts';
import type { Interrupts } from '../workflow/asking/stop-signals.ts';
import type { LiveWatch, WatchedTest } from '../workflow/live/ask-tests.ts';
import type { ConvergenceProgress, Progress } from '../workflow/progress.ts';
import type { StudyState } from '../workflow/studies/study-watch.ts';
import type { SynthesisWatch } from '../workflow/synthesis/synthesis-watch.ts';

/**
 * What a user can have done. Each door (terminal, service, library) reads this one literal: options are declared nowhere else, and named the same
 * everywhere. A terminal spells `bankSize` as `--bank-size`.
 */
export interface Operation<
  Options extends z.ZodObject = z.ZodObject,
  Result = unknown,
  Estimate = unknown,
  Json = Result,
> extends Task<Options, Result> {
  /** Its words: `noise`, `calibrate refresh`. */
  readonly name: string;
  readonly summary: string;
  /** What stands below the options in the help: formats, examples, further pages. */
  readonly help?: string;
  /** Their values are plain data, which a door can keep and read again. */
  readonly options: Options;
  /** Of operations with a database: whether it must be there, or is created. */
  readonly database?: 'existing' | 'created';
  /** Where its result can go besides the terminal: by default everywhere. */
  readonly outputs?: readonly Output[];
  /** What it does, for whoever waits. */
  readonly doing?: string;
  /** Tells what it would take without doing it: `--dry-run`. */
  readonly estimate?: Task<Options, Estimate>;
  /**
   * The result as text that is no report: CSV, a prompt. It is printed as it is, with the report on standard error, or written to the file of --out;
   * without it only the report is printed.
   */
  text?(result: Result, options: z.output<Options>): string | undefined;
  /** Writes what its options name, once it is done. @returns paths of the files that no field names */
  write?(
    result: Result,
    reading: Reading<z.output<Options>>,
    context: Context,
  ): Promise<readonly string[]>;
  /** The tests that a JUnit report of it has. */
  tests?(result: Result): TestSuite;
  /** What is printed as JSON, for a result that has more. */
  json?(result: Result, options: z.output<Options>): Json;
  /** The exit code of a result that is not simply good. */
  exitCode?(result: Result): number;
  /** Why it is not finished, although it has a result; null if it is. */
  unfinished?(result: Result): string | null;
  /** How to get the result again, where its files cannot be written. @param where as `Reading` has it */
  again?(result: Result, where: string): string;
  /** Its models stand in a file that administrators list: jobs may ask them. */
  readonly jobsAsk?: true;
}

export interface Task<Options extends z.ZodObject, Result> {
  /**
   * Does it. The result is plain data: what `--json` prints.
   * @throws OPTION_INVALID and OPTIONS_CONFLICT name fields of the options
   */
  run(options: z.output<Options>, context: Context): Promise<Result>;
  /** What the result says. */
  report(result: Result, reading: Reading<z.output<Options>>): Told;
}

/** `json`: printed in place of text; `out`: JSON in a file; `report`: a page; `markdown`: the same for comments; `junit`: its tests, for pipelines. */
export type Output = 'json' | 'out' | 'report' | 'markdown' | 'junit';

/** What an operation gets besides its options. */
export interface Context {
  /** Opens the database for as long as `use` takes. */
  store<T>(use: (store: Store) => Promise<T>): Promise<T>;
  /** Where the database is, with its password. */
  location(): string;
  /** Whether there is a database, where none was named. */
  hasStore(): boolean;
  /** Calls `use` with the threads or workers that options name, as in `computing` of `fields.ts`. */
  workers<T>(where: Where, use: (workers: Workers) => Promise<T>): Promise<T>;
  /** Calls `use` with those who ask in place of this process, if options name them. */
  queueWorkers<T>(where: Where, use: (workers: QueueWorkers | null) => Promise<T>): Promise<T>;
  /** Says how much is done. @param share up to 1 */
  progress(share: number): void;
  /** The same for work in steps that are counted. */
  readonly steps: Progress;
  /** The same for the rounds of a fit. */
  fit(): ConvergenceProgress;
  /** Shows a part of the result before the rest is there, to people who wait. */
  early(text: string): void;
  /**
   * Pours texts that are too many to hold into a file or, where none is named, to where results are printed.
   * @throws FILE_UNWRITABLE, and what the texts throw
   */
  pour(texts: AsyncIterable<string> | Iterable<string>, file: string | undefined): Promise<void>;
  /** Says something beside the result. */
  note(text: string): void;
  /** From now on an interrupt says what is kept of the work. @returns what ends this */
  keeps(state: () => StudyState): () => void;
  /**
   * What asks models behind endpoints.
   * @param ofFile names of those that a file describes: hints call their settings by fields
   * @throws OPTION_INVALID at doors that ask none
   */
  asking(ofFile?: ReadonlySet<string>): Promise<AskingDoor>;
}

/** How a door has models asked that options name. */
export interface AskingDoor {
  readonly caller: Caller;
  /** Looks at their endpoints first. @see checkEndpoints */
  check(
    models: readonly EndpointConfiguration[],
    how: {
      /** The option that names them, where one that its endpoint does not list is an error. */
      readonly mustList: string | undefined;
      readonly isDryRun: boolean;
      /** Whether options are scored by log-likelihoods. */
      readonly needsLikelihoods?: boolean;
    },
  ): Promise<void>;
  interrupts(): Interrupts;
  /** Shows the answers as they come. @param longer how to allow longer ones */
  watch(
    tests: readonly WatchedTest[],
    run: { readonly run: number; readonly database: string; readonly longer: string },
  ): LiveWatch;
  /** Shows calls as they are answered. */
  readonly watchCalls: SynthesisWatch;
  /** The same where they are asked in rounds, until effects are known. */
  watchRounds(): RoundsWatch;
  stop(): void;
}

/** Who is told of calls in rounds. */
export interface RoundsWatch {
  readonly watch: SynthesisWatch;
  onRound(effects: readonly MeasuredEffect[]): void;
}

/** Where a computation is done. */
export interface Where {
  readonly on?: 'threads' | 'workers' | undefined;
  readonly workers?: number | undefined;
}

/** Who reads a report, and how it came about. */
export interface Reading<Options> {
  readonly options: Options;
  /** The same as they were given, to repeat them. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Whoever gave the command, or others, who must not see addresses of endpoints. */
  readonly reader: 'caller' | 'others';
  /** What the caller's next command names besides, such as ` --database my.db`; begins with a space or is empty. */
  readonly where: string;
  /** Whether a page is written too. */
  readonly hasPage: boolean;
  /** Where the result is written. */
  readonly out?: string | undefined;
  readonly t: Words;
}

/** Infers the types of an operation from its literal. */
export function operation<Options extends z.ZodObject, Result, Estimate = never, Json = Result>(
  own: Operation<Options, Result, Estimate, Json>,
): Operation<Options, Result, Estimate, Json> {
  return own;
}

/** What fields of options tell doors besides type, default and description. */
declare module 'zod' {
  interface GlobalMeta {
    /** Its flag of one letter: `M`. */
    short?: string;
    /** The heading that it stands below in the help. */
    group?: string;
    /** What stands for its value in the help: `points`. */
    value?: string;
    /** Given by its place, and not by its name. */
    isArgument?: true;
    /** Values of a list are words of their own, and not one with commas. */
    isVariadic?: true;
    /** A file that is read or written, or a folder that is written into. */
    file?: 'in' | 'out' | 'folder';
    /** About the machine that computes, and so no option of a request; files are none either. */
    isLocal?: true;
  }
}
