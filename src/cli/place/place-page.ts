import { sentences, type Words } from '../../languages/words.ts';
import { count } from '../../numbers.ts';
import { patternLines } from '../../operations/asking/pattern-lines.ts';
import { rankingDocument } from '../../operations/rank/ranking-document.ts';
import { documentPage } from '../../report/page.ts';
import { logHints } from '../../scoring/patterns/pattern-words.ts';
import { misfits, type PlacedLog } from './place-report.ts';

/** Placed models as a page that can be sent to others. */
export function placePage(placed: readonly PlacedLog[], t: Words): Promise<string> {
  const [{ bank, simulated, fullScore, recorded }] = placed;
  return documentPage(
    rankingDocument(
      {
        title:
          placed.length === 1
            ? t('{model} on {bank}', { model: placed[0].model, bank })
            : t('{n} models on {bank}', { n: count(placed.length), bank }),
        facts: [
          [t('bank'), bank],
          [t('answers'), t('from logs of a harness')],
          [t('beside'), t('{n} recorded models', { n: count(recorded.length) })],
          [t('score'), fullScore === 'items' ? t('mean score over all items') : fullScore],
        ],
        target: 'recorded',
        tested: placed.map((own) => ({
          ...own,
          expected: null,
          alarm: null,
          tags: {},
          actual: null,
          answered: 1,
          places: recorded.length + 1,
        })),
        recorded,
        isRecorded: false,
        asked: 'given',
        notes: [
          ...patternLines(placed, logHints(t), t),
          t(
            'Scores are predicted for the whole bank. The width of the intervals was learned on the recorded models, each predicted from the same items by a calibration without it.',
          ),
          t('A place is that of the model alone among the recorded ones.'),
        ],
        caution: sentences(
          [
            simulated ? t('SIMULATED: the recorded models have simulated answers.') : '',
            ...misfits(placed, t).map((text) =>
              t('WARNING: {text}', { text: t('{sentence}.', { sentence: text }) }),
            ),
          ],
          t,
        ),
      },
      { reader: 'others', t },
    ),
    t,
  );
}
