import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { curveNodes } from '../../../../calibration/diagnose/keys/curve-nodes.ts';
import { keyEvidence } from '../../../../calibration/diagnose/keys/key-evidence.ts';
import {
  NO_CHOICE,
  type RecordedChoices,
  SCORED_RIGHT,
  SCORED_WRONG,
} from '../../../../calibration/diagnose/keys/recorded-choices.ts';
import { randomNormal, randomStream } from '../../../../src/random.ts';

const OPTIONS = 4;

/** Answers of a nested logit model; the printed key of the items in `wrong` is the most popular wrong option. */
function drawn(seed: string, models: number, items: number, wrong: readonly number[]) {
  const random = randomStream(seed, 'choices');
  const abilities = Array.from({ length: models }, () => 1.3 * randomNormal(random));
  const choices = new Int8Array(models * items);
  const keys = new Int8Array(items);
  const truth = new Int8Array(items);
  for (let j = 0; j < items; j++) {
    const key = Math.floor(random() * OPTIONS);
    const popular = (key + 1) % OPTIONS;
    const [a, b] = [0.8 + random(), -0.5 + 0.8 * randomNormal(random)];
    truth[j] = key;
    keys[j] = wrong.includes(j) ? popular : key;
    for (let m = 0; m < models; m++) {
      const isRight = random() < 1 / (1 + Math.exp(-a * (abilities[m] - b)));
      const other = random() < 0.6 ? popular : (key + 2 + Math.floor(2 * random())) % OPTIONS;
      choices[m * items + j] = isRight ? key : other === key ? popular : other;
    }
  }
  const data: RecordedChoices = {
    examinees: abilities.map((_, m) => `m${m}`),
    items: Array.from({ length: items }, (_, j) => `i${j}`),
    choices,
    options: new Uint8Array(items).fill(OPTIONS),
    keys,
  };
  return { data, truth, abilities };
}

const WRONG = [3, 40, 77, 120, 150];

function asScores(data: RecordedChoices): RecordedChoices {
  const choices = data.choices.map((choice, at) =>
    choice === data.keys[at % data.items.length] ? SCORED_RIGHT : SCORED_WRONG,
  );
  return { ...data, choices };
}

describe('wrong keys', () => {
  const { data, truth } = drawn('keys', 40, 160, WRONG);

  test('are probable, with the true key suggested, and right keys are not', () => {
    const { evidence } = keyEvidence(data);
    for (const j of WRONG) {
      expect(evidence[j].wrongKey).toBeGreaterThan(0.8);
      expect(evidence[j].likelyKey).toBe(truth[j]);
    }
    // 155 right keys: hardly one is suspected.
    const alarms = evidence.filter(({ wrongKey }, j) => wrongKey > 0.5 && !WRONG.includes(j));
    expect(alarms.length).toBeLessThanOrEqual(2);
  });

  test('a key beyond the known options, or one option only, is weighed as any other', () => {
    const options = data.options.slice();
    options[0] = 1;
    options[1] = 2;
    const keys = data.keys.slice();
    keys[1] = 9;
    const { evidence } = keyEvidence({ ...data, options, keys });
    for (const { wrongKey, broken } of evidence.slice(0, 2)) {
      expect(wrongKey).toBeGreaterThanOrEqual(0);
      expect(wrongKey + broken).toBeLessThanOrEqual(1);
    }
  });

  test('are the first suspects without letters too', () => {
    const { evidence } = keyEvidence(asScores(data));
    const first = evidence
      .map(({ wrongKey }, j) => ({ j, wrongKey }))
      .sort((x, y) => y.wrongKey - x.wrongKey)
      .slice(0, 5);
    expect(first.filter(({ j }) => WRONG.includes(j)).length).toBeGreaterThanOrEqual(4);
    expect(evidence[WRONG[0]].likelyKey).toBe(-1);
  });
});

test('better models choose anything but the printed key, and no other option: suspected', () => {
  const { data, abilities } = drawn('broken', 150, 60, []);
  const random = randomStream('broken', 'choices');
  for (let m = 0; m < 150; m++)
    data.choices[m * 60 + 7] = abilities[m] < 0 ? 0 : 1 + Math.floor(3 * random());
  data.keys[7] = 0;
  const { evidence } = keyEvidence(data);
  expect(evidence[7].broken + evidence[7].wrongKey).toBeGreaterThan(0.9);
  expect(evidence.filter(({ broken }) => broken > 0.5).length).toBeLessThanOrEqual(2);
});

/** log Γ by Stirling's series at x + 20, and the recurrence down from there. */
function logGamma(x: number): number {
  let shift = 0;
  for (let k = 0; k < 20; k++) shift += Math.log(x + k);
  const y = x + 20;
  return (
    (y - 0.5) * Math.log(y) -
    y +
    Math.log(2 * Math.PI) / 2 +
    1 / (12 * y) -
    1 / (360 * y ** 3) -
    shift
  );
}

test('letters: the mixture written out, with probabilities multiplied', () => {
  const { data } = drawn('written out', 8, 30, [4]);
  data.choices[2 * 30 + 4] = NO_CHOICE;
  const { evidence, curves } = keyEvidence(data);
  const [nodes, item, alpha] = [curveNodes(), 4, 0.7];
  const [wrongKey, broken, shared] = [0.02, 0.01, 0.95];
  const guessing = 0.3 / OPTIONS;
  const own = Array.from({ length: 8 }, (_, m) => data.choices[m * 30 + item]);
  const counts = Array.from(
    { length: OPTIONS },
    (_, option) => own.filter((one) => one === option).length,
  );
  const dirichlet = (list: readonly number[]) => {
    const n = list.reduce((sum, one) => sum + one, 0);
    const log = list.reduce((sum, one) => sum + logGamma(one + alpha) - logGamma(alpha), 0);
    return Math.exp(log + logGamma(list.length * alpha) - logGamma(list.length * alpha + n));
  };
  const likelihood = (key: number) => {
    let sum = 0;
    for (let k = 0; k < nodes.count; k++) {
      let product = Math.exp(curves.logWeights[k]);
      for (const [m, choice] of own.entries()) {
        if (choice < 0) continue;
        const z = nodes.a[k] * (curves.abilities[m] - nodes.b[k]);
        const p = guessing + (1 - guessing) / (1 + Math.exp(-z));
        product *= choice === key ? p : 1 - p;
      }
      sum += product;
    }
    return sum * dirichlet(counts.filter((_, option) => option !== key));
  };
  const printed = data.keys[item];
  const powers = counts.map((n) => (n + 0.1) ** 4);
  const all = powers.reduce((sum, one) => sum + one, 0);
  const asPrinted = (1 - wrongKey - broken) * likelihood(printed);
  let asOther = 0;
  for (let option = 0; option < OPTIONS; option++) {
    if (option === printed) continue;
    const how = (shared * powers[printed]) / (all - powers[option]) + (1 - shared) / (OPTIONS - 1);
    asOther += (wrongKey / (OPTIONS - 1)) * how * likelihood(option);
  }
  const asBroken = broken * dirichlet(counts);
  const total = asPrinted + asOther + asBroken;
  // Rounding of sums of some 130 terms.
  expect(evidence[item].wrongKey).toBeCloseTo(asOther / total, 10);
  expect(evidence[item].broken).toBeCloseTo(asBroken / total, 10);
});

test('other names of options, and another order of models, change nothing', () => {
  const { data } = drawn('names', 12, 40, [5, 6]);
  const { evidence } = keyEvidence(data);
  fc.assert(
    fc.property(fc.shuffledSubarray([0, 1, 2, 3], { minLength: OPTIONS }), (to) => {
      const renamed = keyEvidence({
        ...data,
        choices: data.choices.map((choice) => to[choice]),
        keys: data.keys.map((key) => to[key]),
      });
      for (const [j, one] of renamed.evidence.entries()) {
        expect(one.wrongKey).toBeCloseTo(evidence[j].wrongKey, 9);
        expect(one.broken).toBeCloseTo(evidence[j].broken, 9);
      }
    }),
    { numRuns: 3 },
  );
  const back = data.choices.slice();
  for (let m = 0; m < 12; m++) back.set(data.choices.subarray(m * 40, (m + 1) * 40), (11 - m) * 40);
  for (const [j, one] of keyEvidence({ ...data, choices: back }).evidence.entries())
    expect(one.wrongKey).toBeCloseTo(evidence[j].wrongKey, 9);
});

test('an item without answers keeps the probabilities from before', () => {
  const { data } = drawn('none', 6, 20, []);
  for (let m = 0; m < 6; m++) data.choices[m * 20 + 2] = NO_CHOICE;
  expect(keyEvidence(data).evidence[2]).toEqual({
    answers: 0,
    wrongKey: 0.02,
    broken: 0.01,
    likelyKey: -1,
    likelyShare: 0,
  });
});

test('all models right on everything: finite, and no suspects', () => {
  const { data } = drawn('alike', 6, 20, []);
  const choices = data.choices.map((_, at) => data.keys[at % 20]);
  for (const { wrongKey, broken } of keyEvidence({ ...data, choices }).evidence)
    expect(wrongKey + broken).toBeLessThan(0.1);
});

test('abilities follow those of the models', () => {
  const { data, abilities } = drawn('abilities', 15, 400, []);
  const { curves } = keyEvidence(data);
  const order = (values: ArrayLike<number>) =>
    Array.from(values, (_, m) => m).sort((x, y) => values[y] - values[x]);
  expect(order(curves.abilities).slice(0, 3)).toEqual(order(abilities).slice(0, 3));
  const sum = curves.logWeights.reduce((all, log) => all + Math.exp(log), 0);
  expect(sum).toBeCloseTo(1, 12);
});
