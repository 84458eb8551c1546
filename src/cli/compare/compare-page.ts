import { count, percent } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { ComparisonResult } from '../../workflow/compare/comparison-result.ts';
import { studyPage } from '../simulate/study-page/study-page.ts';
import {
  endsText,
  equivalenceWords,
  outcomeWords,
  regressionWords,
  signed,
  targetSentence,
  verdictWords,
} from './change-words.ts';

const NO_LIMITS = [-100, 100] as const;

/** A comparison as one HTML page with a forest plot. */
export function comparePage(result: ComparisonResult, next: string): string {
  const { models, changes, bank, asked, confidence, target } = result;
  const baseline = plainText(models[0].name);
  return studyPage({
    title: `${plainText(bank)}: ${outcomeWords(result)}`,
    lead: changes.map((change) => verdictWords(change, result)).join(' '),
    facts: [
      ['compared with', baseline],
      ['items', count(asked)],
      ['score', target],
      ['confidence', `${percent(confidence)}, of all intervals together`],
    ],
    sections: [
      {
        heading: 'Changes',
        forest: {
          title: `Change from ${baseline}`,
          caption: `Points, with simultaneous ${percent(confidence)} intervals. ${targetSentence(result)}`,
          xTitle: 'points',
          limits: NO_LIMITS,
          reference: 0,
          rows: changes.map((change) => ({
            name: plainText(change.model),
            value: change.change,
            low: change.low,
            high: change.high,
            label: `${signed(change.change)} (${endsText(change)})`,
            quiet: change.verdict === 'undecided',
          })),
        },
        paragraphs: changes.flatMap((change) =>
          [regressionWords(change, result), equivalenceWords(change, result)].flatMap((words) =>
            words === null ? [] : [`${plainText(change.model)}: ${words}`],
          ),
        ),
      },
    ],
    next,
  });
}
