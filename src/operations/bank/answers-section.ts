import { count, plural } from '../../numbers.ts';
import type { Told } from '../../report/document.ts';
import { plainTable } from '../../report/plain-table.ts';
import { ABSENT_KINDS, shownKinds } from '../../scoring/absent.ts';
import { KIND_WORDS, truncatedNotes } from '../../scoring/absent-text.ts';
import type { PatternHints } from '../../scoring/patterns/pattern-words.ts';
import type { AnswerKinds } from '../../workflow/bank/answer-kinds.ts';
import type { ModelPatterns } from '../../workflow/bank/read-answers.ts';
import { patternLines } from '../asking/pattern-lines.ts';

/** Most models shown. */
const SHOWN = 20;

/** Whether answers of a model are not there. */
export function lacksAnswers({ unread, truncated, refused, tooLong = 0 }: AnswerKinds): boolean {
  return (unread ?? 0) + truncated + refused + tooLong > 0;
}

/** The models with answers that are not there, by kind; and what the outputs show of prompt, endpoint and extraction. */
export function answerSections(
  kinds: readonly AnswerKinds[],
  patterns: readonly ModelPatterns[],
  hints: PatternHints,
): NonNullable<Told['sections']> {
  const lines = patternLines(patterns.slice(0, SHOWN), hints);
  const more = patterns.length - SHOWN;
  const shown =
    more > 0 ? [...lines, `… and ${plural(more, 'model')} more; --json lists all.`] : lines;
  return [...kindSection(kinds), ...(shown.length === 0 ? [] : [{ paragraphs: shown }])];
}

/** Nothing if all answers are there. */
function kindSection(kinds: readonly AnswerKinds[]): NonNullable<Told['sections']> {
  const own = kinds.filter((one) => lacksAnswers(one) || one.missing > 0);
  if (own.length === 0) return [];
  const shown = shownKinds(ABSENT_KINDS, own);
  const columns = ['answers', ...shown.map((kind) => KIND_WORDS[kind]), 'without a score'];
  return [
    {
      table: {
        ...plainTable(
          ['model', ...columns],
          own.map((one) => [
            ...[one.model, count(one.answers)],
            ...shown.map((kind) => (one[kind] === null ? '–' : count(one[kind] ?? 0))),
            count(one.missing),
          ]),
          columns,
        ),
        limit: SHOWN,
      },
      paragraphs: [
        'Unreadable, truncated and refused answers are kept with the score they have, mostly 0. Records without a score are missing, like items that were never asked.',
        ...truncatedNotes(own, 'allow more tokens per answer'),
      ],
    },
  ];
}
