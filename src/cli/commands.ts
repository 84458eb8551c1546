import type { CommandName } from '../command-names.ts';
import { type CommandTable, commandGroup, operationCommand } from './named-command.ts';

/** All commands of thetarank, in the order of its help. */
export const COMMANDS: Readonly<Record<CommandName, CommandTable[string]>> = {
  rank: operationCommand('rank'),
  evaluate: operationCommand('evaluate'),
  order: operationCommand('order'),
  compare: operationCommand('compare'),
  series: operationCommand('series'),
  stress: operationCommand('stress'),
  place: operationCommand('place'),
  agreement: operationCommand('agreement'),
  noise: operationCommand('noise'),
  calibrate: async () => (await import('./calibrate/calibrate.ts')).addCalibrateCommand,
  score: operationCommand('score'),
  form: operationCommand('form'),
  prompt: operationCommand('prompt'),
  extract: operationCommand('extract'),
  grade: operationCommand('grade'),
  judges: operationCommand('judges'),
  annotate: operationCommand('annotate', 'annotate list', 'annotate show', 'annotate export'),
  ratings: commandGroup(
    'ratings',
    'Let experts rate answers to open questions by a rubric, without knowing the models: how far do they agree with each other and with judging models?',
    {
      create: operationCommand('ratings create'),
      list: operationCommand('ratings list'),
      show: operationCommand('ratings show'),
      export: operationCommand('ratings export'),
      'add-rater': operationCommand('ratings add-rater'),
      close: operationCommand('ratings close'),
      reopen: operationCommand('ratings reopen'),
    },
    `
Examples:
  thetarank ratings create --run 12 --raters anna,ben,chen --per-answer 2 --answers 320
  thetarank keys add --role expert --panel 3f9c2a7be4105d0c --name anna
  thetarank ratings show 3f9c2a7be4105d0c --report ratings.html
  thetarank ratings export 3f9c2a7be4105d0c --out people.csv

Experts rate in the dashboard of thetarank serve, with a key of their own (docs/ratings.md).`,
  ),
  runs: commandGroup(
    'runs',
    'Show the kept runs of rank --model, evaluate, stress, compare, series and calibrate synthesize: their results, and every answer.',
    {
      list: operationCommand('runs list'),
      show: operationCommand('runs show'),
      answers: operationCommand('runs answers'),
      explanations: operationCommand('runs explanations'),
    },
    `
Examples:
  thetarank runs list
  thetarank runs show 3
  thetarank runs answers 3 --outputs --out answers.jsonl
  thetarank runs explanations 3`,
  ),
  simulate: async () => (await import('./simulate/simulate.ts')).addSimulateCommand,
  bank: async () => (await import('./bank/bank.ts')).addBankCommand,
  write: operationCommand('write', 'write list', 'write show', 'write accept', 'write export'),
  serve: async () => (await import('./serve/serve.ts')).addServeCommand,
  cache: commandGroup(
    'cache',
    'The cache keeps calibrations and test preparations of built-in banks between commands, so that the same ranking is fast the next time. THETARANK_CACHE sets its folder; an empty value turns the cache off.',
    { show: operationCommand('cache show'), clear: operationCommand('cache clear') },
  ),
  store: commandGroup(
    'store',
    'The store is the database with banks, recorded answers, calibrations, runs, and the keys, sessions and jobs of the service.',
    { copy: operationCommand('store copy') },
  ),
  keys: commandGroup(
    'keys',
    'Add, list and revoke the keys of the service in its database.',
    {
      add: operationCommand('keys add'),
      list: operationCommand('keys list'),
      revoke: operationCommand('keys revoke'),
    },
    `
Examples:
  thetarank keys add --role administrator --name "Ada"
  thetarank keys add --role runner --name nightly --bank mmlu-pro --days 90
  thetarank keys add --role link --name website --leaderboard 5d0c1f7a92b3e684
  thetarank keys add --role expert --panel 3f9c2a7be410 --name anna --url https://thetarank.example.org
  thetarank keys list
  thetarank keys revoke 3f9c2a7be410

These commands need no key, only write access to the database. A running service accepts a new key at once, and refuses a
revoked one within ten seconds.`,
  ),
  'stand-in': async () => (await import('./stand-in/stand-in.ts')).addStandInCommand,
  session: async () => (await import('./session/session.ts')).addSessionCommand,
  watch: async () => (await import('./watch/watch.ts')).addWatchCommand,
  worker: async () => (await import('./worker/worker.ts')).addWorkerCommand,
};
