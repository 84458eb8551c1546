import { ThetarankError } from '../../errors.ts';
import { configurationHash } from '../../run/configuration-hash.ts';
import type { RunConfiguration, RunStore } from '../../run/run-record.ts';

/**
 * What tells one test of a checkpoint from another. Of a checkpoint that is served here, port and path do not count: the name of
 * the model says which it is.
 */
export function testIdentity(configuration: RunConfiguration, isServedHere: boolean): string {
  return identityWithout(configuration, isServedHere ? { baseUrl: null, model: null } : {});
}

/** What tests of several checkpoints have in common that were asked in the same way. */
export function settingsIdentity(configuration: RunConfiguration, isServedHere: boolean): string {
  const names = { name: null, model: null };
  return identityWithout(configuration, isServedHere ? { ...names, baseUrl: null } : names);
}

/** @param fields of the models that do not count */
function identityWithout(
  // What was known of pretest items, and which answers the bank had, is kept with a run and does not tell tests apart: checkpoints are not
  // asked again because another model was recorded. A test of `rank` is the same.
  { models, pretestPlan: _, watch: __, fingerprint: ___, ...rest }: RunConfiguration,
  fields: Readonly<Record<string, null>>,
): string {
  if (!Array.isArray(models)) return configurationHash(rest);
  return configurationHash({
    ...rest,
    models: models.map((model: object) => ({ ...model, ...fields })),
  });
}

/** The identities of all finished runs. */
export async function testedBefore(
  store: Pick<RunStore, 'runs'>,
  isServedHere: boolean,
): Promise<ReadonlySet<string>> {
  const finished = (await store.runs()).filter(({ finishedAt }) => finishedAt !== null);
  return new Set(finished.map(({ configuration }) => testIdentity(configuration, isServedHere)));
}

/** Whether an error says that another process has the run. */
export function isElsewhere(error: unknown): boolean {
  return error instanceof ThetarankError && error.code === 'RUN_BUSY';
}

/** Whether another process has an unfinished test of this identity under way now. */
export async function isTestedElsewhere(
  store: Pick<RunStore, 'runs' | 'claimRun'>,
  identity: string,
  isServedHere: boolean,
): Promise<boolean> {
  const open = (await store.runs()).find(
    ({ finishedAt, configuration }) =>
      finishedAt === null && testIdentity(configuration, isServedHere) === identity,
  );
  if (open === undefined) return false;
  try {
    const release = await store.claimRun(open.id);
    await release();
    return false;
  } catch (error) {
    if (isElsewhere(error)) return true;
    throw error;
  }
}
