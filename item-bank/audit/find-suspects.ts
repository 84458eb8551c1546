import { extremeExaminees } from '../../calibration/diagnose/extreme-examinees.ts';
import { expectedScores } from '../../calibration/diagnose/keys/expected-scores.ts';
import { type KeyEvidence, keyEvidence } from '../../calibration/diagnose/keys/key-evidence.ts';
import type { LearnedCurves } from '../../calibration/diagnose/keys/learn-curves.ts';
import {
  type RecordedChoices,
  rightByItem,
} from '../../calibration/diagnose/keys/recorded-choices.ts';
import {
  type ItemResiduals,
  pairDependence,
  type TestletEffect,
  testletEffect,
} from '../../calibration/diagnose/local-dependence.ts';
import type { Suspect, SuspectKind, SuspectReason } from './suspect.ts';

/** Fewer models than this say nothing about a key. */
const FEWEST_MODELS = 5;
/** Reasons from the answers are given from this probability on. */
const LEAST_PROBABILITY = 0.1;
/** Dependence between similar items is reported from this many standard deviations on. */
const DEPENDENT = 3;
/** Independent pairs that dependence is measured against, at most. */
const MOST_INDEPENDENT = 2000;

/**
 * The probability that an item with a finding is faulty, by judgement, for findings that no model weighs. They order the
 * review; people decide.
 */
const CHANCES = {
  'missing-picture': 0.6,
  'revealed-key': 0.3,
  'one-sided': 0.05,
  'short-stem': 0.3,
  duplicate: 0.95,
  'near-duplicate': 0.8,
  'local-dependence': 0.3,
  'over-exposed': 0.05,
} as const satisfies Partial<Record<SuspectKind, number>>;

/** A finding about an item that does not come from answers. */
export interface Finding {
  readonly item: string;
  readonly kind: keyof typeof CHANCES;
  readonly strength: number;
  readonly text: string;
}

/** Two items of the bank that may depend on each other: their texts are similar, or they share a context. */
type CandidatePair = readonly [item: string, other: string];

export interface SuspectRequest {
  /** Null if there are no answers, or of too few models. */
  readonly choices: RecordedChoices | null;
  readonly findings: readonly Finding[];
  readonly candidates: readonly CandidatePair[];
  /** Called with the share of the work that is done. */
  readonly reach?: ((share: number) => void) | undefined;
}

export interface FoundSuspects {
  /** Most probable first; ties in the order of the bank. */
  readonly suspects: readonly Suspect[];
  readonly dependence: (TestletEffect & { readonly pairs: number }) | null;
}

/** The suspects of a bank, each with one probability: that at least one of its independent findings is a fault. */
export function findSuspects({
  choices,
  findings,
  candidates,
  reach,
}: SuspectRequest): FoundSuspects {
  const found = new Map<string, Draft>();
  const draftOf = (item: string): Draft => {
    const draft = found.get(item) ?? { reasons: [], suggestedKey: null };
    found.set(item, draft);
    return draft;
  };
  const add = (finding: Finding) => {
    const { item, kind, strength, text } = finding;
    draftOf(item).reasons.push({ chance: CHANCES[kind], reason: { kind, strength, text } });
  };
  let dependence: FoundSuspects['dependence'] = null;
  if (choices !== null && choices.examinees.length >= FEWEST_MODELS) {
    const right = rightByItem(choices);
    const { evidence, curves } = keyEvidence(choices, undefined, reach);
    const width = choices.examinees.length;
    const isExtreme = extremeExaminees(width, choices.items.length, (m, j) => right[j * width + m]);
    for (const [j, item] of choices.items.entries()) {
      const answers = right.subarray(j * width, (j + 1) * width);
      const alike = alikeReason(answers.filter((_, m) => isExtreme[m] === 0));
      const reason = keyReason(evidence[j]);
      if (alike === null && reason === null) continue;
      const draft = draftOf(item);
      const chance = evidence[j].wrongKey + evidence[j].broken;
      // One probability for both: they are the same answers.
      if (reason !== null) draft.reasons.push({ chance, reason });
      if (alike !== null)
        draft.reasons.push({ chance: reason === null ? chance : 0, reason: alike });
      draft.suggestedKey = reason?.kind === 'wrong-key' ? suggestion(evidence[j]) : null;
    }
    dependence = addDependence(choices, right, curves, candidates, add);
  }
  for (const finding of findings) add(finding);
  const suspects = [...found].map(([item, draft]) => suspectOf(item, draft));
  return { suspects: suspects.sort((x, y) => y.probability - x.probability), dependence };
}

interface Draft {
  readonly reasons: { readonly chance: number; readonly reason: SuspectReason }[];
  suggestedKey: readonly string[] | null;
}

function suspectOf(item: string, { reasons, suggestedKey }: Draft): Suspect {
  const ordered = reasons.toSorted((x, y) => y.chance - x.chance);
  return {
    item,
    probability: 1 - reasons.reduce((left, { chance }) => left * (1 - chance), 1),
    reasons: ordered.map(({ reason }) => reason),
    suggestedKey,
  };
}

function keyReason({ answers, wrongKey, broken, likelyKey }: KeyEvidence): SuspectReason | null {
  if (answers < FEWEST_MODELS || wrongKey + broken < LEAST_PROBABILITY) return null;
  const words = (probability: number) =>
    `probability ${probability.toFixed(2)}, ${answers} answers`;
  if (wrongKey < broken)
    return {
      kind: 'broken',
      strength: broken,
      text: `The answers do not follow ability (${words(broken)}).`,
    };
  const better =
    likelyKey < 0
      ? 'the printed key less often'
      : `${letterOf(likelyKey)} rather than the printed key`;
  return {
    kind: 'wrong-key',
    strength: wrongKey,
    text: `Better models choose ${better} (${words(wrongKey)}).`,
  };
}

/** The option that is the key with most of the probability that another one is; null if there is none. */
function suggestion({ likelyKey, likelyShare }: KeyEvidence): readonly string[] | null {
  return likelyKey >= 0 && likelyShare >= 0.5 ? [letterOf(likelyKey)] : null;
}

function letterOf(option: number): string {
  return String.fromCharCode(65 + option);
}

function alikeReason(answers: Int8Array): SuspectReason | null {
  const given = answers.filter((answer) => answer >= 0).length;
  if (given < FEWEST_MODELS) return null;
  const right = answers.filter((answer) => answer === 1).length;
  if (right === given)
    return { kind: 'all-right', strength: right, text: `All ${right} models answered it right.` };
  if (right === 0)
    return { kind: 'all-wrong', strength: given, text: `All ${given} models answered it wrong.` };
  return null;
}

function addDependence(
  { items, examinees }: RecordedChoices,
  right: Int8Array,
  curves: LearnedCurves,
  candidates: readonly CandidatePair[],
  add: (finding: Finding) => void,
): FoundSuspects['dependence'] {
  const position = new Map(items.map((item, j) => [item, j]));
  const pairs = candidates.flatMap(([item, other]): [number, number][] => {
    const [j, k] = [position.get(item), position.get(other)];
    return j === undefined || k === undefined ? [] : [[j, k]];
  });
  if (pairs.length === 0) return null;
  const independent = independentPairs(items.length, pairs);
  const residuals: ItemResiduals[] = [];
  const width = examinees.length;
  for (const j of new Set([...pairs, ...independent].flat()))
    residuals[j] = residualsOf(right.subarray(j * width, (j + 1) * width), curves);
  for (const [p, { correlation, z }] of pairDependence(residuals, pairs, independent).entries()) {
    if (!(z >= DEPENDENT)) continue;
    const [item, other] = pairs[p].map((j) => items[j]);
    add({
      item,
      kind: 'local-dependence',
      strength: z,
      text: `Its answers depend on those to the similar item ${other} beyond ability (residual correlation ${correlation.toFixed(2)}).`,
    });
  }
  return { ...testletEffect(residuals, pairs, independent), pairs: pairs.length };
}

function residualsOf(answers: Int8Array, curves: LearnedCurves): ItemResiduals {
  const expected = expectedScores(answers, curves);
  const residual = new Float64Array(answers.length);
  const spread = new Float64Array(answers.length);
  for (let m = 0; m < answers.length; m++) {
    if (answers[m] < 0) continue;
    residual[m] = answers[m] - expected[m];
    spread[m] = Math.sqrt(expected[m] * (1 - expected[m]));
  }
  return { residual, spread };
}

/** Pairs half a bank apart, evenly over the bank, that are no candidates. */
function independentPairs(
  items: number,
  candidates: readonly (readonly [number, number])[],
): [number, number][] {
  const half = Math.floor(items / 2);
  const isCandidate = new Set(candidates.map(([j, k]) => Math.min(j, k) * items + Math.max(j, k)));
  const step = Math.max(1, Math.ceil(half / MOST_INDEPENDENT));
  const pairs: [number, number][] = [];
  for (let j = 0; j < half; j += step)
    if (!isCandidate.has(j * items + j + half)) pairs.push([j, j + half]);
  return pairs;
}
