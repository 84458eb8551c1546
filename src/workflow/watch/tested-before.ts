import { configurationHash } from '../../run/configuration-hash.ts';
import type { RunConfiguration, RunStore } from '../../run/run-record.ts';

/**
 * What tells one test of a checkpoint from another. Of a checkpoint that is served here, port and path do not count: the name of
 * the model says which it is.
 */
export function testIdentity(configuration: RunConfiguration, isServedHere: boolean): string {
  const models = configuration.models;
  if (!isServedHere || !Array.isArray(models)) return configurationHash(configuration);
  return configurationHash({
    ...configuration,
    models: models.map((model: object) => ({ ...model, baseUrl: null, model: null })),
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
