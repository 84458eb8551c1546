import { fail } from '../../../src/cli/command-kit.ts';
import type { TrialGroup } from './trial-configuration.ts';

/** A model and its path in the file. */
interface Placed {
  readonly group: TrialGroup;
  readonly where: string;
  readonly name: string;
  /** Its name at the endpoint. */
  readonly model: string;
  readonly family: string;
}

/**
 * Checks that held-out models and pools have no model in common: by name, by the endpoints' names, and by family. A calibration
 * on a related model would contain part of the answers to predict.
 * @throws FILE_INVALID
 */
export function checkApart(pools: readonly TrialGroup[], heldOut: TrialGroup, file: string): void {
  const seen: Placed[] = [];
  for (const [k, group] of [...pools, heldOut].entries()) {
    const at = group.pool === null ? 'heldOut' : `pools[${k}].models`;
    for (const [m, { name, model }] of group.synthesis.models.entries()) {
      const own = { group, where: `${at}[${m}]`, name, model, family: group.families[m] };
      for (const other of seen) checkTwo(own, other, file);
      seen.push(own);
    }
  }
}

function checkTwo(own: Placed, other: Placed, file: string): void {
  if (own.group === other.group) return;
  const same =
    own.name === other.name
      ? `model "${own.name}"`
      : own.model.toLowerCase() === other.model.toLowerCase()
        ? `the model that its endpoint calls "${own.model}"`
        : own.family === other.family
          ? `family "${own.family}"`
          : null;
  if (same === null) return;
  const { pool } = other.group;
  fail('FILE_INVALID', {
    file,
    where: own.where,
    found: `${same}, which pool ${pool} has at ${other.where}`,
    accepted:
      own.group.pool === null
        ? 'held-out models of families that are in no pool (`family` says which one a model is of)'
        : 'each family in one pool (`family` says which one a model is of)',
  });
}
