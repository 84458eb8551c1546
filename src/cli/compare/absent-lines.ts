import { ENGLISH } from '../../languages/words.ts';
import { count } from '../../numbers.ts';
import { LONGER, pageHints } from '../../operations/asking/pattern-hints.ts';
import { patternLines } from '../../operations/asking/pattern-lines.ts';
import { plainText } from '../../plain-text.ts';
import { absentText, truncatedNotes } from '../../scoring/absent-text.ts';
import type {
  ChangeIfMissing,
  ComparisonResult,
} from '../../workflow/compare/comparison-result.ts';
import { endsText, signed } from './change-words.ts';

/**
 * Answers that count as 0 because none could be read or given, the changes without them, and what the answers show of prompt, endpoint and
 * extraction; nothing if nothing is conspicuous.
 */
export function absentLines(result: ComparisonResult, hints = pageHints(ENGLISH)): string[] {
  const patterns = patternLines(
    result.models.map(({ name, patterns: own }) => ({ model: name, patterns: own ?? [] })),
    hints,
  );
  const models = result.models.flatMap((own) => {
    const text = absentText(own);
    return text === '' ? [] : [`${plainText(own.name)} ${text}`];
  });
  if (models.length === 0) return patterns;
  return [
    ...patterns,
    `Count as 0: ${models.join('; ')}.`,
    ...truncatedNotes(result.models, LONGER),
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
