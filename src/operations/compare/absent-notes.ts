import { ENGLISH, listed, type Words } from '../../languages/words.ts';
import { plainText } from '../../plain-text.ts';
import { absentText, truncatedNotes } from '../../scoring/absent-text.ts';
import type {
  ChangeIfMissing,
  ComparisonResult,
} from '../../workflow/compare/comparison-result.ts';
import { pageHints } from '../asking/pattern-hints.ts';
import { patternLines } from '../asking/pattern-lines.ts';
import { endsText, signed } from './change-words.ts';

/**
 * Answers that count as 0 because none could be read or given, the changes without them, and what the answers show of prompt, endpoint and
 * extraction; nothing if nothing is conspicuous.
 */
export function absentNotes(
  result: ComparisonResult,
  t: Words = ENGLISH,
  hints = pageHints(t),
): string[] {
  const patterns = patternLines(
    result.models.map(({ name, patterns: own }) => ({ model: name, patterns: own ?? [] })),
    hints,
    t,
  );
  const models = result.models.flatMap((own) => {
    const text = absentText(own, t);
    return text === '' ? [] : [t('{model}: {text}', { model: plainText(own.name), text })];
  });
  if (models.length === 0) return patterns;
  return [
    ...patterns,
    t('Count as 0: {models}.', { models: models.join(t('; ')) }),
    ...truncatedNotes(result.models, hints.longer, t),
    ...result.changes.flatMap(({ model, ifMissing }) => {
      if (ifMissing === undefined) return [];
      if (ifMissing === null)
        return [
          t(
            'WARNING: {model}: no item has readable answers of both models, so the change says nothing about them.',
            { model: plainText(model) },
          ),
        ];
      const facts = {
        model: plainText(model),
        change: signed(ifMissing.change),
        ends: endsText(ifMissing, t),
        n: ifMissing.items,
        decided: decidedText(ifMissing, t),
      };
      return [
        ifMissing.movesVerdict
          ? t(
              'WARNING: {model}: without these items {change} ({ends}) on {n, number} items: then {decided}. What is decided rests on answers that are not there.',
              facts,
            )
          : t(
              '{model}: without these items {change} ({ends}) on {n, number} items; what is decided stays the same.',
              facts,
            ),
      ];
    }),
  ];
}

/** What is decided of a change, in few words. */
function decidedText(
  {
    verdict,
    regression,
    equivalence,
  }: Pick<ChangeIfMissing, 'verdict' | 'regression' | 'equivalence'>,
  t: Words,
): string {
  return listed(
    [
      t(VERDICTS[verdict]),
      ...(regression === null ? [] : [t(LOSSES[regression.is])]),
      ...(equivalence === null ? [] : [t(EQUIVALENCES[equivalence.is])]),
    ],
    t,
  );
}

const VERDICTS = {
  undecided: 'no difference is shown',
  higher: 'it scores higher',
  lower: 'it scores lower',
} as const;
const LOSSES = {
  shown: 'a loss is shown',
  excluded: 'a loss is excluded',
  undecided: 'a loss is undecided',
} as const;
const EQUIVALENCES = {
  shown: 'equivalence is shown',
  different: 'a difference is shown',
  undecided: 'equivalence is undecided',
} as const;
