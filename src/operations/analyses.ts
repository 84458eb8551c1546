import type { z } from 'zod';
import { ANALYSES, type Analysis } from './analysis-names.ts';
import { ASKING_GROUP } from './asking/asking.ts';
import type { Operation } from './operation.ts';
import { fieldsOf } from './options.ts';
import { overHttp } from './over-http.ts';
import { OPERATIONS, type OperationName } from './table.ts';

export const isAnalysis = (name: OperationName): name is Analysis =>
  ANALYSES.some((one) => one === name);

/** Options that a request does not have, because jobs have a database and no files. */
const OF_JOBS: Readonly<Partial<Record<Analysis, Readonly<Record<string, unknown>>>>> = {
  'calibrate fit': { keep: true },
};

/** An analysis, with the options that a request can have: a bank always, nothing about models behind endpoints; and those that it has besides. */
export async function analysisOf(
  name: Analysis,
): Promise<Operation & { readonly ofJobs: Readonly<Record<string, unknown>> }> {
  const ofJobs = OF_JOBS[name] ?? {};
  const operation: Operation = await OPERATIONS[name]();
  const options: z.ZodObject = overHttp(operation.options);
  const asking = fieldsOf(options).filter(({ group }) => group === ASKING_GROUP);
  const names = [...asking.map(({ name }) => name), ...Object.keys(ofJobs)];
  const without = Object.fromEntries(names.map((name) => [name, true]));
  return {
    ...operation,
    ofJobs,
    options: options.omit(without as never).required({ bank: true } as never),
  };
}
