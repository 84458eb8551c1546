import type { AbilityGroups } from '../ability/ability-groups.ts';
import { type AbilityHistogram, putRoots } from '../ability/histogram.ts';
import type { Workspace } from '../engine/workspace.ts';
import { type PriorUnit, putPriorUnit } from '../priors/prior-unit.ts';

/** Bounds for diverging estimates: log a, δ, logit c, logit d of an item that the answers do not determine. */
const WALLS = [
  [-9, 7],
  [-1e4, 1e4],
  [-40, 15],
  [-15, 40],
] as const;
/** Logit d is at least this much above logit c. */
const LEAST_GAP = 0.1;

/** The values that EM estimates besides the items. */
export interface EstimatedAbility {
  readonly groups: AbilityGroups;
  /** The distribution of ability of all examinees, instead of the groups' normal ones; holds the estimate at the end. */
  readonly histogram?: AbilityHistogram | undefined;
  /** The unit of the priors of a, if it is free; holds the estimate at the end. */
  readonly unit?: PriorUnit | undefined;
}

/**
 * All values that EM estimates, as one vector: log a, δ, logit c and logit d of the items (4J), mean and log sd of each group,
 * the log unit of the priors, and the square roots of a histogram's weights, which stay real when extrapolated.
 */
export class ParameterVector {
  /** Where the groups, the unit and the histogram begin. */
  readonly groupsAt: number;
  readonly unitAt: number;
  readonly histogramAt: number;
  readonly length: number;
  /** Positions of the estimated coordinates, ascending. */
  readonly coordinates: readonly number[];
  /** Number of estimated coordinates of items and groups. */
  readonly parameters: number;
  readonly #workspace: Workspace;
  readonly #ability: EstimatedAbility;
  /** Of the mean and the log sd of a group. */
  readonly #groupWalls: readonly (readonly [number, number])[];

  constructor(workspace: Workspace, ability: EstimatedAbility) {
    const { size, nodes } = workspace;
    const { groups, histogram } = ability;
    this.#workspace = workspace;
    this.#ability = ability;
    this.groupsAt = 4 * size.items;
    this.unitAt = this.groupsAt + 2 * groups.mean.length;
    this.histogramAt = this.unitAt + 1;
    this.length = this.histogramAt + (histogram?.weights.length ?? 0);
    const ofModel = [...itemCoordinates(workspace), ...this.#groupCoordinates()];
    this.parameters = ofModel.length;
    this.coordinates = [...ofModel, ...this.#addedCoordinates()];
    // Densities narrower than a step depend on where their mean lies between nodes.
    const reach = -nodes[0];
    this.#groupWalls = [
      [-reach, reach],
      [Math.log(nodes[1] - nodes[0]), Math.log(reach)],
    ];
  }

  #groupCoordinates(): number[] {
    const { groups, histogram } = this.#ability;
    const coordinates: number[] = [];
    if (histogram === undefined)
      groups.free.forEach((free, g) => {
        if (free === 2) coordinates.push(this.groupsAt + 2 * g);
        if (free > 0) coordinates.push(this.groupsAt + 2 * g + 1);
      });
    return coordinates;
  }

  #addedCoordinates(): number[] {
    const coordinates = this.#ability.unit === undefined ? [] : [this.unitAt];
    for (let at = this.histogramAt; at < this.length; at++) coordinates.push(at);
    return coordinates;
  }

  /** A vector to be filled. */
  blank(): Float64Array {
    return new Float64Array(this.length);
  }

  /** Reads the present point. */
  read(into: Float64Array): void {
    const { groups, histogram, unit } = this.#ability;
    into.set(this.#workspace.from);
    groups.mean.forEach((mean, g) => {
      into[this.groupsAt + 2 * g] = mean;
      into[this.groupsAt + 2 * g + 1] = Math.log(groups.sd[g]);
    });
    into[this.unitAt] = unit?.log ?? 0;
    if (histogram !== undefined) into.set(histogram.weights.map(Math.sqrt), this.histogramAt);
  }

  /** Makes a vector the present point. */
  put(values: Float64Array): void {
    const { groups, histogram, unit } = this.#ability;
    this.#workspace.from.set(values.subarray(0, this.groupsAt));
    for (let g = 0; g < groups.mean.length; g++) {
      groups.mean[g] = values[this.groupsAt + 2 * g];
      groups.sd[g] = Math.exp(values[this.groupsAt + 2 * g + 1]);
    }
    if (unit !== undefined) putPriorUnit(this.#workspace, unit, values[this.unitAt]);
    if (histogram !== undefined) putRoots(histogram, values.subarray(this.histogramAt));
  }

  /** Keeps a vector within its bounds, the upper asymptotes above the lower ones, and the groups within the nodes. */
  clamp(values: Float64Array): void {
    const all = this.#workspace.size.items;
    for (const at of this.coordinates) {
      if (at >= this.unitAt) break;
      // 4J is even: a group's mean stands at an even position.
      let [low, high] = at < this.groupsAt ? WALLS[Math.floor(at / all)] : this.#groupWalls[at % 2];
      if (at >= 3 * all && at < this.groupsAt) low = Math.max(low, values[at - all] + LEAST_GAP);
      values[at] = Math.max(low, Math.min(high, values[at]));
    }
  }
}

/** The positions of the items' estimated parameters. */
function itemCoordinates({ size, active, fixed }: Workspace): number[] {
  const coordinates: number[] = [];
  for (let k = 0; k < 4; k++)
    for (let j = 0; j < size.items; j++)
      if (active[k] === 1 && fixed[j] === 0) coordinates.push(k * size.items + j);
  return coordinates;
}
