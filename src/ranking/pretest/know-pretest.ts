import type { ItemTag } from '../../../item-bank/bank.ts';
import type { ItemParameters } from '../../irt/parameters.ts';
import { median } from '../../statistics/median.ts';
import type { ScaleChange } from '../common-scale.ts';
import { AbilitySoFar } from './ability-so-far.ts';
import type { KnownAbility } from './choose-pretest.ts';
import { difficultyPosterior, type PretestAnswer } from './difficulty-posterior.ts';
import { type ItemFeature, predictDifficulty } from './predict-difficulty.ts';
import type { KnownPretest, PretestPlan } from './pretest-plan.ts';

/** A pretest item, and what its difficulty is predicted from. */
export interface PretestItem {
  readonly id: string;
  readonly type: string;
  readonly tags: Readonly<Record<string, string>>;
}

type ItemScore = readonly [item: string, score: number];

/** A test that asked pretest items, with its answers. */
export interface PretestTaker {
  /** To the items that count. */
  readonly counted: readonly ItemScore[];
  readonly pretest: readonly ItemScore[];
}

/** What difficulties are learned from. */
export interface PretestSource {
  readonly items: readonly PretestItem[];
  /** The types of the items that count. */
  readonly typeOf: ReadonlyMap<string, string>;
  readonly takers: readonly PretestTaker[];
}

/** A calibration of the items that count, and the change from its scale to the reported one. */
export interface PretestScale {
  readonly items: readonly string[];
  readonly tags: Readonly<Record<string, ItemTag>>;
  /** Null for tests without a calibration. */
  readonly parameters: ItemParameters | null;
  readonly scale: ScaleChange;
}

/** Assumed without a calibration. */
const USUAL_SLOPE = 1;

/**
 * What is known of each pretest item: its difficulty predicted by its type and tags, and then by the answers to it, given the abilities
 * of those who gave them. Only their answers to items that count say how able they are.
 */
export function knowPretest(
  { items, typeOf, takers }: PretestSource,
  scale: PretestScale,
): Omit<PretestPlan, 'count'> {
  const answers = new Map<string, PretestAnswer[]>(items.map(({ id }) => [id, []]));
  const abilityOf = abilitiesOn(scale);
  for (const { counted, pretest } of takers) {
    const { ability, se } = abilityOf(counted);
    for (const [item, score] of pretest) answers.get(item)?.push({ ability, se, score });
  }
  if (scale.parameters === null)
    return {
      slope: USUAL_SLOPE,
      guessing: 0,
      items: items.map(({ id }) => ({
        item: id,
        answers: answers.get(id)!.length,
        b: null,
        sd: null,
      })),
    };
  const { parameters } = scale;
  const { slope: unit, shift } = scale.scale;
  const forward = scale.items.flatMap((_, j) => (parameters.a[j] > 0 ? [j] : []));
  const slope =
    forward.length === 0 ? USUAL_SLOPE : median(forward.map((j) => parameters.a[j])) / unit;
  const guessing = forward.length === 0 ? 0 : median(forward.map((j) => parameters.c[j]));
  const { means, sd } = predictDifficulty(
    forward.map((j) => unit * parameters.b[j] + shift),
    featuresOf(items, typeOf, scale, forward),
    items.length,
  );
  const known = items.map(({ id }, k): KnownPretest => {
    const own = answers.get(id)!;
    const posterior = difficultyPosterior({ b: means[k], sd }, own, slope, guessing);
    return { item: id, answers: own.length, ...posterior };
  });
  return { slope, guessing, items: known };
}

/** Abilities of tests that ended, by the calibration: a service that begins a session estimates only those of tests that are new. */
const estimated = new WeakMap<
  ItemParameters,
  WeakMap<PretestTaker['counted'], KnownAbility & ScaleChange>
>();

/** The ability that answers to items that count show; without a calibration nothing is known. */
function abilitiesOn({
  items,
  parameters,
  scale,
}: PretestScale): (counted: PretestTaker['counted']) => KnownAbility {
  if (parameters === null) return () => ({ ability: 0, se: 1 });
  const known = estimated.get(parameters) ?? new WeakMap();
  estimated.set(parameters, known);
  const positionOf = new Map(items.map((id, j) => [id, j]));
  return (counted) => {
    const before = known.get(counted);
    if (before?.slope === scale.slope && before.shift === scale.shift) return before;
    const so = new AbilitySoFar(parameters, scale);
    for (const [item, score] of counted) {
      const j = positionOf.get(item);
      if (j !== undefined) so.add(j, score);
    }
    const estimate = so.estimate;
    known.set(counted, { ...estimate, ...scale });
    return estimate;
  };
}

/** Types and tags as features: the type first, then tags in the order of the bank. */
function featuresOf(
  items: readonly PretestItem[],
  typeOf: ReadonlyMap<string, string>,
  { items: counted, tags }: PretestScale,
  forward: readonly number[],
): ItemFeature[] {
  const types = [...new Set(typeOf.values())].sort();
  const code = (values: readonly string[], value: string | undefined) =>
    value === undefined ? -1 : values.indexOf(value);
  return [
    {
      values: types.length,
      codes: forward.map((j) => code(types, typeOf.get(counted[j]))),
      of: items.map(({ type }) => code(types, type)),
    },
    ...Object.entries(tags).map(([name, { values, codes }]) => ({
      values: values.length,
      codes: forward.map((j) => codes[j]),
      of: items.map((item) => code(values, item.tags[name])),
    })),
  ];
}
