import { probability } from '../../src/irt/probability.ts';
import { randomNormal, randomStream } from '../../src/random.ts';
import { prepare, testOf } from '../../src/ranking/live/preparation.ts';
import { AbilitySoFar } from '../../src/ranking/pretest/ability-so-far.ts';
import {
  difficultyPosterior,
  type PretestAnswer,
} from '../../src/ranking/pretest/difficulty-posterior.ts';
import { knowPretest } from '../../src/ranking/pretest/know-pretest.ts';
import type { KnownPretest } from '../../src/ranking/pretest/pretest-plan.ts';

/** How the pretest item of a place is chosen: near its likely difficulty, or at random among those with the fewest answers. */
export const PRETEST_CHOICES = ['near', 'random'] as const;
export type PretestChoice = (typeof PRETEST_CHOICES)[number];

/** A simulated bank with new items, and the tests that ask them. */
export interface PretestDesign {
  readonly items: number;
  readonly fresh: number;
  /** Values of the one tag, whose effects on difficulty have this standard deviation. */
  readonly areas: number;
  readonly areaEffect: number;
  /** Items per test that count, and pretest items. */
  readonly length: number;
  readonly pretest: number;
  /** Look at the difficulties after these numbers of examinees, ascending. */
  readonly looks: readonly number[];
}

/** After a number of examinees. */
export interface PretestLook {
  readonly examinees: number;
  /** Root mean square error of the difficulties of the new items. */
  readonly error: number;
  /** Root mean square of their stated standard deviations. */
  readonly stated: number;
  /** Fewest answers of any of them. */
  readonly fewest: number;
}

/**
 * New items with known difficulties, asked within adaptive tests of simulated examinees one after another. Each test knows the answers
 * of the tests before it. Slopes are lognormal(0, 0.3), difficulties and abilities N(0, 1). The first look is before any answer: at what
 * the tag says.
 */
export function pretestStudy(
  seed: string,
  choice: PretestChoice,
  design: PretestDesign,
): PretestLook[] {
  const { items, fresh, areas, areaEffect, length, pretest, looks } = design;
  const random = randomStream(seed, 'bank');
  const effects = Array.from({ length: areas }, () => areaEffect * randomNormal(random));
  const rest = Math.sqrt(Math.max(0, 1 - areaEffect ** 2));
  const count = items + fresh;
  const area = Uint16Array.from({ length: count }, (_, j) => j % areas);
  const a = Float64Array.from({ length: count }, () => Math.exp(0.3 * randomNormal(random)));
  const b = Float64Array.from(area, (value) => effects[value] + rest * randomNormal(random));
  const ids = Array.from({ length: count }, (_, j) => `q${j}`);
  const values = effects.map((_, v) => `area ${v}`);
  const parameters = {
    ...{ count: items, a: a.slice(0, items), b: b.slice(0, items) },
    ...{ c: new Float64Array(items), d: new Float64Array(items).fill(1) },
  };
  const counted = ids.slice(0, items);
  const tags = { area: { values, codes: area.slice(0, items) } };
  const preparation = prepare({
    recorded: {
      ...{ name: 'simulated', simulated: true, tags, fullScore: 'items' as const },
      responses: { examinees: [], items: counted, scores: new Float32Array(0) },
    },
    askable: null,
    calibration: {
      kept: { number: 1, parameters, range: { lowest: 0, highest: 1 }, pool: [], others: [] },
    },
  });
  const scale = { slope: 1, shift: 0 };
  const before = knowPretest(
    {
      items: ids.slice(items).map((id, k) => ({
        ...{ id, type: 'single', tags: { area: values[area[items + k]] } },
      })),
      typeOf: new Map(),
      takers: [],
    },
    { items: counted, tags, parameters, scale },
  );
  const answers: PretestAnswer[][] = before.items.map(() => []);
  const known: KnownPretest[] = [...before.items];
  const found: PretestLook[] = [lookAt(known, b.subarray(items), 0)];
  const most = looks[looks.length - 1];
  for (let i = 0; i < most; i++) {
    const ability = randomNormal(randomStream(seed, 'examinee', i));
    // One number per examinee and item, so that both choices get the same answers.
    const right = (j: number) =>
      Number(randomStream(seed, 'answer', i, j)() < probability(ability, a[j], b[j], 0, 1));
    const plan = choice === 'near' ? known : known.map((item) => ({ ...item, b: null, sd: null }));
    const test = testOf(preparation, {
      ...{ strategy: 'adaptive', examinee: `${i}`, length, lag: 1, seed: `${seed}/${i}` },
      rules: { estimator: 'eap' },
      pretest: { ...before, count: pretest, items: plan },
    });
    const so = new AbilitySoFar(parameters, scale);
    const given: (readonly [number, number])[] = [];
    for (let next = test.next(1); next.length > 0; next = test.next(1)) {
      const [j] = next;
      const score = right(j);
      test.record(j, score);
      if (j < items) so.add(j, score);
      else given.push([j - items, score]);
    }
    for (const [k, score] of given) {
      answers[k].push({ ...so.estimate, score });
      const prior = { b: before.items[k].b!, sd: before.items[k].sd! };
      const posterior = difficultyPosterior(prior, answers[k], before.slope, before.guessing);
      known[k] = { item: known[k].item, answers: answers[k].length, ...posterior };
    }
    if (looks.includes(i + 1)) found.push(lookAt(known, b.subarray(items), i + 1));
  }
  return found;
}

function lookAt(
  known: readonly KnownPretest[],
  truth: Float64Array,
  examinees: number,
): PretestLook {
  const rootMean = (of: (item: KnownPretest, k: number) => number) =>
    Math.sqrt(known.reduce((sum, item, k) => sum + of(item, k) ** 2, 0) / known.length);
  return {
    examinees,
    error: rootMean(({ b }, k) => b! - truth[k]),
    stated: rootMean(({ sd }) => sd!),
    fewest: Math.min(...known.map(({ answers }) => answers)),
  };
}
