/** What came of a command. */
export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The error that ended it: a code and details of `src/errors.ts`, or a code of commander, such as `commander.unknownOption`. */
  readonly error?: { readonly code: string; readonly details?: Readonly<Record<string, unknown>> };
}
