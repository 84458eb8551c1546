import { innerProduct } from '../../../../src/statistics/inner-product.ts';
import type { AbilityGroups } from '../ability/ability-groups.ts';
import type { Workspace } from '../engine/workspace.ts';
import { slopeOf } from '../signs/slope-of.ts';
import type { AbilityLinks } from './ability-links.ts';
import { fillLinks, type Part } from './joint-parts.ts';
import { type Direction, missingAlong } from './missing-information.ts';

/** A symmetric update of M: Σ columns_x middle_xy columns_yᵀ, with the inverse of the middle in `rows`. */
export interface Update {
  /** 2T of them, over all 4J + 2G coordinates. */
  readonly columns: readonly Float64Array[];
  /** 2T × 2T */
  readonly rows: Float64Array;
}

/**
 * The update after which M agrees with the exact one along the changes that all items share, and those of each group. With
 * directions d_1 … d_T, orthonormal by C, and residuals R = (exact M − M) d: R (C d)ᵀ + C d Rᵀ − C d (dᵀR) (C d)ᵀ.
 */
export function updateOf(
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

/** M d, from the links between parts and exact within them. */
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
