import type { Item } from '../../../item-bank/items/item.ts';
import type { Label, Rater, Vote } from '../../annotation/vote.ts';
import { raterName } from '../../annotation/vote.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { mostOfTurns } from '../../examinee/endpoint/cost/most-cost.ts';
import { annotationConversation } from '../../prompt/annotate/annotation-conversation.ts';
import { type LabelChoices, readLabel } from '../../prompt/annotate/read-label.ts';
import { NONE_TEXT } from '../../prompt/annotate/wording.ts';
import type { ReadAnswer } from '../../run/ask-conversation.ts';
import type { RunCall } from '../../run/run-calls.ts';
import type { RunAnswer } from '../../run/run-record.ts';
import { type Askers, questionsOf } from '../synthesis/synthesis-calls.ts';
import { type AnnotatedLevel, choicesFor } from './annotation-levels.ts';

/** Who labels what: calls go level by level, within a level rater by rater. */
export interface AnnotationPlan {
  readonly levels: readonly AnnotatedLevel[];
  readonly raters: readonly Rater[];
  readonly withKey: boolean;
}

/** Position of a call. */
export function callAt({ raters }: Pick<AnnotationPlan, 'raters'>, level: number, rater: number) {
  return level * raters.length + rater;
}

/** The calls of a plan as they are asked. @throws what `examineeOf` throws */
export function annotationCalls(
  plan: AnnotationPlan,
  models: readonly EndpointConfiguration[],
  { examineeOf }: Pick<Askers, 'examineeOf'>,
): RunCall[] {
  const { levels, raters, withKey } = plan;
  return levels.flatMap((own, l) =>
    raters.map((rater, r): RunCall => {
      const endpoint = models.find(({ name }) => name === rater.model)!;
      const path = ancestors(levels, l);
      const id = `${raterName(rater)}: ${own.level.id}`;
      const choicesOf = (item: Item, seen: readonly string[]) =>
        choicesAt(levels, [...path, l], item, seen);
      return {
        ...{ id, model: rater.model, repeat: rater.repeat },
        draw: id,
        before: path.map((level) => callAt(plan, level, r)),
        examinee: examineeOf({ model: rater.model, temperature: null }, endpoint),
        given: (item, seen) => given(choicesOf(item, seen)),
        conversation(item, seen) {
          const choices = choicesOf(item, seen);
          return annotationConversation(
            item,
            typeof choices === 'string' ? { ...own, values: own.level.values } : choices,
            withKey,
          );
        },
        most: (conversation) => mostOfTurns(endpoint, questionsOf(conversation)),
        read(item, { outputs }, seen) {
          const choices = choicesOf(item, seen);
          if (typeof choices === 'string') throw new RangeError(`${id} has nothing to read`);
          return answerOf(outputs, choices);
        },
      };
    }),
  );
}

/** Positions of the labelled levels above one, the highest first. */
function ancestors(levels: readonly AnnotatedLevel[], level: number): number[] {
  const { parent } = levels[level];
  return parent === null ? [] : [...ancestors(levels, parent), parent];
}

/**
 * The choices at the last level of a path.
 * @param seen outputs at the levels before
 * @returns `none` where no label fits at a level above, `unknown` where a label there could not be read
 */
function choicesAt(
  levels: readonly AnnotatedLevel[],
  path: readonly number[],
  item: Item,
  seen: readonly string[],
): LabelChoices | 'none' | 'unknown' {
  let parent: Label | undefined;
  for (const [k, level] of path.entries()) {
    const choices = choicesFor(levels[level], item, parent);
    if (k === path.length - 1) return choices.values.length === 0 ? 'none' : choices;
    const read = readLabel([seen[k]], choices);
    if (read.kind !== 'label') return 'unknown';
    if (read.label === null) return 'none';
    parent = read.label;
  }
  throw new RangeError('an empty path');
}

/** The answer where nothing has to be asked; null where it has. */
function given(choices: LabelChoices | 'none' | 'unknown'): ReadAnswer | null {
  if (choices === 'unknown')
    return { output: '', extracted: null, rule: 'parent', reason: 'none', score: 0 };
  if (choices === 'none') return labelAnswer(null, labelText(null), 'parent');
  const [only, ...others] = choices.values;
  if (others.length > 0 || choices.mayFitNone) return null;
  return labelAnswer(only.id, labelText(only.id), 'only');
}

function answerOf(outputs: readonly string[], choices: LabelChoices): ReadAnswer {
  const read = readLabel(outputs, choices);
  const output = outputs.at(-1) ?? '';
  if (read.kind === 'label') return labelAnswer(read.label, output, read.rule);
  if (read.kind === 'refusal')
    return { output, extracted: null, rule: 'none', reason: 'refusal', score: 0 };
  return { output, extracted: null, rule: read.fault, reason: 'none', score: 0 };
}

function labelAnswer(label: Label, output: string, rule: string): ReadAnswer {
  return { output, extracted: JSON.stringify({ label }), rule, reason: null, score: 1 };
}

function labelText(label: Label): string {
  return JSON.stringify({ label: label ?? NONE_TEXT });
}

/** The vote of a kept answer. */
export function voteOf({
  extracted,
  reason,
  refused,
  finishReason,
}: Pick<RunAnswer, 'extracted' | 'reason' | 'refused' | 'finishReason'>): Vote {
  if (extracted !== null) return { kind: 'label', label: JSON.parse(extracted).label };
  const isRefusal = refused !== null || reason === 'refusal' || finishReason === 'content_filter';
  return { kind: isRefusal ? 'refusal' : 'unreadable' };
}
