import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../../errors.ts';
import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import { checkWritable } from '../../files/write/write.ts';
import { plural } from '../../numbers.ts';
import { FLAG_WORDS } from '../../operations/asking/flag-words.ts';
import { taskSettings } from '../../operations/asking/task-args.ts';
import { AWAITED, BUDGET_SPENT, INTERRUPTED, REGRESSION } from '../../operations/exit-codes.ts';
import { plainText } from '../../plain-text.ts';
import { shellWord } from '../../shell-word.ts';
import { calibratedBank } from '../../tested-bank/calibrated-bank.ts';
import { readLiveBank } from '../../tested-bank/live-bank.ts';
import type { LiveResult } from '../../workflow/live/live-result.ts';
import { requirePrices } from '../../workflow/live/require-prices.ts';
import type { LiveRanking } from '../../workflow/live/run-live-job.ts';
import { defaultItems } from '../../workflow/live/test-defaults.ts';
import { byStep, type Checkpoint } from '../../workflow/watch/checkpoint.ts';
import { checkpointChange } from '../../workflow/watch/checkpoint-change.ts';
import { holdPort } from '../../workflow/watch/hold-port.ts';
import { checkpointJudge, type JudgedChange } from '../../workflow/watch/judge-checkpoint.ts';
import { type KeptTest, testsUpTo } from '../../workflow/watch/kept-tests.ts';
import { serveCheckpoint } from '../../workflow/watch/serve-checkpoint.ts';
import {
  isElsewhere,
  isTestedElsewhere,
  testedBefore,
  testIdentity,
} from '../../workflow/watch/tested-before.ts';
import { type Watched, watchCheckpoints } from '../../workflow/watch/watch-checkpoints.ts';
import { endpointFeedback } from '../asking/endpoint-feedback.ts';
import { flagCaller } from '../asking/flag-caller.ts';
import { interrupts } from '../asking/interrupts.ts';
import { dollars } from '../live/live-options.ts';
import { databaseArgument, readStore } from '../options/database-option.ts';
import { printNote, printText } from '../output/typed-commands.ts';
import { preparedTest, type TestSetup, testCheckpoint } from './test-checkpoint.ts';
import type { WatchCommandOptions } from './watch.ts';
import { failedLine, lineText, someNames, testedLine, type WatchLine } from './watch-lines.ts';
import { type WatchedPlace, watchedPlace } from './watched-place.ts';

/** `thetarank watch`. @param isChosen whether the strategy was given */
export async function runWatch(
  place: string,
  options: WatchCommandOptions,
  isChosen: boolean,
): Promise<void> {
  const watched = watchedPlace(place, options, SYSTEM_CLOCK);
  if (options.failIf !== undefined && options.once !== true)
    fail('OPTIONS_CONFLICT', {
      options: '--fail-if',
      reason:
        'it decides the exit code of --once; without --once a watch ends at Ctrl+C, with exit code 130. Add --once, or leave --fail-if out.',
    });
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
  readonly lastChange: JudgedChange | null;
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
  const rule = failIf === undefined ? null : { ...failIf, drop: failIf.drop / 100 };
  const judge = checkpointJudge(
    (from, to) => checkpointChange(store, setup.live.recorded, from, to, target, rule),
    rule !== null,
  );
  const testsOf = async (checkpoint: Checkpoint): Promise<KeptTest[]> => {
    const { configuration } = await preparedTest(setup, watched.endpointOf(checkpoint));
    return testsUpTo(store, checkpoint.name, configuration, watched.nameOf, isServedHere);
  };
  const changeOf = async (checkpoint: Checkpoint, { result }: LiveRanking) => {
    if (!result.complete) return null;
    const tests = await testsOf(checkpoint);
    if (tests.length < 2 && failIf !== undefined)
      printNote(
        `${plainText(checkpoint.name)}: no earlier checkpoint was tested in this way, so --fail-if has nothing to compare it with.`,
      );
    return judge(tests);
  };
  const regressed: string[] = [];
  let lastChange: JudgedChange | null = null;
  const listed = new Map<string, Checkpoint>();
  const noted = new Set<string>();
  const elsewhere = ({ name }: Checkpoint, why = 'another process is testing it.') => {
    if (!noted.has(name)) printNote(`${plainText(name)}: ${why}`);
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
      for (const checkpoint of checkpoints) listed.set(checkpoint.name, checkpoint);
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
      const release = isServedHere ? await holdPort(options.port) : async () => {};
      if (release === null)
        return elsewhere(
          checkpoint,
          `another watch on this machine uses port ${options.port}, so this one waits. With another --port both test at the same time.`,
        );
      let ranking: LiveRanking;
      try {
        ranking = await served(watched, setup, options, checkpoint);
      } catch (error) {
        if (isElsewhere(error)) return elsewhere(checkpoint);
        throw error;
      } finally {
        await release();
      }
      if (ranking.isInterrupted) return 'tested';
      if (!ranking.result.complete) incomplete++;
      lastRun = ranking.result.run;
      const change = await changeOf(checkpoint, ranking);
      lastChange = change;
      if (change?.regression?.is === 'shown') regressed.push(checkpoint.name);
      print(testedLine(checkpoint, ranking.result, target, seconds(), change));
      return 'tested';
    },
    failed(checkpoint, error) {
      if (checkpoint === null) printNote(`warning: ${error.message}`);
      else print(failedLine(checkpoint, error, watched.endpointOf(checkpoint).name, seconds()));
    },
  });
  // A loss that an earlier call has shown is one until its checkpoint is gone: a job that is started again does not pass. An earlier
  // call may also have been killed before it said so.
  for (const name of failIf === undefined || stop.aborted ? [] : seen.before) {
    const checkpoint = listed.get(name)!;
    const tests = await testsOf(checkpoint);
    const change = await judge(tests);
    if (change?.regression?.is !== 'shown') continue;
    const { run } = tests[tests.length - 1];
    regressed.push(name);
    if (lastRun === null || lastChange?.regression?.is !== 'shown')
      [lastRun, lastChange] = [run, change];
    const result = (await store.summaryOf(run)) as LiveResult;
    print(testedLine(checkpoint, result, target, 0, change, true));
  }
  regressed.sort(byStep);
  return { ...seen, incomplete, lastRun, lastChange, regressed };
}

/** Tests a checkpoint, with a server of its own if there is a command for one. */
function served(
  { serve, endpointOf }: WatchedPlace,
  setup: TestSetup,
  { port, serveTimeout, logs }: WatchCommandOptions,
  checkpoint: Checkpoint,
): Promise<LiveRanking> {
  const endpoint = endpointOf(checkpoint);
  if (serve === null) return testCheckpoint(setup, endpoint, null);
  return testCheckpoint(setup, endpoint, () => {
    printNote(`${plainText(checkpoint.name)}: starting its server on port ${port}.`);
    return serveCheckpoint(checkpoint, endpoint, {
      command: serve,
      port,
      patienceMs: 1000 * serveTimeout,
      logs,
      env: process.env,
      clock: SYSTEM_CLOCK,
      signal: setup.signals.stop,
    });
  });
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
