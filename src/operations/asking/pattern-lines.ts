import { ENGLISH, type Words } from '../../languages/words.ts';
import { plainText } from '../../plain-text.ts';
import type { AnswerPattern } from '../../scoring/patterns/answer-pattern.ts';
import { type PatternHints, patternWords } from '../../scoring/patterns/pattern-words.ts';

/** What the outputs of models show of the prompt, the endpoint or the extraction, a line each. */
export function patternLines(
  models: readonly { readonly model: string; readonly patterns?: readonly AnswerPattern[] }[],
  hints: PatternHints,
  t: Words = ENGLISH,
): string[] {
  return models.flatMap(({ model, patterns = [] }) =>
    patterns.map((pattern) =>
      t('{model}: {text}', { model: plainText(model), text: patternWords(pattern, hints, t) }),
    ),
  );
}
