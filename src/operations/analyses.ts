import type { z } from 'zod';
import { ANALYSES, type Analysis } from './analysis-names.ts';
import { ASKING_GROUP } from './asking/asking.ts';
import type { Operation } from './operation.ts';
import { fieldsOf } from './options.ts';
import { overHttp } from './over-http.ts';
import { OPERATIONS, type OperationName } from './table.ts';

export const isAnalysis = (name: OperationName): name is Analysis =>
  ANALYSES.some((one) => one === name);

/** An analysis, with the options that a request can have: a bank always, nothing about models behind endpoints. */
export async function analysisOf(name: Analysis): Promise<Operation> {
  const operation: Operation = await OPERATIONS[name]();
  const options: z.ZodObject = overHttp(operation.options);
  const asking = fieldsOf(options).filter(({ group }) => group === ASKING_GROUP);
  const without = Object.fromEntries(asking.map(({ name }) => [name, true]));
  return {
    ...operation,
    options: options.omit(without as never).required({ bank: true } as never),
  };
}
