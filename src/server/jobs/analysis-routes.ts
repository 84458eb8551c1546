import { z } from 'zod';
import { analysisList, job, newAnalysis } from '../../api/jobs.ts';
import { analysisOf } from '../../operations/analyses.ts';
import { ANALYSES } from '../../operations/analysis-names.ts';
import { fieldsOf, readOptions } from '../../operations/options.ts';
import type { Role } from '../../workflow/keys/roles.ts';
import { requireBank } from '../banks/known-bank.ts';
import { type Route, route } from '../route.ts';
import type { StartParts } from './start-parts.ts';

const ROLES: readonly Role[] = ['administrator', 'runner'];
const TAG = 'Jobs';

/** Routes of the operations that keys have done as jobs: which there are, and to start one. */
export function analysisRoutes({ jobs, context }: StartParts): Route[] {
  let listed: Promise<z.input<typeof analysisList>> | undefined;
  return [
    route({
      method: 'GET',
      url: '/v1/operations',
      tag: TAG,
      roles: ROLES,
      summary: 'List the operations that can be done as jobs, with their options',
      reply: analysisList,
      handle() {
        listed ??= listOfAnalyses();
        return listed;
      },
    }),
    route({
      method: 'POST',
      url: '/v1/jobs',
      tag: TAG,
      roles: ROLES,
      status: 202,
      summary: 'Do an operation on a bank as a job',
      description:
        'Options have the names and the defaults of the command line (`--stop-early` is `stopEarly`); GET /v1/operations lists them.',
      body: newAnalysis,
      wholeBody: anyAnalysis,
      reply: job,
      async handle({ caller, body: { operation: name, options } }) {
        const operation = await analysisOf(name);
        const bank = String(readOptions(operation.options, options).bank);
        await requireBank(context.store, caller, bank);
        const task = {
          kind: name === 'calibrate fit' ? ('calibrate' as const) : ('analysis' as const),
          ...{ bank, title: `${name}, ${bank}` },
          // What has been kept by a calibration is not kept twice.
          isRepeatable: true,
          operation: { name, options: { ...options, ...operation.ofJobs } },
        };
        return jobs.start(task, caller);
      },
    }),
  ];
}

/** Each with its own options. */
async function anyAnalysis(): Promise<z.ZodType> {
  const all = ANALYSES.map(async (name) =>
    newAnalysis.extend({ operation: z.literal(name), options: (await analysisOf(name)).options }),
  );
  return z.union(await Promise.all(all));
}

async function listOfAnalyses(): Promise<z.input<typeof analysisList>> {
  const all = await Promise.all(ANALYSES.map(analysisOf));
  const items = all.map(({ summary, options }, k) => {
    const { properties = {} } = z.toJSONSchema(options, { io: 'input' });
    const fields = fieldsOf(options).map(({ group = null, ...field }) => ({
      ...field,
      group,
      schema: properties[field.name] as Record<string, unknown>,
    }));
    return { name: ANALYSES[k], summary, options: fields };
  });
  return { items };
}
