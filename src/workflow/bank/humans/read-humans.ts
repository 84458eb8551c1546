import { loadBuiltinBank } from '../../../../item-bank/builtin/load.ts';
import { isBuiltinBank } from '../../../../item-bank/builtin/names.ts';
import type { HumanFigures } from '../../../../item-bank/humans/human-baseline.ts';
import type { HumanItem } from '../../../../item-bank/humans/human-item.ts';
import { type ClusterFacts, knownClusters } from '../../../../item-bank/humans/known-clusters.ts';
import type { ResponseMatrix } from '../../../irt/responses.ts';
import { calibrationInForce } from '../../../store/calibrations/calibration-in-force.ts';
import type { Store } from '../../../store/store.ts';

/** What is known of people on the items of a bank that count, and of models on the same items. */
export interface BankHumans {
  readonly figures: HumanFigures;
  readonly models: readonly string[];
  /** Scores of recorded models on the items of `figures`, row by row; NaN without an answer. */
  readonly scores: Float32Array;
  /** By item: share of the recorded models that were right; NaN without an answer. */
  readonly sharesRight: Float64Array;
  /** By item: difficulty in the calibration in force; NaN without one. Null if no calibration is in force. */
  readonly difficulties: Float64Array | null;
}

type Source = Pick<Store, 'items' | 'responses' | 'taxonomy' | 'calibrationLog' | 'calibration'>;

/** Reads the human figures of a bank; null if no item that counts has one. Reads every item. */
export async function readHumans(store: Source, bank: string): Promise<BankHumans | null> {
  const alone: HumanItem[] = [];
  const facts: ClusterFacts[] = [];
  let of = 0;
  const all: { counts: boolean; active: boolean; own: HumanItem | null; facts: ClusterFacts }[] =
    [];
  for await (const { id, status, human, tags, context } of store.items(bank))
    all.push({
      counts: status !== 'retired',
      active: status === 'active',
      own: human === undefined ? null : { item: id, ...human, tags },
      facts: { id, context: human === undefined ? undefined : context, tags },
    });
  // Without an active item, pretest items are what the bank measures with, as in scores.
  const hasActive = all.some(({ active }) => active);
  for (const { counts, active, own, facts: known } of all) {
    if (!(hasActive ? active : counts)) continue;
    of++;
    if (own === null) continue;
    alone.push(own);
    facts.push(known);
  }
  if (alone.length === 0) return null;
  const clusters = knownClusters(facts);
  const items = alone.map((item, j) => ({ ...item, cluster: clusters[j] }));
  const matrix = isBuiltinBank(bank)
    ? loadBuiltinBank(bank).responses
    : ((await store.responses(bank))?.matrix ?? null);
  const { models, scores } = scoresOf(items, matrix);
  return {
    figures: { items, of, taxonomy: await store.taxonomy(bank) },
    models,
    scores,
    sharesRight: sharesOf(scores, items.length),
    difficulties: await difficultiesOf(store, bank, items),
  };
}

/** The scores of one recorded model on the items; null if it has none. */
export function scoresOfModel(
  { figures, models, scores }: BankHumans,
  model: string,
): Float32Array | null {
  const row = models.indexOf(model);
  const width = figures.items.length;
  return row < 0 ? null : scores.subarray(row * width, (row + 1) * width);
}

function scoresOf(items: readonly HumanItem[], matrix: ResponseMatrix | null) {
  if (matrix === null) return { models: [], scores: new Float32Array(0) };
  const position = new Map(matrix.items.map((item, j) => [item, j]));
  const places = items.map(({ item }) => position.get(item));
  const width = matrix.items.length;
  const scores = new Float32Array(matrix.examinees.length * items.length).fill(Number.NaN);
  for (let i = 0; i < matrix.examinees.length; i++)
    for (const [j, place] of places.entries())
      if (place !== undefined) scores[i * items.length + j] = matrix.scores[i * width + place];
  return { models: matrix.examinees, scores };
}

function sharesOf(scores: Float32Array, width: number): Float64Array {
  const [sum, answered] = [new Float64Array(width), new Float64Array(width)];
  for (let k = 0; k < scores.length; k++)
    if (!Number.isNaN(scores[k])) {
      sum[k % width] += scores[k];
      answered[k % width]++;
    }
  // 0/0 is NaN: nobody answered.
  return sum.map((right, j) => right / answered[j]);
}

async function difficultiesOf(
  store: Source,
  bank: string,
  items: readonly HumanItem[],
): Promise<Float64Array | null> {
  const number = calibrationInForce(await store.calibrationLog(bank));
  const kept = number === null ? undefined : await store.calibration(number);
  if (kept === undefined) return null;
  const of = new Map(kept.items.map((item, j) => [item, kept.parameters.b[j]]));
  return Float64Array.from(items, ({ item }) => of.get(item) ?? Number.NaN);
}
