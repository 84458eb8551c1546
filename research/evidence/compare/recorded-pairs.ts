import {
  type BuiltinBank,
  familiesOf,
  type ItemParameters,
  type RandomStream,
  type RecordedBank,
} from 'thetarank';
import { cacheFolder, calibrationWithout } from 'thetarank/study';
import { builtinBank } from '../recorded-data.ts';

/** A bank whose recorded models are compared. */
export interface StudiedBank {
  readonly name: string;
  readonly bank: RecordedBank;
  readonly familyOf: readonly string[];
  /** Rows of models that answered every item. */
  readonly full: readonly number[];
  readonly items: number;
  answersOf(model: number): Float64Array;
  /** Parameters of a calibration without the families of these models. */
  without(...models: readonly number[]): ItemParameters;
}

export function studiedBank(name: BuiltinBank, data: string): StudiedBank {
  const bank = builtinBank(name, data);
  const { examinees, items, scores } = bank.responses;
  const familyOf = familiesOf(examinees, bank.families ?? null, 2).of;
  const answersOf = (i: number) =>
    Float64Array.from(scores.subarray(i * items.length, (i + 1) * items.length));
  const known = new Map<string, ItemParameters>();
  return {
    name,
    bank,
    familyOf,
    items: items.length,
    full: [...examinees.keys()].filter((i) => !answersOf(i).some(Number.isNaN)),
    answersOf,
    without(...models) {
      const families = new Set(models.map((i) => familyOf[i]));
      const key = [...families].sort().join('\n');
      const found =
        known.get(key) ??
        calibrationWithout(bank.responses, familyOf, families, cacheFolder(process.env))!
          .parameters;
      known.set(key, found);
      return found;
    },
  };
}

export type Pair = readonly [number, number];

const scoreOf = (answers: Float64Array) => answers.reduce((sum, x) => sum + x, 0) / answers.length;

/** Families with several models that answered everything, by number of these, and their models by score. */
function largeFamilies(bank: StudiedBank): number[][] {
  const members = new Map<string, number[]>();
  for (const i of bank.full)
    members.set(bank.familyOf[i], [...(members.get(bank.familyOf[i]) ?? []), i]);
  return [...members.values()]
    .filter((own) => own.length >= 2)
    .sort((x, y) => y.length - x.length || x[0] - y[0])
    .map((own) => own.sort((i, k) => scoreOf(bank.answersOf(i)) - scoreOf(bank.answersOf(k))));
}

/** Relatives with the most similar scores: at most two pairs per family, of the largest families. */
export function closePairs(bank: StudiedBank, most: number): Pair[] {
  const scores = new Map(bank.full.map((i) => [i, scoreOf(bank.answersOf(i))]));
  const byFamily = largeFamilies(bank).map((own) => {
    const pairs = own.slice(1).map((i, k): Pair => [own[k], i]);
    const gap = ([i, k]: Pair) => Math.abs(scores.get(i)! - scores.get(k)!);
    return pairs.sort((x, y) => gap(x) - gap(y)).slice(0, 2);
  });
  return [0, 1]
    .flatMap((turn) => byFamily.flatMap((own) => (own[turn] === undefined ? [] : [own[turn]])))
    .slice(0, most);
}

export const PAIR_KINDS = ['relatives', 'strangers', 'strong and weak'] as const;
export type PairKind = (typeof PAIR_KINDS)[number];

/** Random pairs of a kind: of one family; of two families, with scores within 10 points; of two families, further apart than 20. */
export function randomPairs(
  bank: StudiedBank,
  kind: PairKind,
  count: number,
  random: RandomStream,
): Pair[] {
  const large = new Set(largeFamilies(bank).slice(0, 4).flat());
  // Few families, so that the calibrations without two of them are few.
  const from = bank.full.filter((i) => large.has(i));
  const fits = (i: number, k: number) => {
    const gap = Math.abs(scoreOf(bank.answersOf(i)) - scoreOf(bank.answersOf(k)));
    if (bank.familyOf[i] === bank.familyOf[k]) return kind === 'relatives';
    return kind === 'strangers' ? gap < 0.1 : kind === 'strong and weak' && gap > 0.2;
  };
  const all = from.flatMap((i) =>
    from.flatMap((k): Pair[] => (i !== k && fits(i, k) ? [[i, k]] : [])),
  );
  return Array.from(
    { length: all.length === 0 ? 0 : count },
    () => all[Math.floor(random() * all.length)],
  );
}
