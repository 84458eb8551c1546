import { count, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type {
  ChangeIfMissing,
  ComparisonResult,
} from '../../workflow/compare/comparison-result.ts';
import type { AbsentCounts } from '../../workflow/live/absent-answers.ts';
import { endsText, signed } from './change-words.ts';

/** `2 unreadable answers and 1 refused question`; empty if there are none. */
export function absentText({ unread, refused }: AbsentCounts): string {
  return [
    ...(unread > 0 ? [plural(unread, 'unreadable answer')] : []),
    ...(refused > 0 ? [plural(refused, 'refused question')] : []),
  ].join(' and ');
}

/** Answers that count as 0 because none could be read or given, and the changes without them; nothing if all are there. */
export function absentLines(result: ComparisonResult): string[] {
  const models = result.models.flatMap(({ name, unread = 0, refused = 0 }) => {
    const text = absentText({ unread, refused });
    return text === '' ? [] : [`${plainText(name)} ${text}`];
  });
  if (models.length === 0) return [];
  return [
    `Count as 0: ${models.join('; ')}.`,
    ...result.changes.flatMap(({ model, ifMissing }) => {
      if (ifMissing === undefined) return [];
      if (ifMissing === null)
        return [
          `WARNING: ${plainText(model)}: no item has readable answers of both models, so the change says nothing about them.`,
        ];
      const without = `${plainText(model)}: without these items ${signed(ifMissing.change)} (${endsText(ifMissing)}) on ${count(ifMissing.items)} items`;
      return [
        ifMissing.movesVerdict
          ? `WARNING: ${without}: then ${decidedText(ifMissing)}. What is decided rests on answers that are not there.`
          : `${without}; what is decided stays the same.`,
      ];
    }),
  ];
}

/** What is decided of a change, in few words. */
function decidedText({
  verdict,
  regression,
  equivalence,
}: Pick<ChangeIfMissing, 'verdict' | 'regression' | 'equivalence'>): string {
  return [
    verdict === 'undecided' ? 'no difference is shown' : `it scores ${verdict}`,
    ...(regression === null ? [] : [`a loss of the size of --fail-if is ${regression.is}`]),
    ...(equivalence === null ? [] : [`equivalence is ${equivalence.is}`]),
  ].join(', ');
}
