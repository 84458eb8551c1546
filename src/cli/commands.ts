import type { CommandName } from './command-names.ts';
import type { CommandTable } from './named-command.ts';

/** All commands of thetarank, in the order of its help. */
export const COMMANDS: Readonly<Record<CommandName, CommandTable[string]>> = {
  rank: async () => (await import('./rank/rank.ts')).addRankCommand,
  order: async () => (await import('./order/order.ts')).addOrderCommand,
  compare: async () => (await import('./compare/compare.ts')).addCompareCommand,
  series: async () => (await import('./series/series.ts')).addSeriesCommand,
  stress: async () => (await import('./stress/stress.ts')).addStressCommand,
  place: async () => (await import('./place/place.ts')).addPlaceCommand,
  agreement: async () => (await import('./agreement/agreement.ts')).addAgreementCommand,
  noise: async () => (await import('./noise/noise.ts')).addNoiseCommand,
  calibrate: async () => (await import('./calibrate/calibrate.ts')).addCalibrateCommand,
  score: async () => (await import('./score/score.ts')).addScoreCommand,
  form: async () => (await import('./form.ts')).addFormCommand,
  prompt: async () => (await import('./prompt.ts')).addPromptCommand,
  extract: async () => (await import('./score/extract.ts')).addExtractCommand,
  grade: async () => (await import('./score/grade.ts')).addGradeCommand,
  runs: async () => (await import('./runs.ts')).addRunsCommand,
  simulate: async () => (await import('./simulate/simulate.ts')).addSimulateCommand,
  bank: async () => (await import('./bank/bank.ts')).addBankCommand,
  serve: async () => (await import('./serve/serve.ts')).addServeCommand,
  cache: async () => (await import('./cache.ts')).addCacheCommand,
  store: async () => (await import('./store/store.ts')).addStoreCommand,
  keys: async () => (await import('./serve/keys.ts')).addKeysCommand,
  'stand-in': async () => (await import('./stand-in/stand-in.ts')).addStandInCommand,
  session: async () => (await import('./session/session.ts')).addSessionCommand,
  watch: async () => (await import('./watch/watch.ts')).addWatchCommand,
  worker: async () => (await import('./worker/worker.ts')).addWorkerCommand,
  research: async () => (await import('./research.ts')).addResearchCommand,
  demo: async () => (await import('./demo/demo.ts')).addDemoCommand,
};
