import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { fail } from '../../errors.ts';
import {
  type DifferenceDecision,
  decideDifferences,
} from '../../ranking/compare/decide-differences.ts';
import { differenceBelief } from '../../ranking/compare/difference-belief.ts';
import type { SampledDifference } from '../../ranking/compare/difference-sample.ts';
import type { DifferenceWithout } from '../../ranking/compare/difference-without.ts';
import { itemsToDecide } from '../../ranking/compare/items-to-decide.ts';
import type { PreparedComparison } from '../../ranking/compare/prepare-comparison.ts';
import type { RecordedBank } from '../../ranking/recorded-bank.ts';
import { type AbsentCounts, absentCounts } from '../../scoring/absent.ts';
import type { ExamineeDoubt } from '../../scoring/doubts/examinee-doubts.ts';
import type { AnswerPattern } from '../../scoring/patterns/answer-pattern.ts';
import type { AbsentAnswers } from '../live/absent-answers.ts';
import { testedDoubts } from '../live/tested-doubts.ts';
import { type ComparisonRules, levelAt } from './comparison-rules.ts';

/** Digits of a change in points that do not depend on the order of a sum. */
const DIGITS = 1e10;

/** A change with its simultaneous interval, in points. */
export interface ChangeInterval {
  readonly change: number;
  readonly low: number;
  readonly high: number;
}

/** One model compared with the first; in points, above 0 if it scores higher. */
export interface ComparedChange extends ChangeInterval {
  readonly model: string;
  readonly standardError: number;
  /** The other target: the same change, with its own interval. */
  readonly other: ChangeInterval & { readonly target: ScoreTarget };
  readonly p: number;
  readonly verdict: DifferenceDecision['verdict'];
  readonly regression: DifferenceDecision['regression'];
  readonly equivalence: DifferenceDecision['equivalence'];
  readonly items: number;
  readonly differing: number;
  /** Correlation of the answers of the two models beyond their abilities. */
  readonly kinship: number;
  /** How many more items would decide what is undecided, if the difference stays the same; null if none would, or nothing is undecided. */
  readonly more: number | null;
  /** Whether something that was asked for is undecided. */
  readonly isOpen: boolean;
  /** On the items where both models gave a readable answer; absent if all compared answers are readable, null if none of the pairs is. */
  readonly ifMissing?: ChangeIfMissing | null;
}

/** A change without the pairs of which an answer could not be read or was refused: these count as 0 in `change`. */
export interface ChangeIfMissing
  extends ChangeInterval,
    Pick<DifferenceDecision, 'p' | 'verdict' | 'regression' | 'equivalence'> {
  /** Pairs that remain. */
  readonly items: number;
  /** Whether something that is decided would be decided in another way. */
  readonly movesVerdict: boolean;
}

/** A compared model. */
export interface ComparedParty extends Partial<AbsentCounts> {
  readonly name: string;
  readonly source: string;
  /** What its answers show of prompt, endpoint and extraction; absent if nothing, or if they were recorded. */
  readonly patterns?: readonly AnswerPattern[];
}

/** What is known of a compared model. */
export interface KnownParty {
  readonly name: string;
  readonly source: string;
  /** Null where the record does not tell these answers apart. */
  readonly absent: AbsentAnswers | null;
  readonly patterns?: readonly AnswerPattern[];
  /** Whether the stand-in answered for it; false where the record does not tell. */
  readonly isStandIn: boolean;
  /** What else is doubtful of its record. */
  readonly doubts?: readonly ExamineeDoubt[];
}

/**
 * Whether what was asked for is shown: `regression` of one model, `different` or `unknown` where equivalence was asked for; `unfinished`
 * if items are still to be asked, since nothing may be decided then.
 */
export type ComparisonOutcome = 'passed' | 'regression' | 'different' | 'unknown' | 'unfinished';

/** What `compare` finds. */
export interface ComparisonResult {
  readonly kind: 'comparison';
  readonly version: 1;
  readonly bank: string;
  readonly simulated: boolean;
  readonly fullScore: string;
  readonly bankItems: number;
  /** Items the comparison is about: those that can be asked and that recorded models answered. */
  readonly comparedItems: number;
  /** Whether they are those of earlier tests, which chose them: then they do not stand for the bank. */
  readonly chosenItems: boolean;
  readonly items: number;
  readonly asked: number;
  readonly seed: number;
  readonly target: ScoreTarget;
  readonly confidence: number;
  readonly stopsEarly: boolean;
  readonly failIf: ComparisonRules['failIf'];
  /** In points. */
  readonly within: number | null;
  /** With the answers to compared items that count as 0, by kind; without them where the record does not tell. */
  readonly models: readonly ComparedParty[];
  readonly changes: readonly ComparedChange[];
  readonly outcome: ComparisonOutcome;
  /** Models of the calibration, and the families it has not seen; null if items were drawn with equal probabilities. */
  readonly calibration: {
    readonly models: number;
    readonly converged: boolean;
    readonly without: readonly string[];
  } | null;
  /** Compared models whose answers are doubtful. */
  readonly doubts: readonly ExamineeDoubt[];
  /** Of models that were asked. */
  readonly run: {
    readonly number: number;
    readonly database: string;
    readonly complete: boolean;
    readonly cost: number;
    /** Part of `cost`: what requests of this session that came to nothing may have cost at most. Absent if nothing. */
    readonly lostCost?: number;
  } | null;
}

/** The changes from the answers so far, or null before any. */
export function changesOf(
  { test, itemSquares }: PreparedComparison,
  names: readonly string[],
  rules: ComparisonRules,
): ComparedChange[] | null {
  const samples = test.differences();
  if (samples.length === 0 || samples.some((sample) => sample === null)) return null;
  const known = samples as SampledDifference[];
  const level = levelAt(rules, test.answered);
  const decided = (target: ScoreTarget) => {
    const beliefs = known.map((sample) => differenceBelief(sample, itemSquares, target));
    return { beliefs, decisions: decideDifferences(beliefs, rules, level) };
  };
  const own = decided(rules.target);
  const otherTarget = rules.target === 'expected' ? 'recorded' : 'expected';
  const other = decided(otherTarget).decisions;
  return known.map((sample, k): ComparedChange => {
    const { p, verdict, regression, equivalence, ...ends } = own.decisions[k];
    const change = Math.round(100 * sample.difference * DIGITS) / DIGITS;
    const inPoints = ({ low, high }: { low: number; high: number }) => ({
      low: Math.min(change, 100 * low),
      high: Math.max(change, 100 * high),
    });
    const bound = openBound(rules, own.decisions[k], sample.difference);
    const tail = Math.max(1e-6, level(1 - rules.confidence) / (2 * known.length));
    return {
      model: names[k + 1],
      change,
      ...inPoints(ends),
      standardError: 100 * own.beliefs[k].standardError,
      other: { target: otherTarget, change, ...inPoints(other[k]) },
      p,
      verdict,
      regression,
      equivalence,
      items: sample.items,
      differing: sample.differing,
      kinship: test.kinships[k],
      more:
        bound === null
          ? null
          : itemsToDecide(test, k, sample, itemSquares, { target: rules.target, bound, tail }),
      isOpen: bound !== null,
    };
  });
}

/** Adds to each change what it is on the items where both models gave a readable answer. */
function withoutAbsent(
  changes: readonly ComparedChange[],
  { test }: PreparedComparison,
  models: readonly KnownParty[],
  rules: ComparisonRules,
): ComparedChange[] {
  const isAbsent = (examinee: number, item: number) => models[examinee].absent?.has(item) === true;
  const asked = test.asked;
  const has = models.map((_, m) => asked.some((item) => isAbsent(m, item)));
  if (!has.includes(true)) return [...changes];
  const left = test.differencesWithout(isAbsent);
  const known = left.filter((one): one is DifferenceWithout => one !== null);
  const decisions = decideDifferences(
    known.map(({ sample, itemSquares }) => differenceBelief(sample, itemSquares, rules.target)),
    rules,
    levelAt(rules, test.answered),
  );
  return changes.map((change, k): ComparedChange => {
    if (!has[0] && !has[k + 1]) return change;
    const own = left[k];
    if (own === null) return { ...change, ifMissing: null };
    const { low, high, p, verdict, regression, equivalence } = decisions[known.indexOf(own)];
    return {
      ...change,
      ifMissing: {
        items: own.sample.items,
        change: 100 * own.sample.difference,
        low: 100 * Math.min(own.sample.difference, low),
        high: 100 * Math.max(own.sample.difference, high),
        ...{ p, verdict, regression, equivalence },
        movesVerdict:
          verdict !== change.verdict ||
          regression?.is !== change.regression?.is ||
          equivalence?.is !== change.equivalence?.is,
      },
    };
  });
}

/** The bound that an undecided difference is not yet told from; null if all is decided that was asked for. */
function openBound(
  { failIf, within }: ComparisonRules,
  { verdict, regression, equivalence }: DifferenceDecision,
  difference: number,
): number | null {
  if (equivalence?.is === 'undecided') return difference < 0 ? -within! : within!;
  if (regression?.is === 'undecided') return -failIf!.drop;
  if (equivalence === null && regression === null && verdict === 'undecided') return 0;
  return null;
}

/** Whether nothing that was asked for is undecided. */
export function isDecided(changes: readonly ComparedChange[]): boolean {
  return changes.every(({ isOpen }) => !isOpen);
}

function outcomeOf(changes: readonly ComparedChange[]): ComparisonOutcome {
  if (changes.some(({ regression }) => regression?.is === 'shown')) return 'regression';
  const equal = changes.flatMap(({ equivalence }) =>
    equivalence === null ? [] : [equivalence.is],
  );
  if (equal.includes('different')) return 'different';
  return equal.includes('undecided') ? 'unknown' : 'passed';
}

/** Whether the items that models share were chosen by earlier tests. */
function isChosen(
  models: readonly { readonly source: string }[],
  shared: number,
  bank: RecordedBank,
): boolean {
  return (
    shared < bank.responses.items.length && models.some(({ source }) => source.startsWith('run '))
  );
}

/**
 * Refuses the recorded score of a part of the bank that earlier tests chose: it would be exact, and say nothing of the bank.
 * @throws OPTIONS_CONFLICT
 */
export function requireSample(
  { test }: PreparedComparison,
  models: readonly { readonly source: string }[],
  bank: RecordedBank,
  { target }: Pick<ComparisonRules, 'target'>,
): void {
  if (target !== 'recorded' || !isChosen(models, test.size, bank)) return;
  fail('OPTIONS_CONFLICT', {
    options: '--target recorded, run:N',
    reason: `the models share ${test.size} of ${bank.responses.items.length} items, which their tests chose, so these scores are not those on the bank. Ask one of them (NAME@ADDRESS), or record a run that asked every item (thetarank bank record --run N).`,
  });
}

/** By the answers to the items asked, and by the record. Models that come from the bank are not compared with themselves. */
function doubtsOf(
  { test }: PreparedComparison,
  models: readonly KnownParty[],
  bank: RecordedBank,
  areChosen: boolean,
): ExamineeDoubt[] {
  const items = test.asked.map((j) => bank.responses.items[j]);
  const answers = models.map(({ name }, m) => {
    const scores = test.scores(m);
    return [name, items.map((item, k) => ({ item, score: scores[k] }))] as const;
  });
  // A shared name has its source behind it.
  const again = models.map(({ name, source }) => name.replace(` (${source})`, ''));
  const standIns = models.filter(({ isStandIn }) => isStandIn).map(({ name }) => name);
  return [
    ...testedDoubts(bank, new Map(answers), { standIns, again, isChosen: areChosen }),
    ...models.flatMap(({ doubts = [] }) => doubts),
  ];
}

/** The result of a comparison from its answers so far; null before any. */
export function resultOf(
  prepared: PreparedComparison,
  models: readonly KnownParty[],
  bank: RecordedBank,
  rules: ComparisonRules,
  seed: number,
  run: ComparisonResult['run'],
): ComparisonResult | null {
  const { test, calibration, without } = prepared;
  const names = models.map(({ name }) => name);
  const counted = changesOf(prepared, names, rules);
  if (counted === null) return null;
  const changes = withoutAbsent(counted, prepared, models, rules);
  const compared = new Set(test.asked);
  const chosenItems = isChosen(models, test.size, bank);
  const { failIf, within } = rules;
  return {
    kind: 'comparison',
    version: 1,
    bank: bank.name,
    simulated: bank.simulated,
    fullScore: bank.fullScore,
    bankItems: bank.responses.items.length,
    comparedItems: test.size,
    chosenItems,
    items: rules.items,
    asked: test.answered,
    seed,
    target: rules.target,
    confidence: rules.confidence,
    stopsEarly: rules.stopsEarly,
    failIf: failIf === null ? null : { ...failIf, drop: 100 * failIf.drop },
    within: within === null ? null : 100 * within,
    models: models.map(({ name, source, absent, patterns = [] }) => ({
      name,
      source,
      ...(absent === null
        ? {}
        : absentCounts([...absent].map(([item, kind]) => (compared.has(item) ? kind : null)))),
      ...(patterns.length === 0 ? {} : { patterns }),
    })),
    changes,
    outcome: run?.complete === false ? 'unfinished' : outcomeOf(changes),
    calibration:
      calibration === null
        ? null
        : { models: calibration.models, converged: calibration.converged, without },
    doubts: doubtsOf(prepared, models, bank, chosenItems),
    run,
  };
}
