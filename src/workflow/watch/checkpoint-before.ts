import type { RunConfiguration, RunStore } from '../../run/run-record.ts';
import { byStep, trainingStem } from './checkpoint.ts';
import { settingsIdentity } from './tested-before.ts';

/** A finished test of an earlier checkpoint. */
export interface EarlierTest {
  readonly checkpoint: string;
  readonly run: number;
}

/**
 * The finished test of the last checkpoint before this one, by the numbers in their names, that was asked in the same way; null if
 * there is none. It may be of another watch, and its folder may be gone.
 * @param nameOf the checkpoint of a model's name; null if it is of another training
 */
export async function checkpointBefore(
  store: Pick<RunStore, 'runs'>,
  name: string,
  configuration: RunConfiguration,
  nameOf: (model: string) => string | null,
  isServedHere: boolean,
): Promise<EarlierTest | null> {
  const identity = settingsIdentity(configuration, isServedHere);
  const earlier = (await store.runs()).flatMap((run): EarlierTest[] => {
    const { models } = run.configuration;
    if (run.finishedAt === null || !Array.isArray(models) || models.length !== 1) return [];
    const checkpoint = nameOf(String(models[0].name));
    const isEarlier =
      checkpoint !== null &&
      trainingStem(checkpoint) === trainingStem(name) &&
      byStep(checkpoint, name) < 0;
    if (!isEarlier || settingsIdentity(run.configuration, isServedHere) !== identity) return [];
    return [{ checkpoint, run: run.id }];
  });
  // Newest runs come first, and the sort keeps them so.
  return (
    earlier.sort((x, y) =>
      x.checkpoint === y.checkpoint ? 0 : byStep(y.checkpoint, x.checkpoint),
    )[0] ?? null
  );
}
