import { cacheKey } from '../../cache/cache-key.ts';
import { keptResult, keptResultLater } from '../../cache/result-cache.ts';
import type { ItemCosts } from '../../cat/robust/item-costs.ts';
import { pickExaminees } from '../../irt/responses.ts';
import { type RecordedBank, scoreTag } from '../recorded-bank.ts';
import {
  prepareRobust,
  prepareRobustBy,
  type RobustBank,
  type RobustRequest,
  type RobustSteps,
} from './prepare-robust.ts';
import { robustRequest } from './robust-fold.ts';
import { shippedTrials } from './shipped-trials.ts';

/** What a robust preparation is made from: data alone. */
export interface RobustSource {
  readonly own: RecordedBank;
  /** The rows of a calibration's examinees, and its flagged items. */
  readonly part: {
    readonly seen: readonly number[];
    readonly flagged: Uint8Array | null;
  };
  /** One per examinee of the bank. */
  readonly families: readonly string[];
  readonly lengths: readonly number[];
  readonly seed: string;
  /** What items cost, where the tests choose or end by it. */
  readonly costs?: ItemCosts | undefined;
}

/** Prepares robust tests as `robustFold` does. @param cacheFolder where that is kept between commands; nowhere by default */
export function keptRobustFold(
  source: RobustSource,
  cacheFolder: string | null = null,
): RobustBank {
  return keptResult(
    cacheFolder,
    () => robustKey(source),
    () => prepareRobust(requestOf(source)),
  );
}

/** The same, with what takes long done by others. */
export function keptRobustFoldBy(
  source: RobustSource,
  steps: RobustSteps,
  cacheFolder: string | null = null,
): Promise<RobustBank> {
  return keptResultLater(
    cacheFolder,
    () => robustKey(source),
    () => prepareRobustBy(requestOf(source), steps),
  );
}

/** What robust tests are prepared from. */
export function requestOf({
  own,
  part,
  families,
  lengths,
  seed,
  costs,
}: RobustSource): RobustRequest {
  const { seen, flagged } = part;
  const fold = { seen, bank: { flagged } };
  const request = robustRequest(own, fold, families, lengths, seed);
  return {
    ...request,
    costs,
    trials: costs === undefined ? shippedTrials(own.name, request) : null,
  };
}

/** What a preparation is kept by. */
export function robustKey({ own, part, families, lengths, seed, costs }: RobustSource): string {
  const { examinees, items, scores } = pickExaminees(own.responses, part.seen);
  const name = scoreTag(own);
  const tag = name === undefined ? undefined : own.tags[name];
  return cacheKey('robust', [
    items.length,
    examinees,
    scores,
    part.seen.map((i) => families[i]),
    own.fullScore,
    own.optionCounts,
    tag?.values,
    tag && Int32Array.from(tag.codes),
    part.flagged,
    lengths,
    seed,
    ...(costs === undefined ? [] : [costs.dollars, costs.most, costs.perDollar]),
  ]);
}
