import { calibrate } from '../../../../calibration/fit/calibrate.ts';
import { loadBuiltinBank } from '../../../../item-bank/builtin/load.ts';
import { isBuiltinBank } from '../../../../item-bank/builtin/names.ts';
import { fullScoreWeights } from '../../../../item-bank/full-score.ts';
import { BOUNDS } from '../../../../sim/monte-carlo/design/bounds.ts';
import { selectRule } from '../../../../sim/monte-carlo/design/rules.ts';
import { STRATEGIES } from '../../../../sim/post-hoc/strategies.ts';
import type { LengthStudy, SimulatedStudy } from '../../../../sim/test-length/length-study.ts';
import { MEASURES } from '../../../../sim/test-length/measures.ts';
import type { LengthLimits } from '../../../../sim/test-length/run-length-study.ts';
import { checkTargets, readTargets, type Target } from '../../../../sim/test-length/target.ts';
import { DEFAULT_BOUNDS, type TagCodes } from '../../../cat/bank.ts';
import { SELECT_NAMES } from '../../../cat/select/selectors.ts';
import { fail } from '../../../errors.ts';
import { flaggedIn, readParameters } from '../../../files/items/read-parameters.ts';
import { type EstimatorName, STANDARD_NORMAL } from '../../../irt/estimate/estimate.ts';
import { hasFractions } from '../../../irt/has-fractions.ts';
import type { ItemParameters } from '../../../irt/parameters.ts';
import { scoreExaminees } from '../../../irt/score-examinees.ts';
import { nearestNames } from '../../../nearest.ts';
import { checkDivision, familiesOf } from '../../../ranking/families.ts';
import { type RecordedBank, recordedExaminees } from '../../../ranking/recorded-bank.ts';
import { span } from '../../../tracing/span.ts';
import { type ConvergenceProgress, NO_CONVERGENCE } from '../../../workflow/progress.ts';
import type { RecordedSource } from '../../../workflow/recorded-source.ts';
import type { FlaggedNote } from '../../../workflow/studies/monte-carlo/study-source.ts';
import { abilitiesOf, type LengthOptions, toleranceOf } from './options.ts';

/** Examinees of a bank without models. */
const EXAMINEES = 20;
/** The most examinees for pairwise comparison, whose time grows with their square. */
const MOST_EXAMINEES = 1000;
/** Defaults: longest test, most replications and folds. */
const LONGEST = { simulated: 2000, recorded: 500, unsteady: 500 };
const REPLICATIONS = { simulated: 1000, recorded: 40 };
const FOLDS = 5;
/** Of a calibration from recorded answers. */
const TOLERANCE = 0.001;
const ROUNDS = 500;
/** The strategies that also work with simulated examinees. */
const SIMULATED_STRATEGIES: Readonly<Record<string, { estimator: EstimatorName; rule: string }>> = {
  paper: { estimator: 'ml', rule: 'maximum-information' },
  'random-irt': { estimator: 'eap', rule: 'random' },
};

/** The input of a study. */
export interface LengthInputs {
  /** Reads the recorded answers; called where they are needed. */
  readRecorded(): Promise<RecordedSource>;
  /** Called with which items of a file of parameters tests leave out. */
  readonly note?: FlaggedNote;
  /** Begins to tell how a calibration goes. */
  fit?(): ConvergenceProgress;
}

/** The requested study, with its description. */
export interface LengthSource {
  readonly study: LengthStudy;
  readonly limits: LengthLimits;
  /** Ranked against each other in one replication. */
  readonly examinees: number;
  /** The bank as it was named, and how many items it has. */
  readonly bank: string;
  readonly items: number;
  /** Whether there are recorded answers of real models, which the same question can be asked of. */
  readonly hasRealAnswers: boolean;
  /** Of recorded models: score on the whole bank and family of each; else null. */
  readonly recorded: { readonly actual: number[]; readonly families: readonly string[] } | null;
}

/** @throws OPTION_INVALID, OPTIONS_CONFLICT, NAME_UNKNOWN, TOO_MANY_ITEMS, TOO_FEW_EXAMINEES, and what is wrong with files */
export async function readLengthSource(
  options: LengthOptions,
  inputs: LengthInputs,
): Promise<LengthSource> {
  const targets = readTargets(options.goal);
  const source = options.recorded
    ? await recordedSource(options, inputs, targets)
    : await simulatedSource(options, inputs, targets);
  checkTargets(targets, source.study.kind, source.examinees);
  return { ...source, limits: limitsOf(options, source.study.kind, source.items, targets) };
}

function limitsOf(
  { maxItems, maxReplications, tolerance, confidence, bank, parameters, responses }: LengthOptions,
  kind: LengthStudy['kind'],
  items: number,
  targets: readonly Target[],
): LengthLimits {
  if (maxItems !== undefined && maxItems > items)
    fail('TOO_MANY_ITEMS', {
      asked: maxItems,
      available: items,
      where: bank ?? parameters ?? responses ?? 'the bank',
    });
  const isSteady = targets.every(({ measure }) => MEASURES[measure].improves);
  const usual = isSteady ? LONGEST[kind] : Math.min(LONGEST[kind], LONGEST.unsteady);
  return {
    longest: maxItems ?? Math.min(items, usual),
    maxReplications: maxReplications ?? REPLICATIONS[kind],
    tolerance: toleranceOf(tolerance)!,
    confidence,
  };
}

async function recordedSource(
  options: LengthOptions,
  { readRecorded }: LengthInputs,
  targets: readonly Target[],
): Promise<Omit<LengthSource, 'limits'>> {
  const { bank, families: given } = await readRecorded();
  const strategy = options.strategy ?? 'paper';
  if (!Object.hasOwn(STRATEGIES, strategy))
    fail('NAME_UNKNOWN', {
      kind: 'strategy',
      name: strategy,
      nearest: nearestNames(strategy, Object.keys(STRATEGIES)),
    });
  const names = bank.responses.examinees;
  // As `simulate post-hoc` divides them: a bank of four families has four folds.
  const { count } = familiesOf(names, given, 2);
  const folds = options.folds ?? Math.min(FOLDS, count);
  const families = familiesOf(names, given, folds);
  checkDivision(families, folds, names.length);
  const { actual } = recordedExaminees(bank);
  return {
    study: {
      kind: 'recorded',
      seed: options.seed,
      targets,
      bank,
      families: given,
      folds,
      strategy,
    },
    examinees: names.length,
    bank: bank.name,
    items: bank.responses.items.length,
    hasRealAnswers: !bank.simulated,
    recorded: { actual: [...actual], families: families.of },
  };
}

/** Items to simulate tests of, and the abilities of the models that they were calibrated with. */
interface Calibrated {
  readonly name: string;
  readonly ids: readonly string[];
  readonly items: ItemParameters;
  readonly tags: Readonly<Record<string, TagCodes>>;
  readonly weights: Float64Array;
  /** Of a file of parameters: one entry per item, 1 where adaptive choice leaves it out. */
  readonly flagged?: Uint8Array;
  /** Empty if no models are known. */
  readonly abilities: readonly number[];
  readonly hasRealAnswers: boolean;
}

async function simulatedSource(
  options: LengthOptions,
  inputs: LengthInputs,
  targets: readonly Target[],
): Promise<Omit<LengthSource, 'limits'>> {
  const { estimator, select } = testOf(options);
  const of =
    options.parameters === undefined
      ? await calibratedBank(options, inputs)
      : fromFile(options.parameters);
  const { examinees, abilities } = examineesOf(options, of.abilities);
  checkCalibrationSize(options.calibratedOn, of.ids.length);
  const flagged = options.includeFlagged ? null : of.flagged;
  inputs.note?.(flagged);
  return {
    study: {
      kind: 'simulated',
      seed: options.seed,
      targets,
      ids: of.ids,
      items: of.items,
      tags: of.tags,
      weights: of.weights,
      flagged,
      abilities,
      examinees,
      estimator,
      select,
      calibratedOn: options.calibratedOn ?? null,
    },
    examinees,
    bank: of.name,
    items: of.ids.length,
    hasRealAnswers: of.hasRealAnswers,
    recorded: null,
  };
}

function testOf({ strategy, estimator = 'ml', selector }: LengthOptions) {
  if (strategy !== undefined) {
    const known = Object.hasOwn(SIMULATED_STRATEGIES, strategy)
      ? SIMULATED_STRATEGIES[strategy]
      : fail('OPTION_INVALID', {
          option: 'strategy',
          found: `"${strategy}" for simulated examinees`,
          accepted: `${Object.keys(SIMULATED_STRATEGIES).join(' or ')}, or, for recorded models, any of ${Object.keys(STRATEGIES).join(', ')}`,
        });
    return { estimator: known.estimator, select: selectRule({ rule: known.rule }) };
  }
  const rule = selector ?? 'maximum-information';
  if (!(SELECT_NAMES as readonly string[]).includes(rule))
    fail('NAME_UNKNOWN', {
      kind: 'selector',
      name: rule,
      nearest: nearestNames(rule, SELECT_NAMES),
    });
  return { estimator, select: selectRule({ rule }) };
}

function fromFile(file: string): Calibrated {
  const read = readParameters(file);
  const { items: ids, parameters: items } = read;
  const weights = fullScoreWeights('items', {}, () => true, ids.length);
  const flagged = flaggedIn(read);
  return {
    name: file,
    ids,
    items,
    tags: {},
    weights,
    flagged,
    abilities: [],
    hasRealAnswers: false,
  };
}

/** The calibration of a bank: that of a built-in one, else one from its recorded answers. */
async function calibratedBank(
  options: LengthOptions,
  { readRecorded, fit }: LengthInputs,
): Promise<Calibrated> {
  const { bank } = await readRecorded();
  const { name, tags, responses, fullScore, simulated } = bank;
  if (hasFractions(responses))
    fail('OPTIONS_CONFLICT', {
      options: `simulated examinees on ${name}`,
      reason:
        'simulated answers are right or wrong, and the scores of this bank, some of which lie between 0 and 1, say more of a model; test the recorded models instead (recorded).',
    });
  const ids = responses.items;
  const { items, abilities } =
    options.bank !== undefined && isBuiltinBank(options.bank)
      ? builtinCalibration(options.bank, bank)
      : span('calibrate', {}, () => ownCalibration(bank, fit?.() ?? NO_CONVERGENCE));
  const weights = fullScoreWeights(fullScore, tags, () => true, ids.length);
  return { name, ids, items, tags, weights, abilities, hasRealAnswers: !simulated };
}

/** The models' abilities are those that the bank's own parameters give their answers. */
function builtinCalibration(name: string, { responses }: RecordedBank) {
  const { parameters: items } = loadBuiltinBank(name);
  const { ability } = scoreExaminees(items, responses.scores, {
    estimator: 'wle',
    prior: STANDARD_NORMAL,
    bounds: DEFAULT_BOUNDS,
  });
  return { items, abilities: [...ability].filter((theta) => !Number.isNaN(theta)) };
}

function ownCalibration({ responses }: RecordedBank, progress: ConvergenceProgress) {
  try {
    const { parameters: items, abilities } = calibrate(responses, {
      tolerance: TOLERANCE,
      maxIterations: ROUNDS,
      onRound: (round) => progress.round(round, TOLERANCE, ROUNDS),
    });
    return { items, abilities: [...abilities] };
  } finally {
    progress.stop();
  }
}

function examineesOf(
  { abilities, examinees }: LengthOptions,
  list: readonly number[],
): Pick<SimulatedStudy, 'examinees' | 'abilities'> {
  const given = abilities === undefined ? null : abilitiesOf(abilities);
  const kind = given ?? (list.length > 0 ? 'models' : STANDARD_NORMAL);
  if (kind === 'models' && list.length === 0)
    fail('OPTIONS_CONFLICT', {
      options: 'abilities',
      reason: 'there are no recorded models; use normal:MEAN:SD, or a bank with recorded answers.',
    });
  const count = examinees ?? (list.length > 0 ? list.length : EXAMINEES);
  const most = kind === 'models' ? list.length : MOST_EXAMINEES;
  if (count > most)
    fail('OPTION_INVALID', {
      option: 'examinees',
      found: String(count),
      accepted:
        kind === 'models'
          ? `at most ${most}, the number of models of the bank; for more use abilities such as normal:0:1`
          : `at most ${most}`,
    });
  return {
    examinees: count,
    abilities: kind === 'models' ? { kind, list } : { kind: 'normal', normal: kind },
  };
}

function checkCalibrationSize(examinees: number | undefined, items: number): void {
  const most = Math.floor(BOUNDS.calibrationAnswers / items);
  if (examinees !== undefined && examinees > most)
    fail('OPTION_INVALID', {
      option: 'calibratedOn',
      found: `${examinees} examinees with ${items} items each`,
      accepted: `at most ${most} with this bank`,
    });
}
