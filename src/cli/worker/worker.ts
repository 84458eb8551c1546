import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { fail } from '../../errors.ts';
import type { QueueKind } from '../../jobs/worker/queue-kinds.ts';
import type { Queue } from '../../queue/queue.ts';
import { type FilesPlace, filesPlace } from '../../shared-files/files-place.ts';
import { defaultLocation } from '../../store/location.ts';
import type { Store } from '../../store/store.ts';
import type { WorkerState } from '../../store/work/worker-store.ts';
import { endProcess } from '../../tracing/end-process.ts';
import { outsideSpans } from '../../tracing/span.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseArgument,
  postgresAddress,
  withStore,
} from '../options/database-option.ts';
import { names, wholeNumber } from '../options/options.ts';
import { printNote, printText } from '../output/typed-commands.ts';
import { readVersion } from '../version.ts';
import { jobText, listText, readyText, stateText, type WorkerList } from './worker-text.ts';

interface WorkerOptions extends DatabaseOptions {
  readonly threads?: number;
  readonly jobs: number;
  readonly queues?: readonly string[];
  readonly files?: string;
  readonly json?: boolean;
}

/** What the command does beside taking work. */
const ACTIONS = ['list', 'retry', 'discard'] as const;
type Action = (typeof ACTIONS)[number];

/** Between two lines of progress, in ms. */
const LINE_MS = 10_000;

const EXAMPLES = `
Examples:
  thetarank worker --database postgres://thetarank@db/thetarank
  thetarank worker --threads 4 --json
  thetarank worker --queues tasks
  thetarank worker list
  thetarank worker retry 7b8d039c-e8ec-413a-ae1f-e416b097e0b7
  thetarank simulate monte-carlo design.yaml --on workers --out study

Start one on any machine that reaches the database, of the same version as the command that hands out the work. It does
tasks of commands, and beside them jobs of the service (jobs first; --jobs at the same time, each a process). API keys
of endpoints come from the environment of the worker. A task whose worker is lost is done by another one; one that
fails at each try is set aside: list shows it with its error, retry hands it out again, and discard removes it.
Exit codes: 0 drained; 2 wrong input, or no database; 130, 143 ended at once by a second signal.
Described in docs/workers.md.`;

/** `thetarank worker`: does work of a queue that machines share. */
export function addWorkerCommand(program: Command): void {
  addDatabaseOption(
    program
      .command('worker')
      .description(
        'Do the work that commands hand out through a PostgreSQL database; with list, show workers, queues, and tasks that failed at each try.',
      )
      .argument('[action]', 'list, retry or discard; take work without one')
      .argument('[id]', 'of retry and discard: a task that was set aside')
      .option(
        '--threads <n>',
        'tasks at the same time (default: one per processor)',
        wholeNumber(1),
      )
      .option('--jobs <n>', 'jobs of the service at the same time', wholeNumber(1), 1)
      .option('--queues <a,b>', 'what to take (default: all; accepted: jobs, tasks)', names)
      .option(
        '--files <place>',
        'where the service keeps uploads (default: THETARANK_FILES, or the database)',
      ),
  )
    .option('--json', 'print JSON; of a worker one line per event')
    .addHelpText('after', EXAMPLES)
    .action(runAction);
}

async function runAction(
  action: string | undefined,
  id: string | undefined,
  options: WorkerOptions,
): Promise<void> {
  if (action !== undefined && !ACTIONS.includes(action as Action))
    fail('OPTION_INVALID', {
      option: 'thetarank worker',
      found: `"${action}"`,
      accepted: `${ACTIONS.join(', ')}, or nothing to take work`,
    });
  if (action === undefined) {
    const address = postgresAddress(options, 'thetarank worker');
    const kinds = await kindsOf(options);
    return withStore(options, (store) => work(store, address, kinds, options));
  }
  const isOf = action === 'list' ? id === undefined : isId(id);
  if (!isOf)
    fail('OPTION_INVALID', {
      option: `thetarank worker ${action}`,
      found: id === undefined ? 'no id' : `"${id}"`,
      accepted: action === 'list' ? 'nothing else' : 'the id of a task (thetarank worker list)',
    });
  const address = postgresAddress(options, `thetarank worker ${action}`);
  await withStore(options, async (store) => {
    // Only here: no other command needs it.
    const { openQueue } = await import('../../queue/queue.ts');
    const queue = await openQueue(address, []);
    try {
      if (action === 'list') await list(store, queue, options);
      else await change(store, queue, options, action as 'retry' | 'discard', id!);
    } finally {
      await queue.close();
    }
  });
}

function isId(id: string | undefined): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id ?? '');
}

/** @throws OPTION_INVALID */
async function kindsOf({ queues }: WorkerOptions): Promise<readonly QueueKind[]> {
  const { QUEUE_KINDS } = await import('../../jobs/worker/queue-kinds.ts');
  const known = Object.keys(QUEUE_KINDS) as QueueKind[];
  return (queues ?? known).map(
    (queue) =>
      known.find((kind) => kind === queue) ??
      fail('OPTION_INVALID', {
        option: '--queues',
        found: `"${queue}"`,
        accepted: known.join(', '),
      }),
  );
}

/** The same place as that of the service. @throws OPTION_INVALID */
function placeOf({ files }: WorkerOptions): FilesPlace {
  if (files !== undefined) return filesPlace(files, {}, '--files');
  const { THETARANK_FILES: named } = process.env;
  return named ? filesPlace(named, {}, 'THETARANK_FILES') : { kind: 'database' };
}

/** The folder for copies of files that jobs read. */
function workerFolder(): string {
  return join(dirname(resolve(defaultLocation(process.env))), 'worker');
}

async function work(
  store: Store,
  address: string,
  kinds: readonly QueueKind[],
  options: WorkerOptions,
): Promise<void> {
  const { json = false } = options;
  // Only here: no other command needs it.
  const { runWorker } = await import('../../jobs/worker/run-worker.ts');
  const { openSharedFiles } = await import('../../workflow/open-shared-files.ts');
  const place = placeOf(options);
  const files = openSharedFiles(place, { largest: Number.MAX_SAFE_INTEGER }, store, process.env);
  const drain = new AbortController();
  const abort = new AbortController();
  const begun = performance.now();
  const tell = (event: string, facts: Readonly<Record<string, unknown>>, text: string) => {
    if (json) console.log(JSON.stringify({ event, at: new Date().toISOString(), ...facts }));
    else printNote(text);
  };
  let state: WorkerState = { active: 0, done: 0, failed: 0, draining: false };
  let told = { at: begun, done: 0 };
  const tellState = (event: string) => {
    const now = performance.now();
    const seconds = (now - told.at) / 1000;
    const perSecond = seconds > 0 ? (state.done - told.done) / seconds : 0;
    tell(event, { ...state, perSecond }, stateText(state, seconds, told.done));
    told = { at: now, done: state.done };
  };
  const timer = setInterval(() => {
    if (state.done > told.done) tellState('progress');
  }, LINE_MS);
  let exitNow = (_: number) => {};
  const ended = untilSignals(
    () => {
      tell('draining', { ...state }, 'Finishing what it has; Ctrl+C again ends it at once.');
      drain.abort();
    },
    (code) => {
      exitNow = () => endProcess(code);
      abort.abort();
    },
  );
  try {
    // Each task is part of the trace of the command that handed it out; what the worker does beside them is part of none.
    await outsideSpans(() =>
      runWorker(store, {
        address,
        kinds,
        threads: options.threads ?? availableParallelism(),
        jobs: options.jobs,
        files,
        data: workerFolder(),
        log: (level, event, facts) => {
          const text = jobText(event, facts);
          if (text !== null || level !== 'info' || json)
            tell(event, facts, text ?? `${event}: ${JSON.stringify(facts)}`);
        },
        version: readVersion(),
        drain: drain.signal,
        abort: abort.signal,
        onReady: (facts) => {
          const { id, pid, threads, queues, version } = facts;
          tell('ready', { id, pid, threads, queues, version }, readyText(facts, store.location));
        },
        watch: {
          handled(now, error) {
            state = now;
            if (error !== null) tell('failed', { ...now, error }, `A try failed: ${error}`);
          },
          outage: (reason) =>
            reason === null
              ? tell('database-back', {}, 'The database answers again.')
              : tell('database-lost', { reason }, `${reason} Trying again.`),
        },
      }),
    ).then((last) => {
      state = last;
    });
  } finally {
    clearInterval(timer);
    ended();
  }
  told = { at: begun, done: 0 };
  tellState('ended');
  exitNow(0);
}

/** Calls `first` at the first SIGINT or SIGTERM, and `second` with the exit code at the second. @returns what ends this */
function untilSignals(first: () => void, second: (code: number) => void): () => void {
  let signals = 0;
  const codes = { SIGINT: 130, SIGTERM: 143 } as const;
  const heard = (signal: 'SIGINT' | 'SIGTERM') => {
    if (++signals === 1) first();
    else second(codes[signal]);
  };
  process.on('SIGINT', heard).on('SIGTERM', heard);
  return () => process.off('SIGINT', heard).off('SIGTERM', heard);
}

async function list(store: Store, queue: Queue, { json }: WorkerOptions): Promise<void> {
  const found: WorkerList = {
    workers: (await store.workers?.alive()) ?? [],
    queues: await queue.counts(),
    computations: (await store.work?.progress()) ?? [],
    setAside: await queue.setAside(),
  };
  if (json) console.log(JSON.stringify(found, null, 2));
  else printText(listText(found, databaseArgument(store.location)));
}

async function change(
  store: Store,
  queue: Queue,
  { json }: WorkerOptions,
  action: 'retry' | 'discard',
  id: string,
): Promise<void> {
  if (!(await queue[action](id))) {
    const nearest = (await queue.setAside()).map((message) => message.id);
    const none = 'No task is set aside now. It may have been handed out again or removed already.';
    fail('NAME_UNKNOWN', { kind: 'task set aside', name: id, nearest, none });
  }
  if (json) console.log(JSON.stringify({ id, action }));
  else
    printText(
      `${action === 'retry' ? 'Handed out again' : 'Removed'}: ${id}\n\nNext: thetarank worker list${databaseArgument(store.location)}`,
    );
}
