import type { AnsweredItems } from '../../cat/robust/examinee-posterior.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { fail } from '../../errors.ts';
import type { RecordedBank } from '../../ranking/recorded-bank.ts';
import { analyseSeries, type SeriesBank } from '../../ranking/series/analyse-series.ts';
import { answersTo, checkpointItems } from '../../ranking/series/checkpoint-items.ts';
import { designSeries } from '../../ranking/series/prepare-series.ts';
import { usualAnchors } from '../../ranking/series/series-items.ts';
import type { RecordedStep } from './recorded-steps.ts';
import { type SeriesResult, seriesResult } from './series-result.ts';

/** Which of the recorded answers of a series are used. */
export interface RecordedSeriesOptions {
  readonly name: string;
  /** Items per checkpoint, as if it were asked no others; all answers if not given. */
  readonly items?: number | undefined;
  readonly anchors?: number | undefined;
  readonly seed: number;
  readonly target: ScoreTarget;
}

/** @throws TOO_MANY_ITEMS if not all checkpoints have answers to enough items, NO_ANSWERS */
export function analyseRecorded(
  prepared: SeriesBank,
  bank: RecordedBank,
  steps: readonly RecordedStep[],
  { name, items, anchors, seed, target }: RecordedSeriesOptions,
): SeriesResult {
  const answers =
    items === undefined
      ? steps.map((own) => answersTo(answeredItems(own), own.scores))
      : askedAnswers(prepared, steps, { items, anchors: anchors ?? usualAnchors(items), seed });
  return seriesResult(name, bank, steps.map(namesOf), analyseSeries(prepared, answers), target);
}

function askedAnswers(
  prepared: SeriesBank,
  steps: readonly RecordedStep[],
  options: { readonly items: number; readonly anchors: number; readonly seed: number },
): AnsweredItems[] {
  const isAskable = (j: number) => steps.every(({ scores }) => !Number.isNaN(scores[j]));
  const design = designSeries(prepared, isAskable, options);
  if (design.order.length < options.items)
    fail('TOO_MANY_ITEMS', {
      asked: options.items,
      available: design.order.length,
      where: 'the items that all checkpoints answered',
    });
  const asked: Int32Array[] = [];
  return steps.map(({ scores }) => {
    const own = checkpointItems(design, asked);
    asked.push(own);
    return answersTo(own, scores);
  });
}

function answeredItems({ name, scores }: RecordedStep): Int32Array {
  const items = Int32Array.from(scores.keys()).filter((j) => !Number.isNaN(scores[j]));
  if (items.length === 0) fail('NO_ANSWERS', { where: `checkpoint ${name}` });
  return items;
}

function namesOf({ name, step }: RecordedStep) {
  return { name, step };
}
