import { sentences, type Words } from '../../languages/words.ts';
import { count, percent } from '../../numbers.ts';
import { pageHints } from '../../operations/asking/pattern-hints.ts';
import { patternLines } from '../../operations/asking/pattern-lines.ts';
import { plainText } from '../../plain-text.ts';
import { documentPage } from '../../report/page.ts';
import { absentText, truncatedNotes } from '../../scoring/absent-text.ts';
import { doubtTexts } from '../../scoring/doubts/examinee-doubts.ts';
import type { ComparisonResult } from '../../workflow/compare/comparison-result.ts';
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
export function comparePage(result: ComparisonResult, next: string, t: Words): Promise<string> {
  const { models, changes, bank, asked, confidence, target, doubts } = result;
  const baseline = plainText(models[0].name);
  const absent = models.flatMap((own) => {
    const text = absentText(own, t);
    return text === '' ? [] : [t('{model}: {text}', { model: plainText(own.name), text })];
  });
  return documentPage(
    {
      title: t('{bank}: {outcome}', { bank: plainText(bank), outcome: t(outcomeWords(result)) }),
      lead: sentences(
        [
          ...changes.map((change) => verdictWords(change, result, t)),
          ...doubtTexts(doubts, 'compared', t),
        ],
        t,
      ),
      facts: [
        [t('compared with'), baseline],
        [t('items'), count(asked)],
        [t('score'), target === 'expected' ? t('expected') : t('recorded')],
        ...(absent.length === 0
          ? []
          : ([[t('answers that count as 0'), absent.join(t('; '))]] as const)),
        [t('confidence'), t('{share}, of all intervals together', { share: percent(confidence) })],
      ],
      sections: [
        {
          heading: t('Changes'),
          forest: {
            title: t('Change from {baseline}', { baseline }),
            caption: sentences(
              [
                t('Points, with simultaneous {share} intervals.', { share: percent(confidence) }),
                targetSentence(result, t),
              ],
              t,
            ),
            xTitle: t('points'),
            limits: NO_LIMITS,
            reference: 0,
            rows: changes.map((change) => ({
              name: plainText(change.model),
              value: change.change,
              low: change.low,
              high: change.high,
              label: `${signed(change.change)} (${endsText(change, t)})`,
              quiet: change.verdict === 'undecided',
            })),
          },
          paragraphs: [
            ...changes.flatMap((change) =>
              [regressionWords(change, result, t), equivalenceWords(change, result, t)].flatMap(
                (words) =>
                  words === null
                    ? []
                    : [t('{model}: {text}', { model: plainText(change.model), text: words })],
              ),
            ),
            ...patternLines(
              models.map((own) => ({ ...own, model: own.name })),
              pageHints(t),
              t,
            ),
            ...truncatedNotes(models, t('allow longer answers'), t),
          ],
        },
      ],
      next,
    },
    t,
  );
}
