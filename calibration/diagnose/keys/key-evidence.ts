import { logRising } from '../../../src/statistics/log-rising.ts';
import { logSumExp } from '../../../src/statistics/log-sum-exp.ts';
import { type CurveTable, curveNodes } from './curve-nodes.ts';
import { type LearnedCurves, learnCurves } from './learn-curves.ts';
import {
  NO_CHOICE,
  type RecordedChoices,
  rightByItem,
  SCORED_RIGHT,
  SCORED_WRONG,
} from './recorded-choices.ts';

/** Probabilities before the answers are seen, and of how wrong keys come about. */
export interface KeyPriors {
  /** That the printed key is wrong. */
  readonly wrongKey: number;
  /** That the answers do not depend on ability: no option is right, several are, or the question cannot be answered. */
  readonly broken: number;
  /** That a wrong key is an error which answerers make too, and not a slip to any option. */
  readonly sharedError: number;
}

/** @see docs/evidence/audit.md for the development items that these were chosen on */
const KEY_PRIORS: KeyPriors = { wrongKey: 0.02, broken: 0.01, sharedError: 0.95 };

/** What the answers say of one item. */
export interface KeyEvidence {
  /** Answers that count: with an option, or scored. */
  readonly answers: number;
  /** Posterior probabilities; the rest is a right key. */
  readonly wrongKey: number;
  readonly broken: number;
  /** The option that is most probably the key, if it is not the printed one; −1 if there is no letter to tell from. */
  readonly likelyKey: number;
  /** Its share of `wrongKey`. */
  readonly likelyShare: number;
}

/** Concentration of the distribution of wrong answers over options: they are uneven. */
const EVENNESS = 0.7;
/** The power of an option's count that a shared error goes by: nearly always the most popular wrong option. */
const POPULARITY = 4;
const LEAST_COUNT = 0.1;
/** Share of the wrong answers that hit the printed option of a wrong key, where letters do not tell it. */
const SHARES = [0.01, 0.03, 0.07, 0.15, 0.25, 0.37, 0.5, 0.65, 0.82] as const;
/** Beta parameters of the share of the most popular of several wrong options. */
const POPULAR_SHARE = [3, 4] as const;
/** Assumed number of options where it is not known. */
const USUAL_OPTIONS = 8;
/** Items between reports of progress. */
const REPORTED = 100;
/** Guessing as a share of chance: wrong options attract examinees who do not know. */
const GUESSING = 0.3;

/**
 * The probability that the printed key of each item is wrong, or that the item is broken, by a mixture over "which option is the
 * key". If it is l, examinee m chooses l with probability P(θ_m) = c + (1 − c) σ(a(θ_m − b)), and otherwise one of the other
 * options by shares that are Dirichlet(0.7). Shares, slope and difficulty are integrated out, the latter over the distribution
 * learned from all items. Of a broken item the choices are Dirichlet–multinomial over all options, whatever the ability.
 *
 * A wrong key is printed either by a slip, at any option, or by an error that examinees share, at an option that many choose.
 * Scores without letters enter the same mixture: with a wrong key, they are right with probability w(1 − P), where w is the share of wrong
 * answers that hit the printed option.
 *
 * O(items × examinees × nodes). Deterministic.
 * @see Bock (1972), Psychometrika 37, 29–51, for choices by ability; Suh & Bolt (2010), Psychometrika 75, 454–473, for wrong
 *   options given that the answer is wrong; Mosimann (1962), Biometrika 49, 65–82, for the Dirichlet–multinomial
 */
export function keyEvidence(
  data: RecordedChoices,
  priors: KeyPriors = KEY_PRIORS,
  reach: (share: number) => void = () => {},
): { readonly evidence: KeyEvidence[]; readonly curves: LearnedCurves } {
  const { examinees, items, options } = data;
  const right = rightByItem(data);
  const known = options.filter((count) => count > 0);
  const meanOptions =
    known.length === 0 ? 0 : known.reduce((sum, count) => sum + count, 0) / known.length;
  const nodes = curveNodes();
  const guessing = meanOptions === 0 ? 0 : GUESSING / meanOptions;
  const curves = learnCurves(right, examinees.length, nodes, guessing);
  const weigh = itemWeigher(data, curves, nodes.count, priors);
  return {
    evidence: items.map((_, j) => {
      if (j % REPORTED === 0) reach(j / items.length);
      return weigh(j);
    }),
    curves,
  };
}

function itemWeigher(
  { examinees, items, choices, options, keys }: RecordedChoices,
  { table, logWeights }: LearnedCurves,
  nodes: number,
  priors: KeyPriors,
): (j: number) => KeyEvidence {
  const width = examinees.length;
  const rising = logRising(EVENNESS, width);
  const risingOf = new Map<number, Float64Array>();
  const risingBy = (start: number) => {
    const known = risingOf.get(start) ?? logRising(start, width);
    risingOf.set(start, known);
    return known;
  };
  const scored = scoredTables(table);
  const sums = new Float64Array(nodes);
  const allWrong = new Float64Array(nodes);
  const scoredSums = new Float64Array(SHARES.length * nodes);
  const chosen: number[][] = [];
  return (j) => {
    const key = keys[j];
    const count = Math.max(options[j] > 0 ? options[j] : USUAL_OPTIONS, key + 1, 2);
    for (let option = 0; option < Math.max(count, chosen.length); option++) chosen[option] = [];
    const rights: number[] = [];
    const wrongs: number[] = [];
    let letters = 0;
    for (let m = 0; m < width; m++) {
      const choice = choices[m * items.length + j];
      if (choice === NO_CHOICE) continue;
      if (choice === SCORED_RIGHT) rights.push(m);
      else if (choice === SCORED_WRONG) wrongs.push(m);
      else if (choice < count) {
        chosen[choice].push(m);
        letters++;
      }
    }
    const scores = rights.length + wrongs.length;
    if (letters + scores === 0)
      return {
        answers: 0,
        wrongKey: priors.wrongKey,
        broken: priors.broken,
        likelyKey: -1,
        likelyShare: 0,
      };
    const counts = chosen.slice(0, count).map((own) => own.length);

    allWrong.set(logWeights);
    for (let k = 0; k < nodes; k++)
      for (let option = 0; option < count; option++)
        for (const m of chosen[option]) allWrong[k] += table.wrong[k * width + m];
    /** Log-likelihood of the letters at every node if `option` is the key. */
    const letterSums = (option: number) => {
      for (let k = 0; k < nodes; k++) {
        let sum = allWrong[k];
        for (const m of chosen[option])
          sum += table.right[k * width + m] - table.wrong[k * width + m];
        sums[k] = sum;
      }
    };
    const spread = (option: number) => {
      let sum = 0;
      for (let other = 0; other < count; other++)
        if (other !== option) sum += rising[counts[other]];
      return sum - risingBy((count - 1) * EVENNESS)[letters - counts[option]];
    };

    // The printed key is right.
    const printed = key >= 0 ? key : 0;
    letterSums(printed);
    for (let k = 0; k < nodes; k++) {
      const at = k * width;
      for (const m of rights) sums[k] += table.right[at + m];
      for (const m of wrongs) sums[k] += table.wrong[at + m];
    }
    const asPrinted =
      logSumExp(sums) + spread(printed) + Math.log(1 - priors.wrongKey - priors.broken);

    // Another option is the key.
    if (scores > 0) scoredLikelihood(scored, { rights, wrongs, width, nodes }, scoredSums);
    const others: { readonly option: number; readonly log: number }[] = [];
    const joint = new Float64Array(SHARES.length * nodes);
    const powers = counts.map((n) => (n + LEAST_COUNT) ** POPULARITY);
    const powerSum = powers.reduce((sum, one) => sum + one, 0);
    const alternatives =
      letters === 0
        ? [-1]
        : counts.map((_, option) => option).filter((option) => option !== printed);
    for (const option of alternatives) {
      let log = Math.log(priors.wrongKey);
      if (option >= 0) {
        letterSums(option);
        const popular = powers[printed] / (powerSum - powers[option]);
        log +=
          spread(option) +
          Math.log(priors.sharedError * popular + (1 - priors.sharedError) / (count - 1)) -
          Math.log(count - 1);
      } else sums.set(logWeights);
      if (scores === 0) log += logSumExp(sums);
      else {
        const shares = sharePrior(
          option < 0
            ? null
            : { hits: counts[printed], misses: letters - counts[option] - counts[printed] },
          count,
          priors,
        );
        for (let s = 0; s < SHARES.length; s++)
          for (let k = 0; k < nodes; k++)
            joint[s * nodes + k] = sums[k] + scoredSums[s * nodes + k] + shares[s];
        log += logSumExp(joint);
      }
      others.push({ option, log });
    }

    // No option is chosen by ability.
    let asBroken = Math.log(priors.broken);
    if (letters > 0) {
      for (let option = 0; option < count; option++) asBroken += rising[counts[option]];
      asBroken -= risingBy(count * EVENNESS)[letters];
    }
    if (scores > 0) {
      const [hits, misses] =
        letters > 0
          ? [EVENNESS + counts[printed], (count - 1) * EVENNESS + letters - counts[printed]]
          : [1, 1];
      asBroken +=
        logRising(hits, rights.length)[rights.length] +
        logRising(misses, wrongs.length)[wrongs.length] -
        logRising(hits + misses, scores)[scores];
    }

    const wrong = logSumExp(others.map(({ log }) => log));
    const total = logSumExp([asPrinted, wrong, asBroken]);
    const best = others.reduce((first, next) => (next.log > first.log ? next : first));
    return {
      answers: letters + scores,
      wrongKey: Math.exp(wrong - total),
      broken: Math.exp(asBroken - total),
      likelyKey: best.option,
      likelyShare: Math.exp(best.log - wrong),
    };
  };
}

/** Log-probabilities of right and wrong scores under a wrong key, by share and node. */
function scoredTables({ wrong }: CurveTable): {
  readonly right: Float64Array[];
  readonly wrong: Float64Array[];
} {
  return {
    right: SHARES.map((share) => wrong.map((log) => Math.log(share) + log)),
    wrong: SHARES.map((share) => wrong.map((log) => Math.log1p(-share * Math.exp(log)))),
  };
}

function scoredLikelihood(
  tables: ReturnType<typeof scoredTables>,
  {
    rights,
    wrongs,
    width,
    nodes,
  }: { rights: number[]; wrongs: number[]; width: number; nodes: number },
  result: Float64Array,
): void {
  for (let s = 0; s < SHARES.length; s++)
    for (let k = 0; k < nodes; k++) {
      const at = k * width;
      let sum = 0;
      for (const m of rights) sum += tables.right[s][at + m];
      for (const m of wrongs) sum += tables.wrong[s][at + m];
      result[s * nodes + k] = sum;
    }
}

/** Log-probabilities of SHARES: by the letters that hit and miss the printed option, or without any by how wrong keys come about. */
function sharePrior(
  letters: { hits: number; misses: number } | null,
  options: number,
  { sharedError }: KeyPriors,
): number[] {
  const beta = (a: number, b: number) => {
    const logs = SHARES.map((share) => (a - 1) * Math.log(share) + (b - 1) * Math.log1p(-share));
    const total = logSumExp(logs);
    return logs.map((log) => log - total);
  };
  const others = Math.max(1, options - 2) * EVENNESS;
  if (letters !== null) return beta(EVENNESS + letters.hits, others + letters.misses);
  const [popular, any] = [beta(...POPULAR_SHARE), beta(EVENNESS, others)];
  return popular.map((log, s) =>
    Math.log(sharedError * Math.exp(log) + (1 - sharedError) * Math.exp(any[s])),
  );
}
