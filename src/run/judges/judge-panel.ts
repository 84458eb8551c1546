import type { Item } from '../../../item-bank/items/item.ts';
import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import type { Examinee } from '../../examinee/examinee.ts';
import type { Rubric } from '../../prompt/judge/rubric.ts';
import { rubricOf } from '../../prompt/judge/rubrics.ts';
import { type PromptLanguage, promptLanguageOf } from '../../prompt/wording/language.ts';

/** A judge: who answers, and how it is asked. */
export interface PanelJudge {
  readonly examinee: Examinee;
  readonly configuration: EndpointConfiguration;
}

/** Who judges the answers of a run. */
export interface JudgePanel {
  /** At least one; the score of an answer is the mean of theirs. */
  readonly judges: readonly PanelJudge[];
  /** Rubrics besides the built-in ones. */
  readonly rubrics: readonly Rubric[];
}

/** An item whose answers judges grade. */
export type JudgedItem = Extract<Item, { type: 'open' | 'case' }>;

/** The rubric that an item names; null for all other items. */
export function rubricNameOf(item: Item): string | null {
  return 'metric' in item && item.metric?.name === 'rubric' ? item.metric.rubric : null;
}

/**
 * How the answers to an item are judged; null if no judge grades them.
 * @throws JUDGES_MISSING if there are no judges; NAME_UNKNOWN for an unknown rubric
 */
export function judgingOf(
  item: Item,
  panel: JudgePanel | undefined,
  language: PromptLanguage = promptLanguageOf(item),
): { readonly item: JudgedItem; readonly rubric: Rubric; readonly panel: JudgePanel } | null {
  const name = rubricNameOf(item);
  if (name === null) return null;
  if (panel === undefined)
    return fail('JUDGES_MISSING', { rubric: name, where: `item ${item.id}` });
  const rubric = rubricOf(name, language, panel.rubrics);
  return { item: item as JudgedItem, rubric, panel };
}
