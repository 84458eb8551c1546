import type { Readable } from 'node:stream';
import { z } from 'zod';
import { bankPath } from '../../api/banks.ts';
import { type Job, job } from '../../api/jobs.ts';
import { uploadedAnswers, uploadedFile, uploadedItems } from '../../api/uploads.ts';
import { ownBank } from '../../operations/fields.ts';
import type { Role } from '../../workflow/keys/roles.ts';
import { requireBank } from '../banks/known-bank.ts';
import type { Caller } from '../caller.ts';
import { type Route, route } from '../route.ts';
import type { JobTask } from './job-service.ts';
import { importAnswersTask, importItemsTask, importParametersTask } from './job-tasks.ts';
import type { StartParts } from './start-parts.ts';
import { CSV_TYPES, endingOf, ITEM_TYPES, keepUpload } from './upload.ts';

const OWNERS: readonly Role[] = ['administrator'];
const RUNNERS: readonly Role[] = ['administrator', 'runner'];
const STARTED = 202;

/** Routes that start a job from an uploaded file. */
export function uploadRoutes(parts: StartParts): Route[] {
  return [itemsRoute(parts), answersRoute(parts), parametersRoute(parts)];
}

function itemsRoute({ jobs, configuration }: StartParts): Route {
  return route({
    method: 'POST',
    url: '/v1/banks/:bank/items',
    tag: 'Jobs',
    roles: OWNERS,
    status: STARTED,
    reply: job,
    params: z.object({ bank: ownBank }),
    query: uploadedItems,
    bodyLimit: configuration.uploadLimit,
    summary: 'Import items into a bank; a new bank is created if none has this name',
    description:
      "The body is what `thetarank bank import` reads, by its content type: CSV, JSON Lines, a JSON list, Parquet, or an archive of Inspect (`.eval`, application/zip). Inspect's JSON logs are application/json with `format=inspect`.",
    upload: Object.keys(ITEM_TYPES),
    async handle({ caller, params: { bank }, query, body, request }) {
      await jobs.requireRoom(caller);
      const { file: name, ...options } = query;
      const ending = endingOf(request.headers['content-type'], ITEM_TYPES);
      const file = await keep(jobs, body, ending, name);
      return jobs.start(importItemsTask(bank, file, options), caller);
    },
  });
}

function answersRoute(parts: StartParts): Route {
  return route({
    method: 'POST',
    url: '/v1/banks/:bank/answers',
    tag: 'Jobs',
    roles: OWNERS,
    status: STARTED,
    reply: job,
    params: bankPath,
    query: uploadedAnswers,
    bodyLimit: parts.configuration.uploadLimit,
    summary: 'Add recorded answers to a bank',
    description:
      'CSV: examinee, then one column per item; or examinee,item,score. Open sessions of the bank cannot continue afterwards, so record answers between tests.',
    upload: Object.keys(CSV_TYPES),
    handle: ({ caller, params: { bank }, query: { file: name, ...options }, body }) =>
      startCsv(parts, caller, bank, { body, name }, (file) =>
        importAnswersTask(bank, file, options),
      ),
  });
}

function parametersRoute(parts: StartParts): Route {
  return route({
    method: 'POST',
    url: '/v1/banks/:bank/parameters',
    tag: 'Jobs',
    roles: RUNNERS,
    status: STARTED,
    reply: job,
    params: bankPath,
    query: uploadedFile,
    bodyLimit: parts.configuration.uploadLimit,
    summary: 'Keep item parameters as a calibration of a bank',
    description: 'CSV: item,a,b and optionally c,d,se_a,se_b,se_c,flag.',
    upload: Object.keys(CSV_TYPES),
    handle: ({ caller, params: { bank }, query: { file: name }, body }) =>
      startCsv(parts, caller, bank, { body, name }, (file) => importParametersTask(bank, file)),
  });
}

/** Starts a job on a CSV about a bank that is there. */
async function startCsv(
  { jobs, context }: StartParts,
  caller: Caller,
  bank: string,
  { body, name }: { readonly body: unknown; readonly name: string | undefined },
  taskOf: (file: string) => JobTask,
): Promise<Job> {
  await requireBank(context.store, caller, bank);
  await jobs.requireRoom(caller);
  return jobs.start(taskOf(await keep(jobs, body, 'csv', name)), caller);
}

/** The body of an upload route is a stream, and no schema reads it. @returns the file */
function keep(
  { files }: StartParts['jobs'],
  body: unknown,
  ending: string,
  name: string | undefined,
): Promise<string> {
  return keepUpload(files, body as Readable, ending, name);
}
