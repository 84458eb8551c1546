/**
 * What commands outside of src/cli need to look and behave like all others: the trial of research/trial imports this file
 * and no other of src/cli.
 */

export { fail } from '../errors.ts';
export { money2 } from '../numbers.ts';
export type { Exit } from '../operations/asking/asking-exit.ts';
export { askingExit } from '../operations/asking/asking-exit.ts';
export { outlookText, spentText } from '../operations/asking/budget-words.ts';
export { readBudgets } from '../operations/asking/budgets.ts';
export { estimateLine, PRICE_FIELD } from '../operations/asking/estimate-text.ts';
export { REUSE_HELP, reuseLine } from '../operations/asking/reuse-text.ts';
export { worthText } from '../operations/synthesize/fit/worth-text.ts';
export { plainText } from '../plain-text.ts';
export { readText } from '../text/read-text.ts';
export { checkEndpoints } from './asking/check-endpoints.ts';
export { type EndpointFeedback, endpointFeedback } from './asking/endpoint-feedback.ts';
export { flagCaller } from './asking/flag-caller.ts';
export { interrupts } from './asking/interrupts.ts';
export { synthesisProgress } from './asking/synthesis-progress.ts';
export type { DatabaseOptions } from './options/database-option.ts';
export { addDatabaseOption, readStore } from './options/database-option.ts';
export { wholeNumber } from './options/options.ts';
export { progressBar } from './output/progress.ts';
