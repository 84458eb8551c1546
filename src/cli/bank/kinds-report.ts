import { count, plural } from '../../numbers.ts';
import type { AnswerKinds } from '../../workflow/bank/answer-kinds.ts';
import { textTable } from '../output/table.ts';
import { printText } from '../output/typed-commands.ts';

/** Most models shown. */
const SHOWN = 20;

/** Prints the models with answers that are not there, by kind; nothing if all answers are there. */
export function printKinds(kinds: readonly AnswerKinds[]): void {
  const own = kinds.filter(({ unread, refused, missing }) => (unread ?? 0) + refused + missing > 0);
  if (own.length === 0) return;
  printText(
    textTable(
      [
        { head: 'model' },
        ...['answers', 'unreadable', 'refused', 'without a score'].map((head) => ({
          head,
          align: 'right' as const,
        })),
      ],
      own
        .slice(0, SHOWN)
        .map(({ model, answers, unread, refused, missing }) => [
          model,
          count(answers),
          unread === null ? '–' : count(unread),
          count(refused),
          count(missing),
        ]),
    ),
  );
  if (own.length > SHOWN)
    printText(`… and ${plural(own.length - SHOWN, 'model')} more; --json lists all.`);
  printText(
    'Unreadable and refused answers are kept with the score they have, mostly 0. Records without a score are missing, like items that were never asked.',
  );
}
