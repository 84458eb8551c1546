import type { Readable } from 'node:stream';
import { BANK_NAME } from '../../../item-bank/bank-name.ts';
import { isBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { bankPath } from '../../api/banks.ts';
import {
  job,
  newCalibration,
  newSynthesis,
  uploadedAnswers,
  uploadedItems,
} from '../../api/jobs.ts';
import type { Role } from '../../api/keys.ts';
import { fail } from '../../errors.ts';
import { nearestNames } from '../../nearest.ts';
import { requireBank } from '../banks/known-bank.ts';
import type { Caller } from '../caller.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import { type Route, route } from '../route.ts';
import type { ServiceContext } from '../service-context.ts';
import type { JobService, JobTask } from './job-service.ts';
import {
  calibrateTask,
  importAnswersTask,
  importItemsTask,
  importParametersTask,
  synthesizeTask,
} from './job-tasks.ts';
import { CSV_TYPES, endingOf, ITEM_TYPES, keepUpload } from './upload.ts';

const OWNERS: readonly Role[] = ['administrator'];
const RUNNERS: readonly Role[] = ['administrator', 'runner'];
const STARTED = 202;

/** What starts a job about a bank: uploads, calibrations, syntheses. */
export function startRoutes({
  jobs,
  context,
  configuration,
}: {
  readonly jobs: JobService;
  readonly context: ServiceContext;
  readonly configuration: ServiceConfiguration;
}): Route[] {
  const bodyLimit = configuration.uploadLimit;
  const csv = Object.keys(CSV_TYPES);
  const keep = (body: unknown, ending: string) => keepUpload(jobs.files, body as Readable, ending);
  /** Starts a job on a CSV about a bank that is there. */
  const startCsv = async (
    caller: Caller,
    bank: string,
    body: unknown,
    taskOf: (file: string) => JobTask,
  ) => {
    await requireBank(context.store, caller, bank);
    jobs.requireRoom(caller);
    return jobs.start(taskOf(await keep(body, 'csv')), caller);
  };
  return [
    route({
      method: 'POST',
      url: '/v1/banks/:bank/items',
      tag: 'Jobs',
      roles: OWNERS,
      status: STARTED,
      reply: job,
      params: bankPath,
      query: uploadedItems,
      bodyLimit,
      summary: 'Import items into a bank, which is made where there is none',
      description:
        'The body is what `thetarank bank import` reads: CSV, JSON Lines or a list of JSON, by its content type.',
      upload: Object.keys(ITEM_TYPES),
      async handle({ caller, params: { bank }, query, body, request }) {
        checkOwnName(bank);
        jobs.requireRoom(caller);
        const file = await keep(body, endingOf(request.headers['content-type'], ITEM_TYPES));
        return jobs.start(importItemsTask(bank, file, query), caller);
      },
    }),
    route({
      method: 'POST',
      url: '/v1/banks/:bank/answers',
      tag: 'Jobs',
      roles: OWNERS,
      status: STARTED,
      reply: job,
      params: bankPath,
      query: uploadedAnswers,
      bodyLimit,
      summary: 'Record answers of models to the items of a bank',
      description:
        'CSV: examinee, then one column an item; or examinee,item,score. Sessions of the bank that are under way cannot go on after it: record answers between tests.',
      upload: csv,
      handle: ({ caller, params: { bank }, query: { replace }, body }) =>
        startCsv(caller, bank, body, (file) => importAnswersTask(bank, file, replace)),
    }),
    route({
      method: 'POST',
      url: '/v1/banks/:bank/parameters',
      tag: 'Jobs',
      roles: RUNNERS,
      status: STARTED,
      reply: job,
      params: bankPath,
      bodyLimit,
      summary: 'Keep item parameters as a calibration of a bank',
      description: 'CSV: item,a,b and, where wanted, c,d,se_a,se_b,se_c,flag.',
      upload: csv,
      handle: ({ caller, params: { bank }, body }) =>
        startCsv(caller, bank, body, (file) => importParametersTask(bank, file)),
    }),
    route({
      method: 'POST',
      url: '/v1/banks/:bank/calibrations',
      tag: 'Jobs',
      roles: RUNNERS,
      status: STARTED,
      reply: job,
      params: bankPath,
      body: newCalibration,
      summary: 'Calibrate a bank on its recorded answers, and keep the calibration',
      async handle({ caller, params: { bank }, body }) {
        await requireBank(context.store, caller, bank);
        return jobs.start(calibrateTask(bank, body), caller);
      },
    }),
    route({
      method: 'POST',
      url: '/v1/syntheses',
      tag: 'Jobs',
      roles: OWNERS,
      status: STARTED,
      reply: job,
      body: newSynthesis,
      summary: 'Calibrate a bank on answers of models that debate',
      description:
        'Models, participants and prices are in a file that the administrator lists under a name.',
      async handle({ caller, body: { bank, configuration: name } }) {
        await requireBank(context.store, caller, bank);
        const { syntheses } = configuration;
        const file = syntheses.get(name);
        if (file === undefined)
          return fail('NAME_UNKNOWN', {
            kind: 'configuration of synthesis',
            name,
            nearest: nearestNames(name, [...syntheses.keys()]),
          });
        return jobs.start(synthesizeTask(bank, name, file), caller);
      },
    }),
  ];
}

/** @throws OPTION_INVALID for what cannot be a bank of one's own */
function checkOwnName(bank: string): void {
  const found = isBuiltinBank(bank) ? `the built-in bank ${bank}` : `"${bank}"`;
  if (isBuiltinBank(bank) || !BANK_NAME.test(bank))
    fail('OPTION_INVALID', {
      option: 'bank',
      found,
      accepted:
        'a name of your own, of at most 100 letters, digits and . _ -, a letter or digit first',
    });
}
