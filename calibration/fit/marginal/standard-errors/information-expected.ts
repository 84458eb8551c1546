import { invertTriangle } from '../../../../src/irt/small-cholesky.ts';
import { innerProduct } from '../../../../src/statistics/inner-product.ts';
import type { AbilityGroups } from '../ability/ability-groups.ts';
import type { Workspace } from '../engine/workspace.ts';
import { emptySlopes, itemSlopes } from '../m-step/item-slopes.ts';
import { slopeOf } from '../signs/slope-of.ts';
import { type AbilityLinks, fillGroupLinks, fillItemLinks, openLinks } from './ability-links.ts';
import { type Direction, missingAlong } from './missing-information.ts';
import { signedFactor } from './signed-factor.ts';

/** Covariances of the estimated coordinates: of each item's own, and of each group's. */
export interface ExpectedCovariance {
  /** J × 16, in log a, δ, logit c, logit d; zero where not estimated, NaN where an item's own information is not definite. */
  readonly blocks: Float64Array;
  /** G × 4: of each group's mean and log standard deviation; NaN where not estimated. */
  readonly groups: Float64Array;
}

/**
 * The blocks of the joint covariance of all estimated coordinates, without forming the joint matrix.
 *
 * The joint information is C − M: C complete, M = Σ_i Cov_i(s, s) what unknown abilities take away (Louis), s the scores of
 * all coordinates. Each item's own block of M is exact. Between items it is expected over the answers and linear in ability
 * (ability-links.ts), Σ_q W_q g(θ_q) g(θ_q)ᵀ: as many columns as nodes, whatever the number of items. Along the changes that
 * all items share, a shift and a stretch of ability and each group's mean and spread, nearly all of C is taken away, and
 * little errors of M would be large ones of the rest: there M d is computed exactly, and a symmetric update of low rank makes
 * the approximation agree. Woodbury's identity then gives the inverse for n K²/2 products, n coordinates and K columns.
 *
 * What is left out are chance products of the answers to two items, which average out over examinees and pairs of items.
 * Where answers are missing, an item's g is weighted by the share of examinees who answered it, as if answers were missing
 * independently of one another.
 *
 * @param own each item's information at the mode, the others held still (information-blocks.ts)
 * @returns null where the joint information is not positive definite
 * @see Louis (1982), Journal of the Royal Statistical Society B 44, 226–233; Dennis & Schnabel (1996), Numerical Methods for
 *   Unconstrained Optimization, section 9.1, for the update (Powell's symmetric one, weighted by C); Hager (1989), SIAM Review 31, 221–239, for Woodbury's identity
 */
export function expectedCovariance(
  workspace: Workspace,
  groups: AbilityGroups,
  own: Float64Array,
): ExpectedCovariance | null {
  const all = workspace.size.items;
  const links = openLinks(workspace, groups);
  const parts = partsOf(workspace, groups, links, own);
  const nodes = links.at.length;
  const { columns, rows } = updateOf(workspace, groups, links, parts);
  const updates = columns.length;
  const width = nodes + updates;
  const link = new Float64Array(4 * width);
  const half = new Float64Array(4 * width);
  const root = new Float64Array(16);

  /** Puts a part's links into `link`, R into `root` with D⁻¹ = RᵀR, R link into `half`; false where D is not definite. */
  const enter = (part: Part): boolean => {
    const { coordinates, information } = part;
    const count = coordinates.length;
    fillLinks(workspace, links, part, link, width);
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
      columns.forEach((column, t) => {
        link[x * width + nodes + t] = column[coordinates[x]];
      });
      half.fill(0, x * width, (x + 1) * width);
      for (let y = 0; y <= x; y++) {
        const r = root[x * count + y];
        for (let k = 0; k < width; k++) half[x * width + k] += r * link[y * width + k];
      }
    }
    return true;
  };

  // Woodbury's core: the identity and the inverse of the update's middle, less Vᵀ D⁻¹ V.
  const core = new Float64Array(width * width);
  for (let k = 0; k < nodes; k++) core[k * width + k] = 1;
  for (let x = 0; x < updates; x++)
    for (let y = 0; y < updates; y++) core[(nodes + x) * width + nodes + y] = rows[x * updates + y];
  for (const part of parts) {
    if (!enter(part)) continue;
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

  const covariance = new Float64Array(16 * all);
  const ofGroups = new Float64Array(4 * groups.mean.length).fill(Number.NaN);
  const into = (x: number, y: number, value: number) => {
    if (x < 4 * all)
      covariance[16 * (x % all) + 4 * Math.floor(x / all) + Math.floor(y / all)] = value;
    else ofGroups[2 * (x - 4 * all) + ((y - 4 * all) & 1)] = value;
  };
  const solved = new Float64Array(4 * width);
  for (const part of parts) {
    const { coordinates } = part;
    const count = coordinates.length;
    if (!enter(part)) {
      for (const x of coordinates) for (const y of coordinates) into(x, y, Number.NaN);
      continue;
    }
    for (let x = 0; x < count; x++)
      for (let k = 0; k < width; k++) {
        let sum = half[x * width + k];
        for (let l = 0; l < k; l++) sum -= core[k * width + l] * signs[l] * solved[x * width + l];
        solved[x * width + k] = sum / (signs[k] * core[k * width + k]);
      }
    // Rᵀ (I + half core⁻¹ halfᵀ) R.
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
  return { blocks: covariance, groups: ofGroups };
}

/** An item or a group: its estimated coordinates (numbered as in information-joint.ts), at most four. */
interface Part {
  /** Position of the item, or −1 − that of the group. */
  readonly of: number;
  readonly coordinates: readonly number[];
  /** count × count: information at the mode with everything else held still, and what unknown abilities took of it. */
  readonly information: Float64Array;
  readonly missing: Float64Array;
}

function partsOf(
  workspace: Workspace,
  groups: AbilityGroups,
  links: AbilityLinks,
  own: Float64Array,
): Part[] {
  const { size, active, fixed } = workspace;
  const all = size.items;
  const kept = [0, 1, 2, 3].filter((k) => active[k] === 1);
  const slopes = emptySlopes();
  const parts: Part[] = [];
  for (let j = 0; j < all; j++) {
    if (fixed[j] === 1) continue;
    itemSlopes(workspace, j, slopes);
    const pick = (value: (at: number) => number) =>
      Float64Array.from(kept.flatMap((k) => kept.map((l) => value(4 * k + l))));
    const information = pick((at) => own[16 * j + at]);
    const missing = pick((at) => slopes.observed[at] - own[16 * j + at]);
    parts.push({ of: j, coordinates: kept.map((k) => k * all + j), information, missing });
  }
  groups.free.forEach((free, g) => {
    if (free === 0 || !groups.of.includes(g)) return;
    const own = free === 2 ? [0, 1] : [1];
    const pick = (value: (at: number) => number) =>
      Float64Array.from(own.flatMap((k) => own.map((l) => value(4 * g + 2 * k + l))));
    parts.push({
      of: -1 - g,
      coordinates: own.map((k) => 4 * all + 2 * g + k),
      information: pick((at) => links.complete[at] - links.missing[at]),
      missing: pick((at) => links.missing[at]),
    });
  });
  return parts;
}

function fillLinks(
  workspace: Workspace,
  links: AbilityLinks,
  { of, coordinates }: Part,
  into: Float64Array,
  width: number,
): void {
  const all = workspace.size.items;
  if (of >= 0) {
    const kept = coordinates.map((coordinate) => Math.floor(coordinate / all));
    fillItemLinks(workspace, links, of, kept, into, width);
  } else
    fillGroupLinks(
      links,
      -1 - of,
      coordinates.map((at) => (at - 4 * all) & 1),
      into,
      width,
    );
}

/** A symmetric update of M: Σ columns_x middle_xy columns_yᵀ, with the inverse of the middle in `rows`. */
interface Update {
  /** 2T of them, over all 4J + 2G coordinates. */
  readonly columns: readonly Float64Array[];
  /** 2T × 2T */
  readonly rows: Float64Array;
}

/**
 * The update after which M agrees with the exact one along the changes that all items share, and those of each group. With
 * directions d_1 … d_T, orthonormal by C, and residuals R = (exact M − M) d: R (C d)ᵀ + C d Rᵀ − C d (dᵀR) (C d)ᵀ.
 */
function updateOf(
  workspace: Workspace,
  groups: AbilityGroups,
  links: AbilityLinks,
  parts: readonly Part[],
): Update {
  const directions: Float64Array[] = [];
  const completed: Float64Array[] = [];
  for (const change of sharedChanges(workspace, groups)) {
    directions.forEach((direction, t) => {
      const share = innerProduct(completed[t], change);
      for (let at = 0; at < change.length; at++) change[at] -= share * direction[at];
    });
    const image = complete(parts, change);
    const size = Math.sqrt(innerProduct(change, image));
    if (!(size > 0)) continue;
    directions.push(change.map((value) => value / size));
    completed.push(image.map((value) => value / size));
  }
  const taken = missingAlong(workspace, groups.of, links.tables, directions);
  const approximate = approximateMissing(workspace, links, parts, directions);
  const residuals = taken.map((exact, t) => exact.map((value, at) => value - approximate[t][at]));
  const count = directions.length;
  const rows = new Float64Array(4 * count * count);
  for (let x = 0; x < count; x++) {
    rows[2 * x * count + count + x] = 1;
    rows[2 * (count + x) * count + x] = 1;
    for (let y = 0; y < count; y++)
      rows[2 * x * count + y] =
        (innerProduct(directions[x], residuals[y]) + innerProduct(directions[y], residuals[x])) / 2;
  }
  return { columns: [...residuals, ...completed], rows };
}

/** C d. */
function complete(parts: readonly Part[], direction: Float64Array): Float64Array {
  const image = new Float64Array(direction.length);
  for (const { coordinates, information, missing } of parts)
    coordinates.forEach((at, x) => {
      coordinates.forEach((other, y) => {
        const of = x * coordinates.length + y;
        image[at] += (information[of] + missing[of]) * direction[other];
      });
    });
  return image;
}

/** M d as the links have it between parts, exact within them. */
function approximateMissing(
  workspace: Workspace,
  links: AbilityLinks,
  parts: readonly Part[],
  directions: readonly Float64Array[],
): Float64Array[] {
  const width = links.at.length;
  const link = new Float64Array(4 * width);
  const carried = directions.map(() => new Float64Array(width));
  for (const part of parts) {
    fillLinks(workspace, links, part, link, width);
    part.coordinates.forEach((at, x) => {
      directions.forEach((direction, t) => {
        for (let k = 0; k < width; k++) carried[t][k] += link[x * width + k] * direction[at];
      });
    });
  }
  const images = directions.map(({ length }) => new Float64Array(length));
  for (const part of parts) {
    const { coordinates, missing } = part;
    const count = coordinates.length;
    fillLinks(workspace, links, part, link, width);
    for (let x = 0; x < count; x++) {
      const own = coordinates.map((_, y) => {
        let shared = 0;
        for (let k = 0; k < width; k++) shared += link[x * width + k] * link[y * width + k];
        return missing[x * count + y] - shared;
      });
      directions.forEach((direction, t) => {
        let sum = 0;
        for (let k = 0; k < width; k++) sum += link[x * width + k] * carried[t][k];
        for (let y = 0; y < count; y++) sum += own[y] * direction[coordinates[y]];
        images[t][coordinates[x]] = sum;
      });
    }
  }
  return images;
}

/** A shift of ability (δ + a), a stretch (log a + 1), and each estimated coordinate of a group. */
function sharedChanges(workspace: Workspace, groups: AbilityGroups): Direction[] {
  const { size, active, fixed } = workspace;
  const all = size.items;
  const shift = new Float64Array(4 * all + 2 * groups.mean.length);
  const stretch = shift.slice();
  for (let j = 0; j < all; j++) {
    if (fixed[j] === 1) continue;
    shift[all + j] = slopeOf(workspace, j, workspace.from);
    stretch[j] = 1;
  }
  const changes = active[0] === 1 ? [shift, stretch] : [shift];
  groups.free.forEach((free, g) => {
    if (!groups.of.includes(g)) return;
    for (const part of free === 2 ? [0, 1] : free === 1 ? [1] : []) {
      const own = new Float64Array(shift.length);
      own[4 * all + 2 * g + part] = 1;
      changes.push(own);
    }
  });
  return changes;
}
