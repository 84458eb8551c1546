import { fullScoreWeights } from '../../../item-bank/full-score.ts';
import { fail } from '../../errors.ts';
import { nearestNames } from '../../nearest.ts';
import { randomStream } from '../../random.ts';
import { familiesOf } from '../families.ts';
import type { RecordedBank } from '../recorded-bank.ts';
import { keptRobustFoldBy, requestOf } from '../robust/kept-robust-fold.ts';
import { fitWhole, heldOutTests } from '../robust/prepare-robust.ts';
import { stratifiedOrder } from '../robust/stratified-order.ts';
import type { SeriesBank } from './analyse-series.ts';
import type { SeriesDesign } from './series-items.ts';

/** What a series is prepared from. */
export interface SeriesRequest {
  readonly bank: RecordedBank;
  /** One per recorded examinee; null to read them off the names. */
  readonly families: readonly string[] | null;
  /** Recorded models that nothing is learned from: the checkpoints among them, which take their families with them, */
  readonly checkpoints: readonly string[];
  /** and others, such as relatives. */
  readonly leaveOut: readonly string[];
  /** Answers of a checkpoint, as far as is known. */
  readonly items: number;
  readonly seed: number;
  readonly cacheFolder: string | null;
}

/** The fewest recorded models to learn from. */
const FEWEST = 3;
/** Lengths at which widths of intervals are learned, in tests of one checkpoint. */
const TIMES = [1, 2, 4];
/** Of the bank at most, since a test of everything shows nothing. */
const MOST_SHARE = 0.8;

/**
 * Learns from the recorded models what the analysis of a series needs. This takes as long as the preparation of a robust test.
 * @param onStep called after each of five steps at most
 * @throws NAME_UNKNOWN, TOO_FEW_EXAMINEES
 */
export async function prepareSeries(
  { bank, families: given, checkpoints, leaveOut, items, seed, cacheFolder }: SeriesRequest,
  onStep: (doing: string) => void = () => {},
): Promise<SeriesBank> {
  const { examinees, items: ids } = bank.responses;
  for (const name of leaveOut)
    if (!examinees.includes(name))
      fail('NAME_UNKNOWN', { kind: 'model', name, nearest: nearestNames(name, examinees) });
  const { of } = familiesOf(examinees, given, 2);
  const out = new Set([...checkpoints, ...leaveOut]);
  const related = new Set(of.filter((_, i) => checkpoints.includes(examinees[i])));
  const seen = [...of.keys()].filter((i) => !out.has(examinees[i]) && !related.has(of[i]));
  if (seen.length < FEWEST)
    fail('TOO_FEW_EXAMINEES', {
      found: seen.length,
      needed: FEWEST,
      purpose: `a calibration of ${bank.name} without the checkpoints and their family (--families says which models belong together)`,
    });
  const most = Math.floor(MOST_SHARE * ids.length);
  const lengths = [...new Set(TIMES.map((times) => Math.max(1, Math.min(times * items, most))))];
  const source = {
    own: bank,
    part: { seen, flagged: null },
    families: of,
    lengths,
    seed: `${seed}/series`,
  };
  const request = requestOf(source);
  const tests = heldOutTests(request);
  const robust = await keptRobustFoldBy(
    source,
    {
      async fitWhole() {
        const model = fitWhole(request);
        onStep('calibrating on the recorded models');
        return model;
      },
      async testFold(k) {
        const errors = tests!.test(k);
        onStep(`testing left-out families, fold ${k + 1} of ${tests!.folds}`);
        return errors;
      },
    },
    cacheFolder,
  );
  const weights = fullScoreWeights(bank.fullScore, bank.tags, () => true, ids.length);
  return { robust, lengths, weights };
}

/** How often `prepareSeries` calls its `onStep` at most. */
export const PREPARE_STEPS = 5;

/** The items of a series in their order. @param isAskable whether an item can be asked of every checkpoint */
export function designSeries(
  { robust, weights }: SeriesBank,
  isAskable: (item: number) => boolean,
  { items, anchors, seed }: Omit<SeriesDesign, 'order'> & { readonly seed: number },
): SeriesDesign {
  const order = stratifiedOrder(
    (j) => weights[j] > 0 && isAskable(j),
    robust.stratum,
    randomStream(seed, 'series'),
  );
  return { order, items, anchors };
}
