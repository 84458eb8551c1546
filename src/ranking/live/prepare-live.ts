import { calibrate } from '../../../calibration/fit/calibrate.ts';
import { fullScoreWeights } from '../../../item-bank/full-score.ts';
import { prepareBank } from '../../cat/bank.ts';
import { fail } from '../../errors.ts';
import { pickExaminees } from '../../irt/responses.ts';
import { nearestNames } from '../../nearest.ts';
import { randomStream } from '../../random.ts';
import { commonScale, standardised } from '../common-scale.ts';
import { checkDivision, familiesOf } from '../families.ts';
import { foldBank, TOLERANCE } from '../fold-bank.ts';
import { dealFolds } from '../folds.ts';
import { taggedParts } from '../further-scores.ts';
import type { RankStrategy } from '../rank-recorded.ts';
import { balanceTag, type RecordedBank, recordedExaminees, strataOf } from '../recorded-bank.ts';
import { shareQuotas } from '../recorded-test.ts';
import { answeredMost, rangeOf } from '../robust/recorded-answers.ts';
import { robustFold } from '../robust/robust-fold.ts';
import { adaptiveLiveTest } from './adaptive-live-test.ts';
import { checkPool, type LiveCalibration } from './live-calibration.ts';
import type { LiveTest } from './live-test.ts';
import { randomLiveTest } from './random-live-test.ts';
import { robustLiveTest } from './robust-live-test.ts';

/** The strategies of `rank`, and `random`: items drawn at random, for banks without a calibration. */
export const LIVE_STRATEGIES = ['robust', 'paper', 'balanced', 'random'] as const;
export type LiveStrategy = RankStrategy | 'random';

export interface LiveRequest {
  readonly bank: RecordedBank;
  /** Given families, one a recorded examinee; null to read them off the names. */
  readonly families: readonly string[] | null;
  /** The models to test, by name. */
  readonly models: readonly string[];
  /** Other names of each of them, such as what its endpoint calls it; none by default. */
  readonly aliases?: readonly (readonly string[])[] | undefined;
  /** Items each is asked. */
  readonly items: number;
  readonly strategy: LiveStrategy;
  readonly lag: number;
  readonly seed: number;
  /** Recorded models that no calibration sees. */
  readonly leaveOut: readonly string[];
  /** Whether an item can be asked; null where all can. */
  readonly isAskable: ((item: number) => boolean) | null;
  /** Item parameters in place of those from recorded answers; none by default. For `paper` and `balanced`. */
  readonly calibration?: LiveCalibration | null;
}

/** Tests ready to be given, and whom they can be compared with. */
export interface LiveTests {
  readonly tests: readonly LiveTest[];
  /** Recorded models with their score on the whole bank in points, highest first. */
  readonly recorded: readonly { readonly model: string; readonly actual: number }[];
  /**
   * The recorded model that each tested one is, by its name or an alias in any case; null where none. Those are tested on a
   * calibration without them and their families.
   */
  readonly recordedAs: readonly (string | null)[];
  /** Calibrations that used up their rounds before they settled. */
  readonly unconverged: readonly string[];
}

/** Recorded models below which there is nothing to calibrate from. */
const FEWEST = 3;
const FOLDS = 5;

/** How many steps of work `prepareLive` reports. @throws as prepareLive, where the request cannot be right */
export function liveSteps(request: LiveRequest): number {
  if (isCalibrated(request) || request.strategy === 'random') return 0;
  const { folds } = divide(request);
  return 1 + folds.size * (request.strategy === 'robust' ? 2 : 1);
}

/**
 * Prepares a test for each model. A model that is recorded itself is tested on a calibration without it and its family,
 * in at most FOLDS folds, so that what it answers is no news of what it answered; all others on all recorded models.
 *
 * @throws TOO_MANY_ITEMS, TOO_FEW_EXAMINEES, NAME_UNKNOWN, NO_ANSWERS, OPTIONS_CONFLICT
 */
export function prepareLive(
  request: LiveRequest,
  onStep: (doing: string) => void = () => {},
): LiveTests {
  const { bank, items, lag, models, strategy, seed } = request;
  const width = bank.responses.items.length;
  const isAskable = request.isAskable ?? (() => true);
  const asLearned = request.isAskable === null;
  const weights = fullScoreWeights(bank.fullScore, bank.tags, () => true, width);
  const available = weights.reduce((n, w, j) => n + (w > 0 && isAskable(j) ? 1 : 0), 0);
  if (items > available)
    fail('TOO_MANY_ITEMS', { asked: items, available, where: `bank ${bank.name}` });
  const { actual } = recordedExaminees(bank);
  const recorded = bank.responses.examinees
    .map((model, i) => ({ model, actual: 100 * actual[i] }))
    .sort((x, y) => y.actual - x.actual);
  if (!isCalibrated(request) && strategy === 'random') {
    const random = { weights, strata: strataOf(bank), isAskable, asLearned };
    const tests = models.map((model) => randomLiveTest(model, random, items, `${seed}/${model}`));
    return { tests, recorded, recordedAs: recordedAs(request), unconverged: [] };
  }

  const tag = strategy === 'balanced' ? balanceTag(bank) : null;
  const askable = weights.map((w, j) => (isAskable(j) ? w : 0));
  const quotas = tag === null ? [] : shareQuotas(bank.tags[tag], tag, { weights: askable }, items);
  if (isCalibrated(request)) {
    const { parameters, range } = request.calibration;
    const prepared = prepareBank(bank.responses.items, parameters, bank.tags);
    // The scale is that of the calibration's own examinees.
    const live = {
      bank: prepared,
      scale: { slope: 1, shift: 0 },
      weights,
      quotas,
      range,
      isAskable,
    };
    const tests = models.map((model) =>
      adaptiveLiveTest(model, live, items, lag, `${seed}/${model}`),
    );
    return { tests, recorded, recordedAs: recordedAs(request), unconverged: [] };
  }
  const { kept, families, foldOf, folds } = divide(request);
  const own = pickExaminees(bank.responses, kept);
  const known: RecordedBank = { ...bank, responses: own, families: undefined };
  const ownActual = kept.map((i) => actual[i]);
  const reference = calibrate(own, { tolerance: TOLERANCE });
  const abilities = standardised(reference.abilities);
  const unconverged = reference.converged ? [] : ['all models'];
  onStep('calibrating on the recorded models');
  const parts = taggedParts(known);
  const most = new Set(answeredMost(own));
  const tests: LiveTest[] = new Array(models.length);
  for (const [fold, members] of folds) {
    const name = fold === NO_FOLD ? 'all models' : `all but fold ${fold + 1}`;
    const part = foldBank(known, foldOf, fold);
    if (!part.calibration.converged) unconverged.push(name);
    onStep(`calibrating on ${name}`);
    const scale = commonScale(
      part.calibration.abilities,
      part.seen.map((i) => abilities[i]),
    );
    if (strategy === 'robust') {
      const prepared = robustFold(known, part, families, [items], `${seed}/live/${fold}`);
      onStep(`trying choices on left-out families, ${name}`);
      const live = { prepared, bank: part.bank, scale, weights, parts, isAskable, asLearned };
      for (const m of members)
        tests[m] = robustLiveTest(models[m], live, items, lag, `${seed}/${models[m]}`);
      continue;
    }
    const seen = part.seen.filter((i) => most.has(i));
    const range = rangeOf(seen.length > 0 ? seen : part.seen, ownActual);
    const live = { bank: part.bank, scale, weights, quotas, range, isAskable };
    for (const m of members)
      tests[m] = adaptiveLiveTest(models[m], live, items, lag, `${seed}/${models[m]}`);
  }
  return { tests, recorded, recordedAs: recordedAs(request), unconverged };
}

/** Whether the request has a calibration, and may be tested with it. @throws OPTIONS_CONFLICT, CALIBRATION_OF_TESTED */
function isCalibrated(
  request: LiveRequest,
): request is LiveRequest & { readonly calibration: LiveCalibration } {
  const { calibration, strategy, models, aliases, leaveOut } = request;
  if (calibration == null) return false;
  const conflict = (options: string, reason: string) =>
    fail('OPTIONS_CONFLICT', { options, reason });
  if (strategy === 'robust')
    conflict(
      '--calibration, --strategy robust',
      'a robust test learns its choices and its intervals from recorded models; take --strategy paper or balanced.',
    );
  if (strategy === 'random')
    conflict(
      '--calibration, --strategy random',
      'random items need no parameters; leave one of them out.',
    );
  if (leaveOut.length > 0)
    conflict('--calibration, --leave-out', 'no recorded model is in it; leave out --leave-out.');
  checkPool(
    calibration,
    models.map((model, m) => [model, ...(aliases?.[m] ?? [])]),
  );
  return true;
}

/** The calibration from all recorded models that are kept. */
const NO_FOLD = -1;

/** The recorded model that each tested one is. */
function recordedAs({ bank, models, aliases }: LiveRequest): (string | null)[] {
  const known = new Map(bank.responses.examinees.map((name) => [name.toLowerCase(), name]));
  return models.map((model, m) => {
    const names = [model, ...(aliases?.[m] ?? [])].map((name) => name.toLowerCase());
    return names.map((name) => known.get(name)).find((name) => name !== undefined) ?? null;
  });
}

/** Who calibrates, their families and folds, and the positions of the tested models by the fold that leaves them out. */
function divide(request: LiveRequest): {
  kept: number[];
  families: readonly string[];
  foldOf: Int32Array;
  folds: Map<number, number[]>;
} {
  const { bank, families: given, leaveOut, seed } = request;
  const { examinees } = bank.responses;
  for (const name of leaveOut)
    if (!examinees.includes(name))
      fail('NAME_UNKNOWN', { kind: 'model', name, nearest: nearestNames(name, examinees) });
  const kept = examinees.flatMap((name, i) => (leaveOut.includes(name) ? [] : [i]));
  if (kept.length < FEWEST)
    fail('TOO_FEW_EXAMINEES', {
      found: kept.length,
      needed: FEWEST,
      purpose: `a calibration of ${bank.name} (--strategy random does without)`,
    });
  // Families of all that are recorded: sisters of a tested model are its sisters also where it is itself left out.
  const all = familiesOf(examinees, given, 2);
  const rowOf = new Map(examinees.map((name, i) => [name, i]));
  const familyOf = recordedAs(request).map((name) =>
    name === null ? null : all.of[rowOf.get(name)!],
  );
  const tested = new Set(familyOf.filter((family) => family !== null));
  const families = kept.map((i) => all.of[i]);
  const rows = [...kept.keys()].filter((k) => tested.has(families[k]));
  const foldOf = new Int32Array(kept.length).fill(NO_FOLD - 1);
  const foldOfFamily = new Map<string, number>();
  if (rows.length > 0) {
    checkDivision({ ...all, of: families, count: new Set(families).size }, 2, kept.length);
    const own = rows.map((k) => families[k]);
    const folds = Math.min(FOLDS, new Set(own).size);
    const dealt = dealFolds(own, folds, randomStream(seed, 'folds'));
    rows.forEach((k, r) => {
      foldOf[k] = dealt[r];
      foldOfFamily.set(families[k], dealt[r]);
    });
  }
  const folds = new Map<number, number[]>();
  familyOf.forEach((family, m) => {
    const fold = family === null ? NO_FOLD : (foldOfFamily.get(family) ?? NO_FOLD);
    folds.set(fold, [...(folds.get(fold) ?? []), m]);
  });
  return { kept, families, foldOf, folds: new Map([...folds].sort(([x], [y]) => x - y)) };
}
