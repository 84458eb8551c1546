import type { ItemFate } from '../../../../calibration/refresh/refresh-types.ts';
import type { ResponseMatrix } from '../../../irt/responses.ts';
import type { Store, StoredCalibration } from '../../../store/store.ts';
import { calibrationOf } from '../../../tested-bank/calibration-of.ts';
import { knownBy } from './known-examinees.ts';
import { REFRESH } from './refresh-report.ts';

/** What a refresh estimated anew after drift: its items, and whose answers to them are from before the drift. */
export interface Redone {
  readonly items: ReadonlySet<string>;
  readonly isBefore: (name: string) => boolean;
}

/** What the refreshes that led to a calibration estimated anew, the last one first. */
export async function redoneBefore(
  store: Store,
  calibration: StoredCalibration,
): Promise<Redone[]> {
  const all: Redone[] = [];
  for (let at = calibration; at.method === REFRESH && at.parent !== null; ) {
    const report = (await store.calibrationReport(at.id)) as {
      readonly changes: readonly { readonly item: string; readonly fate: ItemFate }[];
    };
    const parent = await calibrationOf(store, at.parent);
    const isKnown = knownBy(parent);
    const redone = report.changes.flatMap(({ item, fate }) => (fate === 'redone' ? [item] : []));
    all.push({ items: new Set(redone), isBefore: (name) => isKnown([name]) });
    at = parent;
  }
  return all;
}

/**
 * Answers without those from before the drift of their item, which an earlier refresh has found: they are of a curve that no longer holds, so
 * that the item would seem to drift again, or be drawn back to it. Examinees keep their answers to all other items.
 */
export function withoutSuperseded(
  matrix: ResponseMatrix,
  redone: readonly Redone[],
): ResponseMatrix {
  if (redone.every(({ items }) => items.size === 0)) return matrix;
  const scores = matrix.scores.slice();
  const width = matrix.items.length;
  for (const { items, isBefore } of redone) {
    const columns = matrix.items.flatMap((item, j) => (items.has(item) ? [j] : []));
    matrix.examinees.forEach((name, i) => {
      if (isBefore(name)) for (const j of columns) scores[i * width + j] = Number.NaN;
    });
  }
  return { ...matrix, scores };
}
