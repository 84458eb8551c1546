import { nearNames } from '../../nearest.ts';
import { type ModelName, modelName } from './model-name.ts';

/**
 * How two names are the same: as written; by letter case, separators or the organisation; or by a date that only one of
 * them has.
 */
export type MatchedBy = 'name' | 'form' | 'date';

/** A model of both rankings; places in the two lists of names. */
export interface ModelPair {
  readonly first: number;
  readonly second: number;
  readonly by: MatchedBy;
}

/** A model without a partner. */
export interface UnmatchedModel {
  readonly at: number;
  readonly name: string;
  /** Names of the other ranking that may mean it: several that fit, else near ones that have no partner, whichever of the two is near the other. */
  readonly candidates: readonly string[];
  /** True if several fit, so that none was chosen. */
  readonly isAmbiguous: boolean;
}

export interface ModelMatch {
  readonly pairs: readonly ModelPair[];
  /** Of each of the two rankings. */
  readonly unmatched: readonly [readonly UnmatchedModel[], readonly UnmatchedModel[]];
}

/** A name of a ranking; a stated one is compared as it is written only. */
export interface ListedName {
  readonly name: string;
  readonly isStated: boolean;
}

/**
 * Finds the models of two rankings by their names: first equal names, then equal forms, then forms of which only one has a date.
 * Two prefixes or two dates that differ tell models apart. A name that fits several others stays without a partner, and so do they.
 *
 * @param first of distinct names
 * @param second of distinct names
 */
export function matchModels(
  first: readonly ListedName[],
  second: readonly ListedName[],
): ModelMatch {
  const lists = [first, second].map((names) =>
    names.map((listed, at) => ({ ...listed, at, parts: modelName(listed.name) })),
  );
  const [left, right] = lists;
  const partner = [new Map<number, number>(), new Map<number, number>()] as const;
  const several = [new Map<number, number[]>(), new Map<number, number[]>()] as const;
  const pairs: ModelPair[] = [];
  for (const by of ['name', 'form', 'date'] as const) {
    const isOpen = (side: 0 | 1, at: number) => !partner[side].has(at) && !several[side].has(at);
    const open = [left, right].map((list, side) =>
      list.filter(({ at }) => isOpen(side as 0 | 1, at)),
    );
    const edges = open[0].flatMap((x) =>
      open[1].filter((y) => isSame(x, y, by)).map((y) => [x.at, y.at] as const),
    );
    const of = [groups(edges, 0), groups(edges, 1)];
    for (const [i, j] of edges) {
      if (of[0].get(i)!.length > 1 || of[1].get(j)!.length > 1) {
        several[0].set(i, of[0].get(i)!);
        several[1].set(j, of[1].get(j)!);
        continue;
      }
      partner[0].set(i, j);
      partner[1].set(j, i);
      pairs.push({ first: i, second: j, by });
    }
  }
  const alone = lists.map((list, side) => list.filter(({ at }) => !partner[side].has(at)));
  const near = alone.map((list, side) => {
    const free = alone[1 - side].map(({ name }) => name);
    return new Map(list.map(({ name }) => [name, nearNames(name, free)]));
  });
  const unmatchedOf = (side: 0 | 1): UnmatchedModel[] =>
    alone[side].map(({ at, name }) => {
      const fitting = several[side].get(at);
      // A short name is near the long one that begins with it, but not the other way round.
      const back = alone[1 - side].flatMap((other) =>
        near[1 - side].get(other.name)!.includes(name) ? [other.name] : [],
      );
      return {
        at,
        name,
        isAmbiguous: fitting !== undefined,
        candidates: fitting?.map((k) => lists[1 - side][k].name) ?? [
          ...new Set([...near[side].get(name)!, ...back]),
        ],
      };
    });
  return {
    pairs: pairs.sort((p, q) => p.first - q.first),
    unmatched: [unmatchedOf(0), unmatchedOf(1)],
  };
}

interface Parsed extends ListedName {
  readonly parts: ModelName;
}

function isSame(x: Parsed, y: Parsed, by: MatchedBy): boolean {
  if (by === 'name') return x.name === y.name;
  if (x.isStated || y.isStated) return false;
  const agree = (p: string, q: string) => p === q || p === '' || q === '';
  if (x.parts.core !== y.parts.core || !agree(x.parts.prefix, y.parts.prefix)) return false;
  return by === 'form' ? x.parts.date === y.parts.date : agree(x.parts.date, y.parts.date);
}

function groups(edges: readonly (readonly [number, number])[], side: 0 | 1): Map<number, number[]> {
  const of = new Map<number, number[]>();
  for (const edge of edges) {
    const own = of.get(edge[side]);
    if (own === undefined) of.set(edge[side], [edge[1 - side]]);
    else own.push(edge[1 - side]);
  }
  return of;
}
