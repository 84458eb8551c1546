import { fail } from '../../errors.ts';
import { callsProgress } from '../../operations/asking/calls-progress.ts';
import { checkEndpoints } from '../../operations/asking/check-endpoints.ts';
import { interruptsSaid } from '../../operations/asking/interrupts.ts';
import { pourIntoFile } from '../../operations/library-context.ts';
import type { AskingDoor, Context, Operation } from '../../operations/operation.ts';
import { openStore } from '../../store/open-store.ts';
import { LIBRARY } from '../../workflow/asking/caller.ts';
import { NO_WATCH } from '../../workflow/live/ask-tests.ts';
import type { Progress } from '../../workflow/progress.ts';
import type { JobProgress } from './job-end.ts';
import { withQueueWorkers, withWorkers } from './with-workers.ts';

/** Shares of the work are told in hundredths. */
const TOTAL = 100;

/**
 * What an operation gets in the process of a job.
 * @param version of thetarank
 * @param note keeps what is said beside the result
 */
export function jobContext(
  { doing = '', jobsAsk }: Operation,
  { database, version }: { readonly database: string; readonly version: string },
  { tell, note }: JobTold,
): Context {
  const begun = performance.now();
  let last = 0;
  const open: Context['store'] = async (use) => {
    const store = await openStore(database, { clock: () => new Date() });
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  };
  const workersOf = { database, version, open, onWorkers() {} };
  return {
    store: open,
    location: () => database,
    hasStore: () => true,
    workers: (where, use) => withWorkers(where, () => workersOf, use),
    queueWorkers: (where, use) =>
      where.on === 'workers' ? withQueueWorkers(workersOf, use) : use(null),
    progress(share) {
      const done = Math.floor(TOTAL * share);
      if (done === last) return;
      last = done;
      const left = Math.ceil(((performance.now() - begun) * (1 - share)) / share / 1000);
      tell({ done, total: TOTAL, doing, secondsLeft: left });
    },
    steps: steps(tell),
    fit: () => ({
      round({ iteration }, _, most) {
        const round = `round ${iteration} of at most ${most}`;
        tell({ done: iteration, total: null, doing: round, secondsLeft: null });
      },
      note: (note) => tell({ done: 0, total: null, doing: note, secondsLeft: null }),
      stop() {},
    }),
    // Whoever started a job reads its result, and what was said beside it, once it has ended.
    early() {},
    pour: pourIntoFile,
    note,
    // What is kept of a study is in its folder.
    keeps: () => () => {},
    asking: async () => (jobsAsk === true ? askingOfJobs(tell) : refuse()),
  };
}

/** Who is told of a job. */
interface JobTold {
  tell(progress: JobProgress): void;
  note(text: string): void;
}

const refuse = () =>
  fail('OPTION_INVALID', {
    option: 'models',
    found: 'a model behind an endpoint',
    accepted: 'recorded models and those of kept runs; a terminal or a program asks others',
  });

/** Asks models that administrators list. Nobody reads notes. */
function askingOfJobs(tell: (progress: JobProgress) => void): AskingDoor {
  const note = () => {};
  return {
    caller: LIBRARY,
    check: (models, how) => checkEndpoints(models, { ...how, note }),
    interrupts: () => interruptsSaid(note),
    watch: () => NO_WATCH,
    watchCalls: (facts) => callsProgress(facts, tell),
    watchRounds: () => ({ watch: (facts) => callsProgress(facts, tell), onRound() {} }),
    stop: note,
  };
}

/** Counted steps. Those that were kept by an earlier run say nothing of the pace. */
function steps(tell: (progress: JobProgress) => void): Progress {
  let now: JobProgress = { done: 0, total: null, doing: '', secondsLeft: null };
  let begun = 0;
  let kept = 0;
  const say = (change: Partial<JobProgress>) => {
    now = { ...now, ...change };
    tell(now);
  };
  return {
    start(total, doing) {
      [begun, kept] = [performance.now(), 0];
      say({ done: 0, total, doing, secondsLeft: null });
    },
    expect: (total) => say({ total: Math.max(total, now.done) }),
    advance(doing = now.doing, wasKept = false) {
      const done = now.done + 1;
      if (wasKept) kept++;
      const pace = (performance.now() - begun) / (done - kept);
      const left = now.total === null || done === kept ? null : pace * (now.total - done);
      say({ done, doing, secondsLeft: left === null ? null : Math.ceil(left / 1000) });
    },
    stop() {},
  };
}
