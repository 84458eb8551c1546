import { type Block, cochranQ } from '../statistics/cochran-q.ts';
import { holm } from '../statistics/holm.ts';
import { mean } from '../statistics/mean.ts';
import { signFlipTest } from '../statistics/sign-flip-test.ts';
import { answersByCell } from './cells.ts';
import { ALL_FACETS } from './effects.ts';
import type { Observations } from './observations.ts';

/** A repeat, or several that follow each other, of one model. */
export interface ComparedRepeats {
  readonly first: string;
  readonly last: string;
  /** Answers to items that other repeats answered too. */
  readonly answers: number;
  /** Mean over these answers of their score minus the mean score of the item's answers. */
  readonly shift: number;
}

/** Whether the scores of a model differ between its repeats by more than chance. */
export interface RepeatDrift {
  readonly model: string;
  /** Probability of differences as large by chance, adjusted for the number of models (Holm). */
  readonly p: number;
  readonly isFound: boolean;
  /** In their order. */
  readonly repeats: readonly ComparedRepeats[];
}

/** A drift is reported up to this probability. */
const LEVEL = 0.01;
/** More repeats are compared in this number of groups, each of repeats that follow each other. */
const MOST_GROUPS = 20;

/**
 * Whether a model changed from repeat to repeat, for instance because another version answered. Independent draws of one model come in any
 * order, so scores change places within each item and condition: two repeats are compared by the signs of their differences, more by Cochran's Q.
 * @returns one entry per model with at least two repeats that are known apart
 */
export function repeatDrift(observations: Observations): RepeatDrift[] {
  const { repeats, models } = observations;
  if (repeats === undefined) return [];
  const compared = blocksByModel(observations, repeats.of).flatMap((blocks, m) =>
    blocks.length === 0 ? [] : [{ model: models[m], ...compare(blocks, repeats.names) }],
  );
  const ps = holm(Float64Array.from(compared, ({ p }) => p));
  return compared.map((one, k) => ({ ...one, p: ps[k], isFound: ps[k] <= LEVEL }));
}

/** By model: one block per item and condition with answers of at least two repeats. Treatments are numbers of repeats. */
function blocksByModel(observations: Observations, repeatOf: Int32Array): Block[][] {
  const { models, model, score } = observations;
  const { first, answersOf } = answersByCell(observations, ALL_FACETS);
  const blocks = models.map((): Block[] => []);
  for (const [cell, at] of first.entries()) {
    const known = answersOf(cell).filter((k) => repeatOf[k] >= 0);
    if (known.length < 2) continue;
    blocks[model[at]].push({
      treatments: known.map((k) => repeatOf[k]),
      values: Float64Array.from(known, (k) => score[k]),
    });
  }
  return blocks;
}

function compare(
  blocks: readonly Block[],
  names: readonly string[],
): Pick<RepeatDrift, 'p' | 'repeats'> {
  const { groups, groupOf } = groupsOf(blocks, names);
  const grouped = blocks.map(({ treatments, values }) => ({
    treatments: Int32Array.from(treatments, (repeat) => groupOf.get(repeat)!),
    values,
  }));
  const [answers, above] = [new Float64Array(groups.length), new Float64Array(groups.length)];
  for (const { treatments, values } of grouped) {
    const centre = mean(values);
    for (let k = 0; k < values.length; k++) {
      answers[treatments[k]]++;
      above[treatments[k]] += values[k] - centre;
    }
  }
  return {
    p: groups.length === 2 ? pOfTwo(grouped) : cochranQ(grouped, groups.length).p,
    repeats: groups.map((repeats, g) => ({
      first: names[repeats[0]],
      last: names[repeats.at(-1)!],
      answers: answers[g],
      shift: above[g] / answers[g],
    })),
  };
}

/** Two-sided, with the whole probability of what was found. @param blocks of two answers */
function pOfTwo(blocks: readonly Block[]): number {
  const differences = blocks.map(
    ({ treatments, values }) => (values[0] - values[1]) * (treatments[0] === 0 ? 1 : -1),
  );
  const { p, point } = signFlipTest(Float64Array.from(differences));
  return Math.min(1, 2 * Math.min(p, 1 - p) + point);
}

/** Repeats by number if all have one, else as they come in the data; in groups of about the same number of repeats. */
function groupsOf(
  blocks: readonly Block[],
  names: readonly string[],
): {
  readonly groups: readonly (readonly number[])[];
  readonly groupOf: ReadonlyMap<number, number>;
} {
  const known = [...new Set(blocks.flatMap(({ treatments }) => Array.from(treatments)))];
  const isNumbered = known.every((repeat) => Number.isFinite(Number(names[repeat])));
  known.sort((r, s) => (isNumbered ? Number(names[r]) - Number(names[s]) : r - s));
  const count = Math.min(MOST_GROUPS, known.length);
  const groupOf = new Map(
    known.map((repeat, k) => [repeat, Math.floor((k * count) / known.length)]),
  );
  const groups = Array.from({ length: count }, (_, g) =>
    known.filter((repeat) => groupOf.get(repeat) === g),
  );
  return { groups, groupOf };
}
