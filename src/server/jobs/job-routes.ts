import { type Job, job, jobPage, jobPath, jobQuery, reportQuery } from '../../api/jobs.ts';
import { fail } from '../../errors.ts';
import type { JobReports } from '../../jobs/running/job-reports.ts';
import { reportWords } from '../../languages/report-words.ts';
import { documentPage } from '../../report/page.ts';
import type { Role } from '../../workflow/keys/roles.ts';
import { type Caller, mayUseBank } from '../caller.ts';
import { offsetOf } from '../http/offset-cursor.ts';
import { REPORT_POLICY } from '../http/security-headers.ts';
import { type Route, route } from '../route.ts';
import type { JobService } from './job-service.ts';

const ROLES: readonly Role[] = ['administrator', 'runner'];
const TAG = 'Jobs';

/** Routes to see and cancel jobs; the routes that start jobs are with their subjects. */
export function jobRoutes({ jobs }: { readonly jobs: JobService }): Route[] {
  /** For a key, jobs of other banks do not exist, nor do jobs without a bank that others started. */
  const find = async (caller: Caller, id: string) => {
    const found = await jobs.get(id);
    const isGood = found.bank === null ? caller.banks === null : mayUseBank(caller, found.bank);
    if (isGood || (await jobs.isOf(id, caller.id))) return seenBy(caller, found);
    return fail('NAME_UNKNOWN', { kind: 'job', name: id, nearest: null });
  };
  return [
    route({
      method: 'GET',
      url: '/v1/jobs',
      tag: TAG,
      roles: ROLES,
      summary: 'List jobs, newest first',
      query: jobQuery,
      reply: jobPage,
      async handle({ caller, query: { kind, state, limit, cursor } }) {
        const offset = offsetOf(cursor);
        const filter = { kind, state, banks: caller.banks, key: caller.id, limit, offset };
        const { items, total } = await jobs.list(filter);
        const end = offset + items.length;
        const seen = items.map((one) => listed(seenBy(caller, one)));
        return { items: seen, total, next: end < total && items.length > 0 ? String(end) : null };
      },
    }),
    route({
      method: 'GET',
      url: '/v1/jobs/:job',
      tag: TAG,
      roles: ROLES,
      summary: 'Show a job: its progress and its result',
      params: jobPath,
      reply: job,
      handle: ({ caller, params }) => find(caller, params.job),
    }),
    route({
      method: 'GET',
      url: '/v1/jobs/:job/report',
      tag: TAG,
      roles: ROLES,
      summary: 'Get the report of an analysis that is done, one HTML page',
      params: jobPath,
      query: reportQuery,
      reply: null,
      types: ['text/html'],
      async handle({ caller, params, query: { language }, reply }) {
        const { result, title } = await find(caller, params.job);
        const { reports = null } = (result ?? {}) as { readonly reports?: JobReports | null };
        if (reports === null)
          return fail('NAME_UNKNOWN', { kind: 'report', name: params.job, nearest: null });
        const body = await documentPage(reports[language], reportWords(language));
        reply.header('content-security-policy', REPORT_POLICY);
        return { type: 'text/html; charset=utf-8', body, file: `${title}.html` };
      },
    }),
    route({
      method: 'POST',
      url: '/v1/jobs/:job/cancel',
      tag: TAG,
      roles: ROLES,
      summary: 'Cancel a job',
      description:
        'A running job is interrupted, as by Ctrl+C, and killed if it has not ended 20 seconds later. A job that has ended stays as it is.',
      params: jobPath,
      reply: job,
      async handle({ caller, params }) {
        await find(caller, params.job);
        return seenBy(caller, await jobs.cancel(params.job));
      },
    }),
  ];
}

/** Results of analyses are long. */
function listed(one: Job): Job {
  if (one.kind === 'analysis') return { ...one, result: null };
  const { reports: _, ...result } = one.result ?? {};
  return { ...one, result: one.result && result };
}

/** An import quotes refused items, and an audit suggests keys: both may contain right answers, which only administrators see. */
function seenBy({ role }: Caller, one: Job): Job {
  if (role === 'administrator' || !(one.kind === 'import-items' || one.kind === 'audit'))
    return one;
  const { error } = one;
  const detail = `The ${one.kind === 'audit' ? 'audit' : 'import'} failed; an administrator can see the reason.`;
  return { ...one, result: null, error: error && { ...error, detail } };
}
