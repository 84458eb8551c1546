import type { RunConfiguration, RunStore } from '../../run/run-record.ts';
import { byStep, trainingStem } from './checkpoint.ts';
import { settingsIdentity } from './tested-before.ts';

/** A finished test of a checkpoint. */
export interface KeptTest {
  readonly checkpoint: string;
  readonly run: number;
}

/**
 * The finished tests of a checkpoint and of those before it in its training, by the numbers in their names, that were asked in the same
 * way: the newest one of each checkpoint. They may be of another watch, and their folders may be gone.
 * @param nameOf the checkpoint of a model's name; null if it is of another training
 */
export async function testsUpTo(
  store: Pick<RunStore, 'runs'>,
  name: string,
  configuration: RunConfiguration,
  nameOf: (model: string) => string | null,
  isServedHere: boolean,
): Promise<KeptTest[]> {
  const identity = settingsIdentity(configuration, isServedHere);
  const stem = trainingStem(name);
  const newest = new Map<string, KeptTest>();
  // Newest runs come first.
  for (const { id, finishedAt, configuration: own } of await store.runs()) {
    const { models } = own;
    if (finishedAt === null || !Array.isArray(models) || models.length !== 1) continue;
    const checkpoint = nameOf(String(models[0].name));
    const isBefore =
      checkpoint !== null &&
      trainingStem(checkpoint) === stem &&
      (checkpoint === name || byStep(checkpoint, name) < 0);
    if (!isBefore || newest.has(checkpoint)) continue;
    if (settingsIdentity(own, isServedHere) === identity)
      newest.set(checkpoint, { checkpoint, run: id });
  }
  return [...newest.values()].sort((x, y) => byStep(x.checkpoint, y.checkpoint));
}
