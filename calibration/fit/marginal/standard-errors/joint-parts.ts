import type { AbilityGroups } from '../ability/ability-groups.ts';
import type { Workspace } from '../engine/workspace.ts';
import { emptySlopes, itemSlopes } from '../m-step/item-slopes.ts';
import { type AbilityLinks, fillGroupLinks, fillItemLinks } from './ability-links.ts';

/** An item or a group: its estimated coordinates (numbered as in information-joint.ts), at most four. */
export interface Part {
  /** Position of the item, or −1 − that of the group. */
  readonly of: number;
  readonly coordinates: readonly number[];
  /** count × count: information at the mode with everything else fixed, and the part lost to unknown abilities. */
  readonly information: Float64Array;
  readonly missing: Float64Array;
}

/** Every item and group that has estimated coordinates. */
export function partsOf(
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

/** Writes a part's links into `into`, one row of `width` per coordinate. */
export function fillLinks(
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
