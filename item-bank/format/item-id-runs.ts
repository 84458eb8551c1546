/**
 * Item ids in little room. A string is one id. `[prefix, digits, first, count]` is `count` ids that count up by
 * one from `prefix` + `first`, the number padded with zeros to `digits` places: `['ID1-', 5, 1, 2]` is `ID1-00001`, `ID1-00002`.
 */
export type ItemIdRun = string | [prefix: string, digits: number, first: number, count: number];

/** The most digits a counted number is read with: every such number is exact in a double. */
export const MOST_DIGITS = 15;

const COUNTED = new RegExp(`^(.*?)(\\d{1,${MOST_DIGITS}})$`, 's');

const idAt = (prefix: string, digits: number, number: number) =>
  prefix + String(number).padStart(digits, '0');

/** Writes `ids` as runs, in order and without loss. */
export function toItemIdRuns(ids: readonly string[]): ItemIdRun[] {
  const runs: ItemIdRun[] = [];
  for (let j = 0; j < ids.length; ) {
    const [, prefix, number] = COUNTED.exec(ids[j]) ?? [];
    let count = 1;
    if (number !== undefined)
      while (ids[j + count] === idAt(prefix, number.length, Number(number) + count)) count++;
    runs.push(count === 1 ? ids[j] : [prefix, number.length, Number(number), count]);
    j += count;
  }
  return runs;
}

/** How many ids the runs stand for, known before any of them is made. */
export function countItemIds(runs: readonly ItemIdRun[]): number {
  return runs.reduce((sum, run) => sum + (typeof run === 'string' ? 1 : run[3]), 0);
}

/** The ids of `toItemIdRuns`. */
export function fromItemIdRuns(runs: readonly ItemIdRun[]): string[] {
  const ids: string[] = [];
  for (const run of runs) {
    if (typeof run === 'string') {
      ids.push(run);
      continue;
    }
    const [prefix, digits, first, count] = run;
    for (let k = 0; k < count; k++) ids.push(idAt(prefix, digits, first + k));
  }
  return ids;
}
