import { z } from 'zod';
import { readDesign } from '../../../sim/monte-carlo/design/study-design.ts';
import { LONGEST_NAME } from '../../api/common.ts';
import { job, study, studyList, studySummary } from '../../api/jobs.ts';
import { newStudy } from '../../api/new-study.ts';
import { fail } from '../../errors.ts';
import type { Role } from '../../workflow/keys/roles.ts';
import { requireBank } from '../banks/known-bank.ts';
import { REPORT_POLICY } from '../http/security-headers.ts';
import type { JobService } from '../jobs/job-service.ts';
import { studyTask } from '../jobs/job-tasks.ts';
import { type Route, route } from '../route.ts';
import type { ServiceContext } from '../service-context.ts';
import type { StudyFolders } from './study-folders.ts';
import { unfinishedText } from './unfinished-text.ts';

const READERS: readonly Role[] = ['administrator', 'runner', 'viewer'];
const STARTERS: readonly Role[] = ['administrator', 'runner'];
const TAG = 'Studies';
const path = z.object({ study: z.string().max(LONGEST_NAME) });
export function studyRoutes({
  studies,
  jobs,
  context,
}: {
  readonly studies: StudyFolders;
  readonly jobs: JobService;
  readonly context: ServiceContext;
}): Route[] {
  return [
    route({
      method: 'GET',
      url: '/v1/studies',
      tag: TAG,
      roles: READERS,
      reply: studyList,
      summary: 'List simulation studies',
      handle: async () => ({ items: await studies.list() }),
    }),
    route({
      method: 'GET',
      url: '/v1/studies/:study',
      tag: TAG,
      roles: READERS,
      reply: study,
      summary: 'Show a study: its findings, table and plots',
      params: path,
      async handle({ params }) {
        const found = await studies.get(params.study);
        if (found.finished) return found;
        return { ...found, answer: [unfinishedText(await context.store.jobs.lastOf(found.name))] };
      },
    }),
    route({
      method: 'GET',
      url: '/v1/studies/:study/report',
      tag: TAG,
      roles: READERS,
      summary: 'Get the report of a finished study, one HTML page',
      params: path,
      reply: null,
      types: ['text/html'],
      async handle({ params, reply }) {
        const body = await studies.report(params.study);
        reply.header('content-security-policy', REPORT_POLICY);
        return { type: 'text/html; charset=utf-8', body };
      },
    }),
    route({
      method: 'POST',
      url: '/v1/studies',
      tag: TAG,
      roles: STARTERS,
      status: 202,
      summary: 'Start a simulation study, or continue an unfinished one of this name and design',
      body: newStudy,
      reply: job,
      async handle({ caller, body }) {
        await jobs.requireRoom(caller);
        const bank =
          body.kind === 'test-length' ? body.design.bank : checkedBank(body.design).builtin;
        if (bank !== undefined) await requireBank(context.store, caller, bank);
        const folder = await folderFor(body.name);
        return jobs.start(studyTask(body.name, folder, body), caller);
      },
    }),
    route({
      method: 'DELETE',
      url: '/v1/studies/:study',
      tag: TAG,
      roles: ['administrator'],
      summary: 'Remove a study with all its files',
      params: path,
      reply: studySummary,
      async handle({ params }) {
        const { name } = await studies.get(params.study);
        if (await isMade(name)) fail('STUDY_RUNNING', { name });
        return studies.remove(name);
      },
    }),
  ];

  /** Where a job makes or continues a study. @throws FOLDER_MISSING, STUDY_EXISTS */
  async function folderFor(name: string): Promise<string> {
    const folder = studies.folderOf(name);
    if ((await isMade(name)) || (await studies.isTaken(name))) fail('STUDY_EXISTS', { name });
    return folder;
  }

  /** Whether a job that has not ended, at any instance, makes this study. */
  async function isMade(name: string): Promise<boolean> {
    return (await context.store.jobs.open()).some(({ study }) => study === name);
  }
}

/** The bank of a design, checked before it becomes a job: its shape, and that it refers to no files of the service. */
function checkedBank(value: unknown) {
  const { bank } = readDesign(value, 'design');
  const files = {
    'bank.file': bank.file,
    'bank.tags': bank.tags,
    'bank.costs': bank.costs,
    'bank.generate.from': bank.generate?.from,
  };
  for (const [where, found] of Object.entries(files))
    if (found !== undefined)
      fail('FILE_INVALID', {
        file: 'design',
        where,
        found: 'the name of a file',
        accepted: 'a built-in or a generated bank; studies of the service cannot read files',
      });
  return bank;
}
