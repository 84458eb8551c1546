/** Exit codes of commands that ask endpoints, beside those of errors: as shells call the end by an interrupt, */
export const INTERRUPTED = 130;
/** and where the budget was spent before the end. */
export const BUDGET_SPENT = 4;
/** Answers are missing that the same command may get with --resume: after all retries an endpoint gave none. */
export const UNANSWERED = 6;
/** A fit that used up its rounds; its parameters are kept and written all the same. */
export const NOT_CONVERGED = 3;
/** Requests of batches wait for their results. */
export const AWAITED = 5;
/** A comparison shows a loss that `--fail-if` does not allow, or a difference beyond `--equivalent-within`, */
export const REGRESSION = 7;
/** and where it cannot tell whether models are equivalent. */
export const CANNOT_TELL = 8;
/** A part of what a command was to keep was left out; the rest is kept. */
export const PARTIAL = 9;
/** The exit code that shells use for a program whose output pipe was closed. */
export const OUTPUT_CLOSED = 141;
