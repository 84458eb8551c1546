import { FEWEST_NEW } from '../../../calibration/refresh/refresh-calibration.ts';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import type { Clock } from '../../examinee/services.ts';
import { SCHEDULE } from '../../jobs/queue/job-message.ts';
import { newModels } from '../../workflow/calibration/refresh/new-models.ts';
import type { ScheduledRefresh } from '../configuration.ts';
import { whatHappened } from '../http/problem.ts';
import type { JobService } from '../jobs/job-service.ts';
import { refreshTask } from '../jobs/job-tasks.ts';
import type { ServiceContext } from '../service-context.ts';

/** How often the schedule looks for new models, in ms. */
const LOOKS = 60_000;
/** The lease of the instance that keeps the schedule. */
const LEASE = 'schedule/refresh';

/** Refreshes of calibrations that the service starts by itself. */
export interface RefreshSchedule {
  /** Looks once, and starts what is due. */
  look(): Promise<void>;
  /** Looks now and again until `signal` is aborted. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Starts a job `refresh` of a bank if models have answered that neither the calibration in force nor a waiting proposal was made from, and
 * either enough time has passed since the last one, or enough such models are there. Otherwise it does nothing, and says nothing.
 */
export function refreshSchedule(
  { store, log, instance }: Pick<ServiceContext, 'store' | 'log' | 'instance'>,
  jobs: Pick<JobService, 'start'>,
  refreshes: readonly ScheduledRefresh[],
  clock: Clock,
): RefreshSchedule {
  const begun = clock.now();
  /** By bank, the new models that the last job began with: one that failed is not repeated for the same models. */
  const tried = new Map<string, ReadonlySet<string>>();
  /** Banks that were warned of, once each. */
  const unknown = new Set<string>();

  const lookAt = async ({ bank, every, afterModels, accept }: ScheduledRefresh) => {
    if (!isBuiltinBank(bank) && (await store.bank(bank)) === undefined) {
      if (!unknown.has(bank)) log('warn', 'refresh-bank-unknown', { bank });
      unknown.add(bank);
      return;
    }
    unknown.delete(bank);
    const { calibration, models, unproposed } = await newModels(store, bank);
    if (calibration === null || unproposed.length === 0) return;
    // The command would refuse it.
    if (models.length < FEWEST_NEW) return;
    const last = (await store.jobs.list({ kind: 'refresh', banks: [bank], limit: 1, offset: 0 }))
      .jobs[0];
    if (last !== undefined && last.finishedAt === null) return;
    const since = last === undefined ? begun : Date.parse(last.createdAt);
    const isDue = every !== null && clock.now() - since >= every;
    const before = tried.get(bank);
    const isMore = unproposed.some((model) => before?.has(model) !== true);
    const areEnough = afterModels !== null && unproposed.length >= afterModels && isMore;
    if (!isDue && !areEnough) return;
    tried.set(bank, new Set(unproposed));
    const request = { calibration, method: 'auto', accept } as const;
    const { id } = await jobs.start(refreshTask(bank, request, SCHEDULE.name), SCHEDULE);
    log('info', 'refresh-scheduled', { bank, job: id, newModels: unproposed.length });
  };

  /** Whether this instance keeps the schedule: one of those on a database does. */
  const isKeeper = () => instance === null || instance.hold(LEASE);
  const look = async () => {
    for (const one of refreshes)
      await lookAt(one).catch((error: unknown) =>
        log('warn', 'refresh-not-scheduled', { bank: one.bank, ...whatHappened(error) }),
      );
  };
  return {
    look,
    async run(signal) {
      if (refreshes.length === 0) return;
      while (!signal.aborted) {
        if (await Promise.resolve(isKeeper()).catch(() => false)) await look();
        await clock.sleep(LOOKS, signal).catch(() => {});
      }
    },
  };
}
