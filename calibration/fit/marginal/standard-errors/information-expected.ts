import { invertTriangle } from '../../../../src/irt/small-cholesky.ts';
import type { AbilityGroups } from '../ability/ability-groups.ts';
import type { Workspace } from '../engine/workspace.ts';
import { type AbilityLinks, openLinks } from './ability-links.ts';
import { fillLinks, type Part, partsOf } from './joint-parts.ts';
import { type Update, updateOf } from './shared-update.ts';
import { signedFactor } from './signed-factor.ts';

/** Covariances of the estimated coordinates: of each item's own, and of each group's. */
export interface ExpectedCovariance {
  /** J × 16, in log a, δ, logit c, logit d; zero where not estimated, NaN if an item's own information is not definite. */
  readonly blocks: Float64Array;
  /** G × 4: of each group's mean and log standard deviation; NaN if not estimated. */
  readonly groups: Float64Array;
}

/**
 * The blocks of the joint covariance of all estimated coordinates, without forming the joint matrix.
 *
 * The joint information is C − M: C is the complete information, M = Σ_i Cov_i(s, s) the part lost to unknown abilities
 * (Louis), with s the scores of all coordinates. Each item's own block of M is exact. Between items, M is its expectation over
 * the answers, linear in ability (ability-links.ts): Σ_q W_q g(θ_q) g(θ_q)ᵀ, with one column per node for any number of items.
 * Along the changes that all items share (a shift and a stretch of ability, and each group's mean and spread), nearly all of C
 * is lost, and small errors of M would become large ones of the rest. There M d is computed exactly, and a symmetric low-rank
 * update makes the approximation agree. Woodbury's identity then gives the inverse for n K²/2 products, n coordinates and K
 * columns.
 *
 * This leaves out chance products of the answers to two items, which average out over examinees and pairs of items. If answers
 * are missing, an item's g is weighted by the share of examinees who answered it, as if answers were missing independently of
 * one another.
 *
 * @param own each item's information at the mode, the others fixed (information-blocks.ts)
 * @returns null if the joint information is not positive definite
 * @see Louis (1982), Journal of the Royal Statistical Society B 44, 226–233; Dennis & Schnabel (1996), Numerical Methods for
 *   Unconstrained Optimization, section 9.1, for the update (Powell's symmetric one, weighted by C); Hager (1989), SIAM Review 31, 221–239, for Woodbury's identity
 */
export function expectedCovariance(
  workspace: Workspace,
  groups: AbilityGroups,
  own: Float64Array,
): ExpectedCovariance | null {
  const links = openLinks(workspace, groups);
  const parts = partsOf(workspace, groups, links, own);
  const update = updateOf(workspace, groups, links, parts);
  const roots = new PartRoots(workspace, links, update);
  const core = coreOf(roots, parts, update);
  return core === null ? null : covarianceOf(roots, parts, core, groups);
}

/** Buffers for one part at a time: its links, and the root of its own block. */
class PartRoots {
  /** Numbers of items, and of columns that link the parts: nodes, then those of the update. */
  readonly items: number;
  readonly nodes: number;
  readonly width: number;
  /** R with D⁻¹ = RᵀR, of the part that was entered last, and R times its links. */
  readonly root = new Float64Array(16);
  readonly half: Float64Array;
  readonly #workspace: Workspace;
  readonly #links: AbilityLinks;
  readonly #columns: readonly Float64Array[];
  readonly #link: Float64Array;

  constructor(workspace: Workspace, links: AbilityLinks, { columns }: Update) {
    this.items = workspace.size.items;
    this.nodes = links.at.length;
    this.width = this.nodes + columns.length;
    this.half = new Float64Array(4 * this.width);
    this.#workspace = workspace;
    this.#links = links;
    this.#columns = columns;
    this.#link = new Float64Array(4 * this.width);
  }

  /** Fills `root` and `half`; false if D is not definite. */
  enter(part: Part): boolean {
    const { nodes, width, root, half } = this;
    const link = this.#link;
    const { coordinates, information } = part;
    const count = coordinates.length;
    fillLinks(this.#workspace, this.#links, part, link, width);
    for (let x = 0; x < count; x++)
      for (let y = 0; y < count; y++) {
        let sum = information[x * count + y];
        for (let k = 0; k < nodes; k++) sum += link[x * width + k] * link[y * width + k];
        root[x * count + y] = sum;
      }
    const signs = new Float64Array(count);
    if (!signedFactor(root, count, signs) || signs.includes(-1)) return false;
    invertTriangle(root, count);
    for (let x = 0; x < count; x++) {
      this.#columns.forEach((column, t) => {
        link[x * width + nodes + t] = column[coordinates[x]];
      });
      half.fill(0, x * width, (x + 1) * width);
      for (let y = 0; y <= x; y++) {
        const r = root[x * count + y];
        for (let k = 0; k < width; k++) half[x * width + k] += r * link[y * width + k];
      }
    }
    return true;
  }
}

/** A factored core: L and the signs S of L S Lᵀ. */
interface Core {
  readonly factor: Float64Array;
  readonly signs: Float64Array;
}

/**
 * Woodbury's core: the identity and the inverse of the update's middle, minus Vᵀ D⁻¹ V.
 * @returns null if the joint information is not definite
 */
function coreOf(roots: PartRoots, parts: readonly Part[], { columns, rows }: Update): Core | null {
  const { nodes, width, half } = roots;
  const updates = columns.length;
  const core = new Float64Array(width * width);
  for (let k = 0; k < nodes; k++) core[k * width + k] = 1;
  for (let x = 0; x < updates; x++)
    for (let y = 0; y < updates; y++) core[(nodes + x) * width + nodes + y] = rows[x * updates + y];
  for (const part of parts) {
    if (!roots.enter(part)) continue;
    for (let x = 0; x < part.coordinates.length; x++)
      for (let k = 0; k < width; k++) {
        const value = half[x * width + k];
        if (value === 0) continue;
        for (let l = 0; l <= k; l++) core[k * width + l] -= value * half[x * width + l];
      }
  }
  const signs = new Float64Array(width);
  // By the inertia of Schur complements, the joint information is definite if and only if the core has as many negative
  // signs as the update's middle, which has half as many as rows.
  if (!signedFactor(core, width, signs)) return null;
  if (2 * signs.filter((sign) => sign < 0).length !== updates) return null;
  return { factor: core, signs };
}

/** Each part's block of the inverse: Rᵀ (I + half core⁻¹ halfᵀ) R. */
function covarianceOf(
  roots: PartRoots,
  parts: readonly Part[],
  core: Core,
  groups: AbilityGroups,
): ExpectedCovariance {
  const { items: all, width, root } = roots;
  const { signs } = core;
  const blocks = new Float64Array(16 * all);
  const ofGroups = new Float64Array(4 * groups.mean.length).fill(Number.NaN);
  const into = (x: number, y: number, value: number) => {
    if (x < 4 * all) blocks[16 * (x % all) + 4 * Math.floor(x / all) + Math.floor(y / all)] = value;
    else ofGroups[2 * (x - 4 * all) + ((y - 4 * all) & 1)] = value;
  };
  const solved = new Float64Array(4 * width);
  for (const part of parts) {
    const { coordinates } = part;
    const count = coordinates.length;
    if (!roots.enter(part)) {
      for (const x of coordinates) for (const y of coordinates) into(x, y, Number.NaN);
      continue;
    }
    solveCore(core, roots, count, solved);
    for (let x = 0; x < count; x++)
      for (let y = 0; y < count; y++) {
        let sum = 0;
        for (let p = x; p < count; p++)
          for (let r = y; r < count; r++) {
            let middle = p === r ? 1 : 0;
            for (let k = 0; k < width; k++)
              middle += signs[k] * solved[p * width + k] * solved[r * width + k];
            sum += root[p * count + x] * middle * root[r * count + y];
          }
        into(coordinates[x], coordinates[y], sum);
      }
  }
  return { blocks, groups: ofGroups };
}

/** Fills `solved` with L⁻¹ halfᵀ, a row a coordinate. */
function solveCore(
  { factor, signs }: Core,
  { width, half }: PartRoots,
  count: number,
  solved: Float64Array,
): void {
  for (let x = 0; x < count; x++)
    for (let k = 0; k < width; k++) {
      let sum = half[x * width + k];
      for (let l = 0; l < k; l++) sum -= factor[k * width + l] * signs[l] * solved[x * width + l];
      solved[x * width + k] = sum / (signs[k] * factor[k * width + k]);
    }
}
