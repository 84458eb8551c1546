import { existsSync, rmSync } from 'node:fs';
import { z } from 'zod';
import type { Job, JobKind, JobState } from '../../api/jobs.ts';
import { fail } from '../../errors.ts';
import { lifeOf, ownMark } from '../../store/access/process-mark.ts';
import type { KeptJob } from '../../store/service/service-jobs.ts';
import type { Caller } from '../caller.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { World } from '../world.ts';
import type { JobProgress } from './child-output.ts';
import { jobOf } from './job-row.ts';
import { type OwnFiles, ownFiles } from './own-files.ts';
import { type RunningCommand, runCommand } from './run-command.ts';
import { withoutPaths } from './without-paths.ts';

/** What a job is to run. */
export interface JobTask {
  readonly kind: JobKind;
  /** Null for jobs of no bank. */
  readonly bank: string | null;
  /** For people. */
  readonly title: string;
  /** Of the command. */
  readonly args: readonly string[];
  /** What is added where the command goes on after a restart; null where it cannot. */
  readonly resume: readonly string[] | null;
  /** A file that is there once the command has begun what it can go on with; null where it always can. */
  readonly begun: string | null;
  /** Files of its own, removed at its end. */
  readonly files: readonly string[];
}

export interface JobQuery {
  readonly kind?: JobKind | undefined;
  readonly state?: JobState | undefined;
  readonly banks: readonly string[] | null;
  /** Those of this key too. */
  readonly key?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/**
 * What runs for longer than a request may take: commands of thetarank, one after another and some at once. All throw
 * NAME_UNKNOWN for a job that is not there.
 */
export interface JobService {
  /** Files that jobs are started from. */
  readonly files: OwnFiles;
  /** Whether one more may wait: to be asked before what it needs is kept. @throws JOBS_WAITING */
  requireRoom(by: Starter): void;
  /** What cannot be started leaves no file. @throws JOBS_WAITING */
  start(task: JobTask, by: Starter): Promise<Job>;
  get(id: string): Promise<Job>;
  /** Whether a job that has not ended is to make this file, `begun` of its task. */
  isMaking(begun: string): boolean;
  /** Whether a key has started it. */
  isOf(id: string, key: string): Promise<boolean>;
  list(query: JobQuery): Promise<{ readonly items: Job[]; readonly total: number }>;
  /** Ends a job that waits or runs; one that has ended stays as it is. */
  cancel(id: string): Promise<Job>;
  /** Interrupts what runs. Jobs that can go on do so after the next start; the others have failed. */
  close(): Promise<void>;
}

/** The key that starts a job. */
export type Starter = Pick<Caller, 'id' | 'name'>;

/** What is kept of a task in the database. */
const keptTask = z.object({
  args: z.array(z.string()),
  resume: z.array(z.string()).nullable(),
  begun: z.string().nullable(),
  files: z.array(z.string()),
});
const mark = z.object({ host: z.string(), pid: z.int(), started: z.string().nullable() });

/** How long a command has to end after it was interrupted, in ms: what is in flight may still arrive. */
const GRACE = 20_000;
const CLOSING_GRACE = 5_000;
const OPEN = ['waiting', 'running'];
/** So many jobs wait at most, of one key and in all: each may have an upload that waits with it. */
const MOST_OF_KEY = 20;
const MOST = 100;

interface Running {
  readonly begun: string | null;
  readonly command: RunningCommand;
  progress: JobProgress | null;
  isCancelled: boolean;
}

/**
 * Opens the queue, and takes up what an earlier process of the service has left.
 * @param grace in ms, of cancelled jobs
 */
export async function jobService(
  world: World,
  configuration: Pick<ServiceConfiguration, 'jobs' | 'database' | 'data'>,
  grace = GRACE,
): Promise<JobService> {
  const { store, events } = world;
  const database = configuration.database ?? store.location;
  const databases = [database, store.location];
  const holder = ownMark();
  const uploads = ownFiles(world, configuration);
  const running = new Map<string, Running>();
  const ends = new Set<Promise<void>>();
  const waiting: {
    readonly id: string;
    readonly bank: string | null;
    readonly key: string | null;
    readonly task: z.output<typeof keptTask>;
  }[] = [];
  /** Those that are being kept. */
  const coming: { readonly key: string; readonly begun: string | null }[] = [];
  let isClosed = false;

  const tell = (job: string, bank: string | null) => events.emit({ type: 'job', job, bank });
  const find = async (id: string): Promise<KeptJob> =>
    (await store.jobs.get(id)) ?? fail('NAME_UNKNOWN', { kind: 'job', name: id, nearest: null });
  const shown = (row: KeptJob) => jobOf(row, running.get(row.id)?.progress ?? null);

  const startNext = () => {
    while (!isClosed && running.size < configuration.jobs) {
      const next = waiting.shift();
      if (next === undefined) return;
      const command = runCommand(next.task.args, {
        database,
        onProgress(progress) {
          own.progress = progress;
          tell(next.id, next.bank);
        },
      });
      const own: Running = { command, begun: next.task.begun, progress: null, isCancelled: false };
      running.set(next.id, own);
      const end = follow(next, own).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        world.log('error', 'job-not-kept', { job: next.id, reason });
      });
      ends.add(end);
      void end.then(() => {
        ends.delete(end);
        running.delete(next.id);
        startNext();
      });
    }
  };
  const follow = async ({ id, bank, task }: (typeof waiting)[number], own: Running) => {
    const begun = store.jobs.change(id, ['waiting'], { state: 'running', startedAt: world.now() });
    void begun.then(
      () => tell(id, bank),
      () => {},
    );
    const { error, result } = await own.command.ended;
    await begun;
    // The next start goes on with it.
    if (isClosed && !own.isCancelled && error !== null) return release(id);
    const state = own.isCancelled ? 'cancelled' : error === null ? 'done' : 'failed';
    await store.jobs.change(id, OPEN, {
      state,
      finishedAt: world.now(),
      progress: own.progress,
      ...(own.isCancelled ? {} : withoutPaths({ error, result }, { ...task, databases })),
    });
    for (const file of task.files) rmSync(file, { force: true, recursive: true });
    running.delete(id);
    world.log('info', 'job-ended', { job: id, state, code: error?.code });
    tell(id, bank);
  };
  const release = async (id: string) => {
    await store.jobs.change(id, OPEN, { holder: null });
  };
  /** Jobs of processes that are gone: they go on where they can. */
  const takeUp = async () => {
    const named: string[] = [];
    for (const { id, bank, key, state, task, holder: before } of await store.jobs.open()) {
      const other = mark.safeParse(before);
      const parsed = keptTask.safeParse(task);
      if (parsed.success) named.push(...parsed.data.files);
      // The service has claimed the database: a process of which this cannot be told, as after a container's start, is none.
      const isLeft = before === null || (other.success && lifeOf(other.data) !== 'alive');
      if (!isLeft || !parsed.success) continue;
      const { args, resume, begun, files } = parsed.data;
      if (state === 'running' && resume === null) {
        await store.jobs.change(id, OPEN, {
          state: 'failed',
          finishedAt: world.now(),
          error: {
            code: 'SERVICE_ENDED',
            detail:
              'The service ended while it ran. Start it again; what it had kept by then stays.',
          },
        });
        for (const file of files) rmSync(file, { force: true, recursive: true });
        continue;
      }
      const isAgain = state === 'running' && (begun === null || existsSync(begun));
      await store.jobs.change(id, OPEN, { state: 'waiting', holder });
      const added = isAgain ? (resume ?? []) : [];
      const left = added.filter((word) => !args.includes(word));
      waiting.push({ id, bank, key, task: { args: [...args, ...left], resume, begun, files } });
    }
    uploads.keepOnly(named);
  };
  const requireRoom = ({ id }: Starter) => {
    const all = [...waiting, ...coming];
    const ofKey = all.filter(({ key }) => key === id).length;
    if (ofKey >= MOST_OF_KEY) fail('JOBS_WAITING', { most: MOST_OF_KEY, of: 'of one key' });
    if (all.length >= MOST) fail('JOBS_WAITING', { most: MOST, of: 'in all' });
  };
  await takeUp();
  startNext();

  return {
    files: uploads,
    requireRoom,
    async start({ kind, bank, title, args, resume, begun, files }, by) {
      const id = `job_${world.randomBytes(9).toString('base64url')}`;
      const task = { args: [...args], resume: resume && [...resume], begun, files: [...files] };
      const row: KeptJob = {
        id,
        kind,
        bank,
        title,
        state: 'waiting',
        task,
        by: by.name,
        key: by.id,
        holder,
        createdAt: world.now(),
        startedAt: null,
        finishedAt: null,
        progress: null,
        error: null,
        result: null,
      };
      try {
        if (isClosed) fail('SERVICE_CLOSING', {});
        requireRoom(by);
        const own = { key: by.id, begun };
        coming.push(own);
        await store.jobs.add(row).finally(() => coming.splice(coming.indexOf(own), 1));
      } catch (error) {
        for (const file of files) rmSync(file, { force: true, recursive: true });
        throw error;
      }
      waiting.push({ id, bank, key: by.id, task });
      world.log('info', 'job-made', { job: id, kind, bank });
      tell(id, bank);
      startNext();
      return shown(row);
    },
    get: async (id) => shown(await find(id)),
    isMaking: (begun) =>
      [...coming, ...running.values(), ...waiting.map(({ task }) => task)].some(
        (one) => one.begun === begun,
      ),
    isOf: async (id, key) => (await find(id)).key === key,
    async list(query) {
      const { jobs, total } = await store.jobs.list(query);
      return { items: jobs.map(shown), total };
    },
    async cancel(id) {
      const { bank } = await find(id);
      const own = running.get(id);
      if (own !== undefined && !own.isCancelled) {
        own.isCancelled = true;
        own.command.stop(grace);
      } else if (own === undefined) {
        const at = waiting.findIndex((job) => job.id === id);
        const [job] = at < 0 ? [] : waiting.splice(at, 1);
        const change = { state: 'cancelled', finishedAt: world.now() };
        if (await store.jobs.change(id, ['waiting'], change)) tell(id, bank);
        for (const file of job?.task.files ?? []) rmSync(file, { force: true, recursive: true });
      }
      return shown(await find(id));
    },
    async close() {
      isClosed = true;
      for (const { command } of running.values()) command.stop(CLOSING_GRACE);
      await Promise.all(ends);
      for (const { id } of waiting) await release(id);
    },
  };
}
