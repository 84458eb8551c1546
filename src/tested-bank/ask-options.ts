import type { Item } from '../../item-bank/items/item.ts';
import type { EndpointConfiguration } from '../examinee/endpoint/configuration/configuration.ts';
import type { Examinee } from '../examinee/examinee.ts';
import { type AnyVariant, isLikelihoodVariant, type PromptLanguage } from '../prompt/prompt.ts';
import type { CaseHistory } from '../prompt/seal-prompt.ts';
import { type ShotChooser, shotChooser, shotSplit } from '../prompt/shots.ts';
import type { AskOptions } from '../run/ask-item.ts';
import { comparisonOf } from '../run/embeddings/comparison.ts';
import type { JudgePanel } from '../run/judges/judge-panel.ts';
import type { ScorePrograms } from '../run/score-program.ts';
import type { TooLong } from '../scoring/absent.ts';
import type { ExtractionMode } from '../scoring/extract/modes.ts';
import { type LikelihoodMetric, usualMetric } from '../scoring/likelihood/metrics.ts';
import type { ScoreOptions } from '../scoring/score-output.ts';
import type { Store } from '../store/store.ts';
import { requireProgram } from './score-programs.ts';

/** How the items of a bank are asked and read, by names. */
export interface AskSettings {
  readonly variant: AnyVariant;
  /** What log-likelihoods count as; without effect on variants that write an answer. */
  readonly metric?: LikelihoodMetric | undefined;
  /** By default that of each item. */
  readonly language?: PromptLanguage | undefined;
  readonly system?: string | undefined;
  /** What stands after the earlier questions of a case; reference answers by default. */
  readonly history?: CaseHistory | undefined;
  /** How letters are read. */
  readonly mode: ExtractionMode;
  /** What a question counts as that is longer than the context of its model. */
  readonly tooLong?: TooLong | undefined;
  /** Worked examples before each question, and the `TAG=VALUE` they are taken from. */
  readonly shots: number;
  readonly shotsFrom: string;
  /** Draws the examples. */
  readonly seed: number;
  /** Programs that score answers, by the names that items give. */
  readonly programs?: ScorePrograms | undefined;
  /** Who judges answers, for items whose metric is a rubric. */
  readonly judges?: JudgePanel | undefined;
  /** The endpoint of embeddings, for items whose metric is a cosine. */
  readonly embeddings?: EndpointConfiguration | undefined;
  /** Asks it. Absent where the calls of a run bring their own. */
  readonly embedder?: Examinee | undefined;
}

/**
 * How each item is asked and read. What it gives throws SCORE_PROGRAM_UNKNOWN and EMBEDDINGS_MISSING before a model is asked for nothing.
 * @throws OPTION_INVALID, TOO_MANY_ITEMS for shots that cannot be
 */
export async function askOptions(
  settings: AskSettings,
  store: Pick<Store, 'items'>,
  bank: string,
): Promise<(item: Item) => AskOptions> {
  const { variant, language, system, history, mode, programs, judges } = settings;
  const { embeddings, embedder } = settings;
  const metric = metricOf(settings);
  const score: ScoreOptions =
    metric !== null && isLikelihoodVariant(variant)
      ? { likelihood: { of: variant, metric } }
      : { mode };
  const chooser = await shotsOf(settings, store, bank);
  return (item) => {
    requireProgram(item, programs);
    comparisonOf(item, { embeddings });
    const shots = chooser === null || item.type === 'case' ? [] : chooser(item);
    return {
      prompt: { variant, language, system, history, shots },
      ...{ score, programs, judges, embeddings, embedder },
    };
  };
}

/** What log-likelihoods count as; null for a variant that has an answer written. */
export function metricOf({
  variant,
  metric,
}: Pick<AskSettings, 'variant' | 'metric'>): LikelihoodMetric | null {
  return isLikelihoodVariant(variant) ? (metric ?? usualMetric(variant)) : null;
}

async function shotsOf(
  { shots: count, shotsFrom: from, seed }: AskSettings,
  store: Pick<Store, 'items'>,
  bank: string,
): Promise<ShotChooser | null> {
  if (count === 0) return null;
  const [tag, value] = shotSplit(from);
  const split: Item[] = [];
  for await (const item of store.items(bank)) if (item.tags[tag] === value) split.push(item);
  return shotChooser(split, { count, from, seed });
}
