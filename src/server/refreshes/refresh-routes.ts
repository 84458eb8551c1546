import { bankPath } from '../../api/banks.ts';
import { job } from '../../api/jobs.ts';
import {
  acceptance,
  acceptedCalibration,
  calibrationChange,
  newRefresh,
  refreshList,
  refreshPath,
  refreshView,
  rescoredPath,
  rescoredQuery,
  rescoredRanking,
  rollback,
} from '../../api/refreshes.ts';
import { fail } from '../../errors.ts';
import { namedCalibration } from '../../tested-bank/named-calibration.ts';
import { acceptCalibration } from '../../workflow/calibration/refresh/accept-calibration.ts';
import type { Role } from '../../workflow/keys/roles.ts';
import { refreshListOf, refreshViewOf } from '../banks/calibration-views.ts';
import { requireBank } from '../banks/known-bank.ts';
import { rescoredRankings } from '../banks/rescored.ts';
import type { JobService } from '../jobs/job-service.ts';
import { refreshTask } from '../jobs/job-tasks.ts';
import { type Route, route } from '../route.ts';
import type { ServiceContext } from '../service-context.ts';

const READERS: readonly Role[] = ['administrator', 'runner', 'viewer'];
/** Who decides which calibration is in force. */
const OWNERS: readonly Role[] = ['administrator'];
const TAG = 'Calibrations';
const CREATED = 201;
const STARTED = 202;

/** Refreshes of calibrations: what they change, and whether they are in force. */
export function refreshRoutes({
  context: { store, events, now },
  jobs,
  closing,
}: {
  readonly context: Pick<ServiceContext, 'store' | 'events' | 'now'>;
  readonly jobs: Pick<JobService, 'start'>;
  readonly closing: AbortSignal;
}): Route[] {
  const rankings = rescoredRankings({ context: { store }, closing });
  const markOf = (by: string, note: string) => ({ by, note, at: now() });
  return [
    route({
      method: 'POST',
      url: '/v1/banks/:bank/refreshes',
      tag: 'Jobs',
      roles: ['administrator', 'runner'],
      status: STARTED,
      reply: job,
      params: bankPath,
      body: newRefresh,
      summary: 'Refresh a calibration of a bank with all answers since, and keep it as a proposal',
      description:
        'Answers are the recorded ones, those of finished runs and those of ended sessions. With "accept" (administrators only) it is in force at once.',
      async handle({ caller, params: { bank }, body }) {
        await requireBank(store, caller, bank);
        if (body.accept && caller.role !== 'administrator')
          return fail('CALIBRATION_REFUSED', {
            bank,
            reason: 'only an administrator can accept a calibration; leave "accept" out',
          });
        // An unknown calibration, or none in force, is told at once.
        const calibration = await namedCalibration(store, bank, body.calibration);
        return jobs.start(refreshTask(bank, { ...body, calibration }, caller.name), caller);
      },
    }),
    route({
      method: 'GET',
      url: '/v1/banks/:bank/refreshes',
      tag: TAG,
      roles: READERS,
      summary: 'List the refreshed calibrations of a bank, newest first',
      params: bankPath,
      reply: refreshList,
      async handle({ caller, params: { bank } }) {
        await requireBank(store, caller, bank);
        return refreshListOf(store, bank);
      },
    }),
    route({
      method: 'GET',
      url: '/v1/banks/:bank/refreshes/:calibration',
      tag: TAG,
      roles: READERS,
      summary: 'Show what a refreshed calibration changes: items, drift, models, ranking',
      params: refreshPath,
      reply: refreshView,
      async handle({ caller, params: { bank, calibration } }) {
        await requireBank(store, caller, bank);
        return refreshViewOf(store, bank, calibration);
      },
    }),
    route({
      method: 'GET',
      url: '/v1/banks/:bank/calibrations/:calibration/ranking',
      tag: TAG,
      roles: READERS,
      summary: 'Rank all models with kept answers again, on any kept calibration of the bank',
      description:
        'Recorded models, those of finished runs and those of ended sessions. Abilities are posterior means under N(0, 1). Results and leaderboards stay as they are. Requests are computed one after another.',
      params: rescoredPath,
      query: rescoredQuery,
      reply: rescoredRanking,
      async handle({ caller, params: { bank, calibration }, query: { source, run }, signal }) {
        await requireBank(store, caller, bank);
        if (run !== undefined && source !== undefined && source !== 'runs')
          return fail('OPTIONS_CONFLICT', {
            options: 'source, run',
            reason: 'use only one of them.',
          });
        const sources = run === undefined ? source : 'runs';
        const whose = {
          ...(sources && { sources: [sources] }),
          runs: run === undefined ? null : [run],
        };
        const { counts: _, ...ranking } = await rankings(bank, calibration, whose, {
          by: caller.id,
          isWanted: () => !signal.aborted,
        });
        return { ...ranking, models: [...ranking.models] };
      },
    }),
    route({
      method: 'POST',
      url: '/v1/banks/:bank/calibrations/:calibration/accept',
      tag: TAG,
      roles: OWNERS,
      status: CREATED,
      summary: 'Put a kept calibration in force: `current` means it from now on',
      params: refreshPath,
      body: acceptance,
      reply: acceptedCalibration,
      async handle({ caller, params: { bank, calibration }, body }) {
        await requireBank(store, caller, bank);
        const { force, promote, inForce } = body;
        const mark = markOf(caller.name, body.note);
        const wanted = { force, promote, from: inForce };
        const { change, promoted } = await acceptCalibration(
          store,
          bank,
          calibration,
          mark,
          wanted,
        );
        events.emit({ type: 'calibration', bank });
        if (promoted.version !== null) events.emit({ type: 'review', bank });
        const state = change ?? { entry: null, before: calibration, after: calibration };
        return { ...state, promoted: [...promoted.items] };
      },
    }),
    route({
      method: 'POST',
      url: '/v1/banks/:bank/calibrations/rollback',
      tag: TAG,
      roles: OWNERS,
      status: CREATED,
      summary: 'Take back the last acceptance: the calibration before it is in force again',
      params: bankPath,
      body: rollback,
      reply: calibrationChange,
      async handle({ caller, params: { bank }, body: { calibration, note } }) {
        await requireBank(store, caller, bank);
        const mark = markOf(caller.name, note);
        const change = await store.rollBackCalibration(bank, mark, calibration);
        events.emit({ type: 'calibration', bank });
        return change;
      },
    }),
  ];
}
