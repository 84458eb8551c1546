import { loadBuiltinBank } from '../../../../item-bank/builtin/load.ts';
import { isBuiltinBank } from '../../../../item-bank/builtin/names.ts';
import { calibrationInForce } from '../../../store/calibrations/calibration-in-force.ts';
import type { Store } from '../../../store/store.ts';
import { calibrationOf } from '../../../tested-bank/calibration-of.ts';
import { sameName } from '../../../text/same-name.ts';
import { isOfWatch, rankingRuns } from '../../bank/review/ranking-runs.ts';
import { knownBy, modelsOf } from './known-examinees.ts';
import { modelsOfRuns } from './models-of-runs.ts';
import { REFRESH } from './refresh-report.ts';

/** How much is new since the calibration of a bank in force, found without reading answers. */
export interface NewModels {
  /** Null if none is in force. */
  readonly calibration: number | null;
  /** Models with answers, in finished tests or recorded, that the calibration was not made from. */
  readonly models: readonly string[];
  /** The newest refresh of it that waits for a decision; null if there is none. */
  readonly proposal: number | null;
  /** Of these models, those that the proposal was not made from either. */
  readonly unproposed: readonly string[];
}

/** @throws NAME_UNKNOWN for an unknown calibration */
export async function newModels(store: Store, bank: string): Promise<NewModels> {
  const log = await store.calibrationLog(bank);
  const calibration = calibrationInForce(log);
  if (calibration === null) return { calibration, models: [], proposal: null, unproposed: [] };
  const { recorded, sessions } = await store.answeredBy(bank);
  const runs = (await rankingRuns(store, bank)).filter(({ finishedAt }) => finishedAt !== null);
  const { names } = await modelsOfRuns(store, runs);
  const builtin = isBuiltinBank(bank) ? loadBuiltinBank(bank).responses.examinees : [];
  const all: (readonly string[])[] = [
    ...[...builtin, ...recorded, ...sessions].map((name) => [name]),
    ...runs
      .filter((run) => !isOfWatch(run))
      .flatMap((run) => modelsOf(run).map(({ name }) => names(run.id, name))),
  ];
  const isKnown = knownBy(await calibrationOf(store, calibration));
  const known = new Set(all.filter(isKnown).map(([name]) => sameName(name)));
  const found = new Map<string, readonly string[]>();
  for (const names of all) if (!known.has(sameName(names[0]))) found.set(sameName(names[0]), names);
  const models = [...found.values()];
  const proposal = (await store.calibrations(bank)).find(
    ({ method, parent, id }) =>
      method === REFRESH &&
      parent === calibration &&
      !log.some((entry) => entry.calibration === id),
  );
  const isProposed = proposal === undefined ? () => false : knownBy(proposal);
  return {
    calibration,
    models: models.map(([name]) => name),
    proposal: proposal?.id ?? null,
    unproposed: models.filter((names) => !isProposed(names)).map(([name]) => name),
  };
}
