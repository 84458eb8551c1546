import type { CandidateReport } from '../../../calibration/polytomous/choose/choose-model.ts';
import { cacheKey } from '../../cache/cache-key.ts';
import { keptResult } from '../../cache/result-cache.ts';
import type { MixedItems } from '../../irt/polytomous/mixed-items.ts';
import { levelsOf, type ScoreLevels } from '../../irt/polytomous/score-levels.ts';
import { randomStream } from '../../random.ts';
import { type RecordedBank, recordedExaminees, scoreTag } from '../recorded-bank.ts';
import { fitGrades } from './graded-fit.ts';
import { type GradedWidth, gradedWidth, type KnownTest } from './graded-interval.ts';
import { chooseGraded, leftOutRows } from './left-out-families.ts';
import { testGrades } from './test-grades.ts';

/** What graded tests are prepared from: data alone. */
export interface GradedSource {
  readonly own: RecordedBank;
  /** Rows of the calibration's examinees. */
  readonly seen: readonly number[];
  /** One per examinee of the bank. */
  readonly families: readonly string[];
  /** Length of the tests. */
  readonly items: number;
  readonly seed: string;
}

/** The model of the items that a calibration chose, and how clearly. */
export interface GradedChoice {
  readonly model: GradedModel;
  /** True if every other model predicts left-out examinees worse by at least two standard errors, more with few groups. */
  readonly isClear: boolean;
  readonly candidates: readonly CandidateReport[];
}

/** The models that graded tests choose from. */
export type GradedModel = 'graded' | 'gpcm' | 'beta';

/** What graded tests of one calibration share: plain data. */
export interface GradedPreparation {
  readonly choice: GradedChoice;
  readonly levels: ScoreLevels;
  readonly items: MixedItems;
  /** Of the examinees in `seen`. */
  readonly abilities: Float64Array;
  readonly converged: boolean;
  /** How wide intervals must be, by the families that the calibration leaves out in turn. */
  readonly width: GradedWidth;
}

/** As in the evidence for graded tests. */
const INNER_FOLDS = 4;
const CHOICE_FOLDS = 2;
/** No candidate of the choice cuts scores in two. */
const NO_CUT = 0.5;

/**
 * Chooses the model of the items, calibrates them, and learns the width of intervals on left-out families of the calibration's examinees: nothing is known of
 * others. If all are of one family, each counts as its own.
 * @param cacheFolder where it is kept between commands; nowhere by default
 */
export function keptGraded(
  source: GradedSource,
  cacheFolder: string | null = null,
): GradedPreparation {
  return keptResult(
    cacheFolder,
    () => keyOf(source),
    () => prepareGraded(source),
  );
}

function prepareGraded({ own, seen, families, items, seed }: GradedSource): GradedPreparation {
  const { responses } = own;
  const levels = levelsOf(responses);
  const grades = { responses, levels };
  const isOneFamily = new Set(seen.map((i) => families[i])).size < 2;
  const groups = isOneFamily ? responses.examinees : families;
  const choice = choiceOf(grades, groups, seen, seed);
  const fit = fitGrades(choice.model, grades, seen, NO_CUT);
  const { examinees, actual } = recordedExaminees(own);
  const strategies = [{ name: 'graded', model: choice.model, randomShare: 0 }];
  const plan = {
    ...{ ...grades, examinees, strategies, lengths: [items], draws: 1 },
    ...{ cut: NO_CUT, seed },
  };
  const known: KnownTest[] = [];
  for (const tested of leftOutRows(groups, seen, INNER_FOLDS, randomStream(seed, 'graded-width'))) {
    const others = seen.filter((i) => !tested.includes(i));
    if (others.length === 0) break;
    testGrades(plan, [choice.model], others, tested, (_, i, __, { predictions }) => {
      known.push({ prediction: predictions[0], actual: actual[i] });
    });
  }
  const { abilities, converged } = fit;
  return { choice, levels, items: fit.items, abilities, converged, width: gradedWidth(known) };
}

function choiceOf(
  grades: Parameters<typeof chooseGraded>[0],
  groups: readonly string[],
  seen: readonly number[],
  seed: string,
): GradedChoice {
  // One examinee cannot be left out, and with two levels all models are one.
  if (seen.length < 2 || grades.levels.length < 3)
    return { model: 'graded', isClear: false, candidates: [] };
  const found = chooseGraded(grades, groups, seen, CHOICE_FOLDS, `${seed}/choice`);
  const { best, isClear, candidates } = found;
  return { model: best as GradedModel, isClear, candidates };
}

function keyOf({ own, seen, families, items, seed }: GradedSource): string {
  const { examinees, items: all, scores } = own.responses;
  const name = own.fullScore === 'items' ? undefined : scoreTag(own);
  const tag = name === undefined ? undefined : own.tags[name];
  return cacheKey('graded', [
    examinees,
    all.length,
    scores,
    Int32Array.from(seen),
    seen.map((i) => families[i]),
    own.fullScore,
    tag?.values,
    tag && Int32Array.from(tag.codes),
    items,
    seed,
  ]);
}
