import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../../errors.ts';
import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import { checkWritable } from '../../files/write/write.ts';
import { plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import { shellWord } from '../../shell-word.ts';
import { calibratedBank } from '../../tested-bank/calibrated-bank.ts';
import { readLiveBank } from '../../tested-bank/live-bank.ts';
import { requirePrices } from '../../workflow/live/require-prices.ts';
import type { LiveRanking } from '../../workflow/live/run-live-job.ts';
import { defaultItems } from '../../workflow/live/test-defaults.ts';
import type { Checkpoint } from '../../workflow/watch/checkpoint.ts';
import { checkpointBefore } from '../../workflow/watch/checkpoint-before.ts';
import { type CheckpointChange, checkpointChange } from '../../workflow/watch/checkpoint-change.ts';
import { serveCheckpoint } from '../../workflow/watch/serve-checkpoint.ts';
import {
  isElsewhere,
  isTestedElsewhere,
  testedBefore,
  testIdentity,
} from '../../workflow/watch/tested-before.ts';
import { type Watched, watchCheckpoints } from '../../workflow/watch/watch-checkpoints.ts';
import { endpointFeedback } from '../asking/endpoint-feedback.ts';
import { AWAITED, BUDGET_SPENT, INTERRUPTED, REGRESSION } from '../asking/exit-codes.ts';
import { flagCaller } from '../asking/flag-caller.ts';
import { interrupts } from '../asking/interrupts.ts';
import { dollars } from '../live/live-options.ts';
import { FLAG_WORDS } from '../live/model-args.ts';
import { taskSettings } from '../live/task-args.ts';
import { databaseArgument, readStore } from '../options/database-option.ts';
import { printNote, printText } from '../output/typed-commands.ts';
import { preparedTest, type TestSetup, testCheckpoint } from './test-checkpoint.ts';
import type { WatchCommandOptions } from './watch.ts';
import { failedLine, lineText, testedLine, type WatchLine } from './watch-lines.ts';
import { type WatchedPlace, watchedPlace } from './watched-place.ts';

/** Names shown in a note. */
const MOST_NAMES = 5;

/** `thetarank watch`. @param isChosen whether the strategy was given */
export async function runWatch(
  place: string,
  options: WatchCommandOptions,
  isChosen: boolean,
): Promise<void> {
  const watched = watchedPlace(place, options, SYSTEM_CLOCK);
  const { budget: limit, calibration: number, logs, target = 'expected' } = options;
  const budget = limit === undefined ? null : dollars(limit);
  if (budget !== null) {
    const feedback = endpointFeedback();
    const sample = watched.endpointOf({ name: 'checkpoint', path: null });
    requirePrices(
      [sample],
      flagCaller(feedback, () => FLAG_WORDS),
    );
    feedback.stop();
  }
  if (logs !== undefined) {
    checkWritable([join(logs, 'checkpoint.log')]);
    mkdirSync(logs, { recursive: true });
  }
  await readStore(options, async (store) => {
    const whole = await readLiveBank(store, options.bank);
    const calibrated = number === undefined ? null : await calibratedBank(store, whole, number);
    const { stop, abort, restore } = interrupts('The same command continues.');
    const setup: TestSetup = {
      store,
      live: calibrated?.live ?? whole,
      calibrated,
      budget,
      target,
      signals: { stop, abort },
      options: {
        ...taskSettings(options.taskArg),
        ...(options.items !== undefined && { items: options.items }),
        ...(options.growTo !== undefined && { growTo: options.growTo }),
        // A robust test learns from recorded models, and a kept calibration has none.
        strategy: number !== undefined && !isChosen ? 'paper' : options.strategy,
        seed: options.seed,
        lag: options.lag,
        concurrency: options.concurrency,
        leaveOut: options.leaveOut,
        defaultItems,
        watch: true,
      },
    };
    if (options.once !== true)
      printNote(
        `Watching ${plainText(watched.words)}: each new checkpoint is tested on ${options.bank}; a look every ${options.interval} s. Ctrl+C ends.`,
      );
    try {
      const seen = await watch(watched, setup, options);
      finish(seen, stop.aborted, options, place, store.location);
    } finally {
      restore();
    }
  });
}

/** What came of a watch, with the last run that was kept. */
interface Seen extends Watched {
  readonly incomplete: number;
  readonly lastRun: number | null;
  /** Of that run's checkpoint from the one before. */
  readonly lastChange: CheckpointChange | null;
  /** Checkpoints with a shown regression. */
  readonly regressed: readonly string[];
}

async function watch(
  watched: WatchedPlace,
  setup: TestSetup,
  options: WatchCommandOptions,
): Promise<Seen> {
  const { store, target, signals } = setup;
  const { stop } = signals;
  const isServedHere = watched.serve !== null;
  const print = (line: WatchLine) =>
    options.json === true
      ? console.log(JSON.stringify(line))
      : printText(lineText(line, options.failIf));
  const clock = SYSTEM_CLOCK;
  let began = clock.now();
  const seconds = () => Math.round((clock.now() - began) / 100) / 10;
  let incomplete = 0;
  let lastRun: number | null = null;
  const identityOf = async (checkpoint: Checkpoint) => {
    const { configuration } = await preparedTest(setup, watched.endpointOf(checkpoint));
    return testIdentity(configuration, isServedHere);
  };
  const { failIf } = options;
  const changeOf = async (checkpoint: Checkpoint, { result }: LiveRanking) => {
    if (!result.complete) return null;
    const { name } = checkpoint;
    const { configuration } = await preparedTest(setup, watched.endpointOf(checkpoint));
    const earlier = await checkpointBefore(
      store,
      name,
      configuration,
      watched.nameOf,
      isServedHere,
    );
    if (earlier === null) {
      if (failIf !== undefined)
        printNote(
          `${plainText(name)}: no earlier checkpoint was tested in this way, so --fail-if has nothing to compare it with.`,
        );
      return null;
    }
    const rule = failIf === undefined ? null : { ...failIf, drop: failIf.drop / 100 };
    return checkpointChange(store, setup.live.recorded, result, earlier, target, rule);
  };
  const regressed: string[] = [];
  let lastChange: CheckpointChange | null = null;
  const noted = new Set<string>();
  const elsewhere = ({ name }: Checkpoint) => {
    if (!noted.has(name)) printNote(`${plainText(name)}: another process is testing it.`);
    noted.add(name);
    return 'elsewhere' as const;
  };

  const seen = await watchCheckpoints({
    look: watched.look,
    isOnce: options.once === true,
    interval: 1000 * options.interval,
    clock,
    stop,
    async testedOf(checkpoints) {
      const finished = await testedBefore(store, isServedHere);
      const before = new Set<string>();
      for (const checkpoint of checkpoints)
        if (finished.has(await identityOf(checkpoint))) before.add(checkpoint.name);
      if (before.size > 0)
        printNote(`${plural(before.size, 'checkpoint')} tested before: ${someNames([...before])}.`);
      return before;
    },
    async test(checkpoint) {
      began = clock.now();
      // Another process may have been at it since the look.
      const identity = await identityOf(checkpoint);
      if ((await testedBefore(store, isServedHere)).has(identity)) return 'before';
      if (await isTestedElsewhere(store, identity, isServedHere)) return elsewhere(checkpoint);
      let ranking: LiveRanking;
      try {
        ranking = await served(watched, setup, options, checkpoint);
      } catch (error) {
        if (isElsewhere(error)) return elsewhere(checkpoint);
        throw error;
      }
      if (ranking.isInterrupted) return 'tested';
      if (!ranking.result.complete) incomplete++;
      lastRun = ranking.result.run;
      const change = await changeOf(checkpoint, ranking);
      lastChange = change;
      if (change?.regression?.is === 'shown') regressed.push(checkpoint.name);
      print(testedLine(checkpoint, ranking, target, seconds(), change));
      return 'tested';
    },
    failed(checkpoint, error) {
      if (checkpoint === null) printNote(`warning: ${error.message}`);
      else print(failedLine(checkpoint, error, watched.endpointOf(checkpoint).name, seconds()));
    },
  });
  return { ...seen, incomplete, lastRun, lastChange, regressed };
}

/** Tests a checkpoint, with a server of its own if there is a command for one. */
async function served(
  { serve, endpointOf }: WatchedPlace,
  setup: TestSetup,
  { port, serveTimeout, logs }: WatchCommandOptions,
  checkpoint: Checkpoint,
) {
  const endpoint = endpointOf(checkpoint);
  if (serve === null) return testCheckpoint(setup, endpoint);
  printNote(`${plainText(checkpoint.name)}: starting its server on port ${port}.`);
  const server = await serveCheckpoint(checkpoint, endpoint, {
    command: serve,
    port,
    patienceMs: 1000 * serveTimeout,
    logs,
    env: process.env,
    clock: SYSTEM_CLOCK,
    signal: setup.signals.stop,
  });
  try {
    return await testCheckpoint(setup, { ...endpoint, model: server.model });
  } finally {
    await server.stop();
  }
}

/** Sets the exit code, and says what to do next. */
function finish(
  seen: Seen,
  isInterrupted: boolean,
  options: WatchCommandOptions,
  place: string,
  location: string,
): void {
  const { tested, before, failed, waiting, elsewhere, failure, incomplete, regressed } = seen;
  const { ready, stable, match } = options;
  if (isInterrupted) {
    process.exitCode = INTERRUPTED;
    return;
  }
  if (tested.length + before.length + failed.length + waiting.length + elsewhere.length === 0)
    fail('FILE_INVALID', {
      file: place,
      found: 'no checkpoint',
      accepted:
        match === undefined
          ? 'subfolders whose names end in a number, such as checkpoint-1000; name others with --match'
          : `names of the form ${match} (--match)`,
    });
  if (waiting.length > 0) {
    const why = ready === undefined ? `changed less than ${stable} s ago` : `no file ${ready}`;
    printNote(
      `${plural(waiting.length, 'checkpoint')} not complete (${why}): ${someNames(waiting)}.`,
    );
  }
  if (regressed.length > 0)
    printNote(
      `${plural(regressed.length, 'checkpoint')} with a regression: ${someNames(regressed)}.`,
    );
  const next = nextStep(seen, options.bank, databaseArgument(location));
  if (next !== null) printNote(`Next: ${next}`);
  if (failure !== null) process.exitCode = failure.exitCode;
  else if (regressed.length > 0) process.exitCode = REGRESSION;
  else if (incomplete > 0) process.exitCode = BUDGET_SPENT;
  else if (waiting.length + elsewhere.length > 0) process.exitCode = AWAITED;
}

/** The test in full, or the last change with its decision. */
function nextStep({ lastRun, lastChange }: Seen, bank: string, database: string): string | null {
  if (lastRun === null) return null;
  const show = `thetarank runs show ${lastRun}${database}`;
  const on = `--bank ${shellWord(bank)}${database}`;
  if (lastChange === null) return show;
  return lastChange.basis === 'items'
    ? `thetarank compare run:${lastChange.run} run:${lastRun} ${on} (by the items that both answered), or ${show}`
    : `thetarank compare OLD@ADDRESS NEW@ADDRESS ${on} (asks both the same items), or ${show}`;
}

function someNames(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map(plainText).join(', ');
  return names.length <= MOST_NAMES ? shown : `${shown} and ${names.length - MOST_NAMES} more`;
}
