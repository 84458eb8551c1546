import { count, plural } from '../../numbers.ts';
import { patternLines } from '../../operations/asking/pattern-lines.ts';
import { textTable } from '../../report/text-table.ts';
import { ABSENT_KINDS, shownKinds } from '../../scoring/absent.ts';
import { KIND_WORDS, truncatedNotes } from '../../scoring/absent-text.ts';
import type { PatternHints } from '../../scoring/patterns/pattern-words.ts';
import type { AnswerKinds } from '../../workflow/bank/answer-kinds.ts';
import type { ModelPatterns } from '../../workflow/bank/read-answers.ts';
import { printText } from '../output/typed-commands.ts';

/** Most models shown. */
const SHOWN = 20;

/** The option `--absent`. */
export const MAY_LACK =
  'also keep the answers of a model of which half or more are unreadable, truncated or refused';

/** Whether answers of a model are not there. */
export function lacksAnswers({ unread, truncated, refused, tooLong = 0 }: AnswerKinds): boolean {
  return (unread ?? 0) + truncated + refused + tooLong > 0;
}

/** Prints the models with answers that are not there, by kind; nothing if all answers are there. */
export function printKinds(kinds: readonly AnswerKinds[]): void {
  const own = kinds.filter((one) => lacksAnswers(one) || one.missing > 0);
  if (own.length === 0) return;
  const kindsShown = shownKinds(ABSENT_KINDS, own);
  printText(
    textTable(
      [
        { head: 'model' },
        ...['answers', ...kindsShown.map((kind) => KIND_WORDS[kind]), 'without a score'].map(
          (head) => ({
            head,
            align: 'right' as const,
          }),
        ),
      ],
      own
        .slice(0, SHOWN)
        .map((one) => [
          one.model,
          count(one.answers),
          ...kindsShown.map((kind) => (one[kind] === null ? '–' : count(one[kind] ?? 0))),
          count(one.missing),
        ]),
    ),
  );
  if (own.length > SHOWN)
    printText(`… and ${plural(own.length - SHOWN, 'model')} more; --json lists all.`);
  printText(
    'Unreadable, truncated and refused answers are kept with the score they have, mostly 0. Records without a score are missing, like items that were never asked.',
  );
  for (const note of truncatedNotes(own, 'allow more tokens per answer')) printText(note);
}

/** Prints what the outputs of models show of prompt, endpoint and extraction. */
export function printPatterns(models: readonly ModelPatterns[], hints: PatternHints): void {
  for (const line of patternLines(models.slice(0, SHOWN), hints)) printText(line);
  if (models.length > SHOWN)
    printText(`… and ${plural(models.length - SHOWN, 'model')} more; --json lists all.`);
}
