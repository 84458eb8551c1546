import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PUBLISHED } from '../../src/cat/configuration.ts';
import { AdaptiveSession } from '../../src/cat/session.ts';
import type { Answers } from '../../src/irt/answers.ts';
import { isMixed } from '../../src/irt/answers.ts';
import { estimateMl } from '../../src/irt/estimate/mode.ts';
import { gridOf } from '../../src/irt/likelihood-grid.ts';
import { logLikelihood } from '../../src/irt/log-likelihood.ts';
import { itemParameters } from '../../src/irt/parameters.ts';
import { bankOf, informationOf } from './simulated.ts';

interface CatrTest {
  readonly items: readonly number[];
  readonly answers: string;
  readonly theta: number;
  readonly se: number;
}
interface Golden {
  readonly bank: Record<'a' | 'b' | 'c', number[]>;
  readonly ml: readonly (CatrTest & { readonly path: readonly number[] })[];
  readonly eap: readonly CatrTest[];
  /** What each examinee answers to every item: see test/golden/cat/make.ts. */
  readonly answers: readonly string[];
}

const file = new URL('../golden/cat/catr-tests.json', import.meta.url);
const golden: Golden = JSON.parse(readFileSync(file, 'utf8'));
const items = itemParameters(golden.bank);
const bank = bankOf(items, {}, [-4, 4]);
const LENGTH = 40;

/** catR's root finder stops within 1.2e-4 of the root; its estimates are within 3e-5 of it here. */
const CATR_ROOT = 1e-4;

/** The first `count` answers of a recorded test. */
function answersAfter(recorded: CatrTest, count: number): Answers {
  const index = Int32Array.from(recorded.items);
  const scores = Float64Array.from(recorded.answers, Number);
  return { items, index, scores, count };
}

const maximumLikelihood = (answers: Answers) => estimateMl(answers, gridOf(answers, -4, 4, 0.05));

describe('EAP and maximum information', () => {
  test('asks the items that catR asks, all 40 of all 100 examinees, and ends at its estimate', () => {
    expect(golden.eap).toHaveLength(100);
    for (const recorded of golden.eap) {
      const session = new AdaptiveSession(bank, {
        ...PUBLISHED,
        estimator: 'eap',
        stop: { rule: 'length', items: LENGTH },
      });
      for (let k = 0; k < LENGTH; k++) {
        const [{ index }] = session.next();
        expect(index).toBe(recorded.items[k]);
        session.recordAt(index, Number(recorded.answers[k]));
      }
      expect(session.stopped).toBe('40 items');
      // Its 33 nodes are 0.25 apart, as wide as the posterior: the sums are exact to 4e-5 only.
      expect(Math.abs(session.estimate.ability - recorded.theta)).toBeLessThan(1e-4);
      expect(Math.abs(session.estimate.se - recorded.se)).toBeLessThan(1e-4);
    }
  });
});

describe('ML and maximum information, step by step along catR’s tests', () => {
  test('the final estimates agree, all 100', () => {
    expect(golden.ml).toHaveLength(100);
    for (const recorded of golden.ml) {
      const { ability, se } = maximumLikelihood(answersAfter(recorded, LENGTH));
      expect(Math.abs(ability - recorded.theta)).toBeLessThan(CATR_ROOT);
      expect(Math.abs(se - recorded.se)).toBeLessThan(CATR_ROOT);
    }
  });

  test('the intermediate estimates agree, except if catR stops at a lower maximum', () => {
    const lower: string[] = [];
    let compared = 0;
    golden.ml.forEach((recorded, examinee) => {
      for (let count = 1; count <= LENGTH; count++) {
        const answers = answersAfter(recorded, count);
        if (!isMixed(answers)) continue;
        compared++;
        const { ability } = maximumLikelihood(answers);
        const theirs = recorded.path[count - 1];
        if (Math.abs(ability - theirs) < CATR_ROOT) continue;
        lower.push(`${examinee + 1}: ${count}`);
        expect(logLikelihood(ability, answers)).toBeGreaterThan(logLikelihood(theirs, answers));
      }
    });
    expect(compared).toBeGreaterThan(3700);
    // Examinee: number of answers. Early in the test the likelihood of 3PL items has two maxima.
    expect(lower).toEqual(['1: 4', '24: 4', '24: 7', '62: 4', '78: 4', '78: 6', '83: 4', '91: 7']);
  });

  test('the item catR asks next is the one the index finds at catR’s estimate, all 3,900', () => {
    for (const recorded of golden.ml)
      for (let count = 0; count < LENGTH; count++) {
        const theta = count === 0 ? 0 : recorded.path[count - 1];
        const used = new Set(recorded.items.slice(0, count));
        const best = new Int32Array(1);
        bank.index.find(theta, (j) => !used.has(j), best);
        const difference =
          informationOf(bank, best[0], theta) - informationOf(bank, recorded.items[count], theta);
        // Equal information, so that a tie broken otherwise does not count.
        expect(Math.abs(difference)).toBeLessThan(1e-6);
      }
  });
});

describe('ML and maximum information, from the first item to the last', () => {
  /** Where another item than catR's is asked for the first time. */
  interface Parting {
    readonly examinee: number;
    readonly place: number;
  }

  test('at the bounds until the answers are mixed: the items of catR, except if it stops at a lower maximum', () => {
    const partings: Parting[] = [];
    golden.ml.forEach((recorded, examinee) => {
      const answers = golden.answers[examinee];
      const answer = (j: number) => (Number.parseInt(answers[j >> 2], 16) >> (3 - (j & 3))) & 1;
      const session = new AdaptiveSession(bank, {
        ...PUBLISHED,
        unmixed: 'bound',
        stop: { rule: 'length', items: LENGTH },
      });
      for (let k = 0; k < LENGTH; k++) {
        const { ability } = session.estimate;
        const [{ index }] = session.next();
        if (index !== recorded.items[k]) {
          partings.push({ examinee: examinee + 1, place: k + 1 });
          // The tests were the same up to here, so that both look at the same likelihood.
          const before = answersAfter(recorded, k);
          const theirs = recorded.path[k - 1];
          expect(logLikelihood(ability, before)).toBeGreaterThan(logLikelihood(theirs, before));
          return;
        }
        expect(answer(index)).toBe(Number(recorded.answers[k]));
        session.recordAt(index, answer(index));
      }
      expect(Math.abs(session.estimate.ability - recorded.theta)).toBeLessThan(CATR_ROOT);
      expect(Math.abs(session.estimate.se - recorded.se)).toBeLessThan(CATR_ROOT);
    });
    // catR looks for a root of the score only where its sign differs at −4 and 4; else it takes a bound. Five of the six
    // have the same four items and answers: a maximum at 3.04, and a slope that points out of both bounds.
    expect(partings).toEqual([
      { examinee: 1, place: 5 },
      { examinee: 24, place: 5 },
      { examinee: 62, place: 5 },
      { examinee: 78, place: 5 },
      { examinee: 83, place: 5 },
      { examinee: 91, place: 8 },
    ]);
  });
});
