import type { CommandName } from '../command-names.ts';
import type { Operation } from '../operations/operation.ts';
import type { CommandTable } from './named-command.ts';

/** All commands of thetarank, in the order of its help. */
export const COMMANDS: Readonly<Record<CommandName, CommandTable[string]>> = {
  rank: async () => (await import('./rank/rank.ts')).addRankCommand,
  evaluate: async () => (await import('./evaluate/evaluate.ts')).addEvaluateCommand,
  order: async () => (await import('./order/order.ts')).addOrderCommand,
  compare: async () => (await import('./compare/compare.ts')).addCompareCommand,
  series: async () => (await import('./series/series.ts')).addSeriesCommand,
  stress: async () => (await import('./stress/stress.ts')).addStressCommand,
  place: async () => (await import('./place/place.ts')).addPlaceCommand,
  agreement: async () => add((await import('../operations/agreement/agreement.ts')).agreement),
  noise: async () => add((await import('../operations/noise/noise.ts')).noise),
  calibrate: async () => (await import('./calibrate/calibrate.ts')).addCalibrateCommand,
  score: async () => (await import('./score/score.ts')).addScoreCommand,
  form: async () => (await import('./form.ts')).addFormCommand,
  prompt: async () => (await import('./prompt.ts')).addPromptCommand,
  extract: async () => (await import('./score/extract.ts')).addExtractCommand,
  grade: async () => (await import('./score/grade.ts')).addGradeCommand,
  judges: async () => add((await import('../operations/judges/judges.ts')).judges),
  annotate: async () => (await import('./annotate/annotate.ts')).addAnnotateCommand,
  ratings: async () => (await import('./ratings/ratings.ts')).addRatingsCommand,
  runs: async () => (await import('./runs.ts')).addRunsCommand,
  simulate: async () => (await import('./simulate/simulate.ts')).addSimulateCommand,
  bank: async () => (await import('./bank/bank.ts')).addBankCommand,
  write: async () => (await import('./write/write.ts')).addWriteCommand,
  serve: async () => (await import('./serve/serve.ts')).addServeCommand,
  cache: async () => (await import('./cache.ts')).addCacheCommand,
  store: async () => (await import('./store/store.ts')).addStoreCommand,
  keys: async () => (await import('./serve/keys.ts')).addKeysCommand,
  'stand-in': async () => (await import('./stand-in/stand-in.ts')).addStandInCommand,
  session: async () => (await import('./session/session.ts')).addSessionCommand,
  watch: async () => (await import('./watch/watch.ts')).addWatchCommand,
  worker: async () => (await import('./worker/worker.ts')).addWorkerCommand,
};

/** The command of an operation. */
async function add(operation: Operation): ReturnType<CommandTable[string]> {
  const { addOperation } = await import('./operations/add-operation.ts');
  return (parent) => addOperation(parent, operation);
}
