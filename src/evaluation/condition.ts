import type { Item } from '../../item-bank/items/item.ts';
import type { AskOptions } from '../run/ask-item.ts';

/** One way to ask models the items of a bank. */
export interface EvaluationCondition {
  /**
   * Stands after the name of a model in the record, so it must say all that tells the condition apart, such as `temperature=0.6`.
   * Empty for the usual condition, whose answers count as those of the model.
   */
  readonly id: string;
  /** What varies between conditions, by name: `{ temperature: '0.6' }`. Conditions with the same value of a factor are compared together. */
  readonly levels: Readonly<Record<string, string>>;
  /** How an item is asked and its answers are read. */
  askOf(item: Item): AskOptions;
  /** The item that is asked in place of one of the bank; null if the condition has none for it. By default the item itself. */
  change?(item: Item): Item | null;
  /** In place of that of the model; null or absent for the model's own. */
  readonly temperature?: number | null;
  /** Tells draws of the same question apart, from 0. */
  readonly repeat: number;
}

/** The name of a model's answers under a condition in the record of a run. */
export function examineeName(model: string, condition: Pick<EvaluationCondition, 'id'>): string {
  return condition.id === '' ? model : `${model} ~ ${condition.id}`;
}

/**
 * The model of such a name, which is one of `models`, and its condition; null for another name. One model's name can begin like another's: the
 * longest that fits counts.
 */
export function modelOf(
  examinee: string,
  models: readonly string[],
): { readonly model: string; readonly condition: string } | null {
  let found: { readonly model: string; readonly condition: string } | null = null;
  for (const model of models) {
    if (model.length < (found?.model.length ?? 0)) continue;
    if (examinee === model) return { model, condition: '' };
    const start = examineeName(model, { id: ' ' }).slice(0, -1);
    if (examinee.startsWith(start)) found = { model, condition: examinee.slice(start.length) };
  }
  return found;
}

/** The conditions of the scores that models are ranked by: the usual one with its repeats, or all if it was not asked. */
export function headline(
  conditions: readonly Pick<EvaluationCondition, 'id' | 'levels'>[],
): number[] {
  const all = conditions.map((_, c) => c);
  const usual = conditions.find(({ id }) => id === '');
  if (usual === undefined) return all;
  const levels = JSON.stringify(usual.levels);
  return all.filter((c) => JSON.stringify(conditions[c].levels) === levels);
}
