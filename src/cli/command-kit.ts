/**
 * What commands outside of src/cli need to look and behave like all others: the research programs of scripts/research import
 * this file and no other of src/cli.
 */

export { fail } from '../errors.ts';
export type { Table } from '../files/table/read-table.ts';
export { columnIndex, readTable } from '../files/table/read-table.ts';
export { count, decimal, figureText, money2, percent, plural } from '../numbers.ts';
export { plainText } from '../plain-text.ts';
export { readText } from '../text/read-text.ts';
export { readBudgets } from './asking/budgets.ts';
export { checkEndpoints } from './asking/check-endpoints.ts';
export { type EndpointFeedback, endpointFeedback } from './asking/endpoint-feedback.ts';
export { estimateLine, PRICE_FIELD } from './asking/estimate-text.ts';
export { flagCaller } from './asking/flag-caller.ts';
export { interrupts } from './asking/interrupts.ts';
export { REUSE_HELP, reuseLine } from './asking/reuse-text.ts';
export type { CommandTable } from './named-command.ts';
export { addNamedCommand } from './named-command.ts';
export type { DatabaseOptions } from './options/database-option.ts';
export { addDatabaseOption, readStore } from './options/database-option.ts';
export { names, wholeNumber, wholeNumbers, workersOption } from './options/options.ts';
export { progressBar } from './output/progress.ts';
export { textTable } from './output/table.ts';
export { postHocChart, STYLES } from './simulate/post-hoc/simulate-plot.ts';
export { studyProgress } from './simulate/study-interrupt.ts';
export type { PageChart } from './simulate/study-page/figure.ts';
export { DIGEST_FILE, digestText, plotsOf } from './simulate/study-page/study-digest.ts';
export type { StudyPage } from './simulate/study-page/study-page.ts';
export { studyPage } from './simulate/study-page/study-page.ts';
export { outlookText, spentText } from './synthesize/budget-words.ts';
export { worthText } from './synthesize/fit/worth-text.ts';
export type { Exit } from './synthesize/synthesis-exit.ts';
export { askingExit } from './synthesize/synthesis-exit.ts';
export { synthesisProgress } from './synthesize/synthesis-progress.ts';
