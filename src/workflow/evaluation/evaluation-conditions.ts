import { fail } from '../../errors.ts';
import type { EvaluationCondition } from '../../evaluation/condition.ts';
import type { PromptVariant } from '../../prompt/prompt.ts';
import type { Store } from '../../store/store.ts';
import { type AskSettings, askOptions } from '../../tested-bank/ask-options.ts';

/** The conditions under which every model is asked: all combinations of these. */
export interface ConditionChoice {
  /** By default the variant and the number of shots of the settings. */
  readonly prompts?: readonly PromptVariant[] | undefined;
  readonly shots?: readonly number[] | undefined;
  /** By default the temperature of each model. */
  readonly temperatures?: readonly number[] | undefined;
  /** Draws of each answer. */
  readonly repeats: number;
}

/**
 * The combinations of prompts, shots, temperatures and repeats. That of the settings and of the models' own temperature is the usual
 * one, whose first repeat has no name of its own.
 * @param usual the temperature that all models have; null if they differ
 * @throws OPTION_INVALID for a value that is given twice; what `askOptions` throws
 */
export async function evaluationConditions(
  store: Store,
  bank: string,
  settings: AskSettings,
  choice: ConditionChoice,
  usual: number | null,
): Promise<EvaluationCondition[]> {
  const prompts = choice.prompts ?? [settings.variant];
  const shots = choice.shots ?? [settings.shots];
  const temperatures: readonly (number | null)[] = choice.temperatures ?? [null];
  requireDistinct('--variants', prompts);
  requireDistinct('--shot-counts', shots);
  requireDistinct('--temperatures', temperatures);
  const conditions: EvaluationCondition[] = [];
  for (const variant of prompts)
    for (const count of shots) {
      const askOf = await askOptions({ ...settings, variant, shots: count }, store, bank);
      for (const temperature of temperatures)
        for (let repeat = 0; repeat < choice.repeats; repeat++) {
          const named = [
            ...(variant === settings.variant ? [] : [`prompt=${variant}`]),
            ...(count === settings.shots ? [] : [`shots=${count}`]),
            ...(temperature === null || temperature === usual
              ? []
              : [`temperature=${temperature}`]),
            ...(repeat === 0 ? [] : [`repeat=${repeat + 1}`]),
          ];
          conditions.push({
            id: named.join(', '),
            levels: {
              ...(prompts.length > 1 ? { prompt: variant } : {}),
              ...(shots.length > 1 ? { shots: `${count}` } : {}),
              ...(temperatures.length > 1 ? { temperature: `${temperature}` } : {}),
            },
            askOf,
            temperature,
            repeat,
          });
        }
    }
  return conditions;
}

function requireDistinct(option: string, values: readonly unknown[]): void {
  const twice = values.find((value, k) => values.indexOf(value) !== k);
  if (twice === undefined) return;
  fail('OPTION_INVALID', {
    option,
    found: `${String(twice)} twice`,
    accepted: 'each value once',
  });
}
