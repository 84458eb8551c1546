import { fail } from '../../errors.ts';
import { nearestNames } from '../../nearest.ts';
import type { CatBank } from '../bank.ts';

/** Bounds on the share of the test that one value of a tag takes. */
export interface Quota {
  readonly tag: string;
  readonly value: string;
  /** At least this share of the items, in [0, 1]; default 0. */
  readonly least?: number | undefined;
  /** At most this share of the items, in [0, 1]; default 1. */
  readonly most?: number | undefined;
}

/** Keeps a test within its quotas while it grows. */
export interface QuotaKeeper {
  /** True where asking item j still lets every quota be met by the end of the test. */
  allows(j: number): boolean;
  /** Counts item j as asked. */
  add(j: number): void;
}

/** Shares are turned into whole numbers of items; this absorbs the rounding of share × length. */
const ROUNDING = 1e-9;

/** The least and greatest number of items that a quota allows in a test of `length`. */
export function itemsOfQuota(
  { least = 0, most = 1 }: Quota,
  length: number,
): { readonly least: number; readonly most: number } {
  return {
    least: Math.ceil(least * length - ROUNDING),
    most: Math.floor(most * length + ROUNDING),
  };
}

/**
 * Makes a keeper for a test of exactly `length` items. An item is allowed while its value is below `most` and the remaining
 * items suffice for every value below `least`. For one tag this is exact: the quotas are met at the end, and no item is refused
 * without need. With several tags whose quotas conflict, no allowed item may be left; the session then ends and says so.
 *
 * @throws QUOTAS_IMPOSSIBLE, NAME_UNKNOWN before the first item, if the bank cannot meet a quota
 */
export function quotaKeeper(
  bank: Pick<CatBank, 'items' | 'tags'>,
  quotas: readonly Quota[],
  length: number,
  eligible: (j: number) => boolean,
): QuotaKeeper {
  if (quotas.length > 0 && !Number.isFinite(length))
    fail('QUOTAS_IMPOSSIBLE', {
      reason: 'shares of a test need its greatest length; add a length rule to the stopping rules',
    });
  const tags = [...new Set(quotas.map((quota) => quota.tag))];
  const parts = tags.map((tag) => {
    if (!Object.hasOwn(bank.tags, tag)) {
      const nearest = nearestNames(tag, Object.keys(bank.tags));
      fail('NAME_UNKNOWN', { kind: 'tag', name: tag, nearest });
    }
    const codes = bank.tags[tag];
    const own = quotas.filter((quota) => quota.tag === tag);
    return tagKeeper(tag, codes.values, codes.codes, own, length, bank.items.count, eligible);
  });
  let asked = 0;
  return {
    allows: (j) => parts.every((part) => part.allows(j, length - asked)),
    add(j) {
      asked++;
      for (const part of parts) part.add(j);
    },
  };
}

function tagKeeper(
  tag: string,
  values: readonly string[],
  codes: ArrayLike<number>,
  quotas: readonly Quota[],
  length: number,
  count: number,
  eligible: (j: number) => boolean,
) {
  const available = new Float64Array(values.length);
  for (let j = 0; j < count; j++) if (eligible(j)) available[codes[j]]++;
  const least = new Float64Array(values.length);
  const room = available.slice();
  const seen = new Set<string>();
  for (const quota of quotas) {
    const { value, least: low = 0, most: high = 1 } = quota;
    const v = values.indexOf(value);
    if (v < 0) {
      const nearest = nearestNames(value, values);
      fail('NAME_UNKNOWN', { kind: `value of ${tag}`, name: value, nearest });
    }
    if (seen.has(value))
      fail('QUOTAS_IMPOSSIBLE', { reason: `${tag} = ${value} has two quotas; keep one` });
    seen.add(value);
    if (!(low >= 0 && low <= high && high <= 1))
      fail('QUOTAS_IMPOSSIBLE', {
        reason: `${tag} = ${value}: found shares ${low} to ${high}; accepted: 0 ≤ least ≤ most ≤ 1`,
      });
    const asked = itemsOfQuota(quota, length);
    least[v] = asked.least;
    room[v] = Math.min(available[v], asked.most);
    if (least[v] > room[v])
      fail('QUOTAS_IMPOSSIBLE', {
        reason: `${tag} = ${value} needs ${least[v]} of ${length} items; ${room[v]} are available`,
      });
  }
  const needed = least.reduce((sum, n) => sum + n, 0);
  if (needed > length)
    fail('QUOTAS_IMPOSSIBLE', {
      reason: `the least shares of ${tag} add up to ${needed} of ${length} items`,
    });
  const had = room.reduce((sum, n) => sum + n, 0);
  if (had < length)
    fail('QUOTAS_IMPOSSIBLE', {
      reason: `the greatest shares of ${tag} allow only ${had} items; the test has ${length}`,
    });
  let owed = needed;
  return {
    allows(j: number, left: number): boolean {
      const v = codes[j];
      return room[v] > 0 && (least[v] > 0 || owed < left);
    },
    add(j: number): void {
      const v = codes[j];
      room[v]--;
      if (least[v] > 0) {
        least[v]--;
        owed--;
      }
    },
  };
}
