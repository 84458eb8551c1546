import { loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import type { HarnessReport } from '../../files/harness/read-harness-samples.ts';
import { ENGLISH, sentences, type Words } from '../../languages/words.ts';
import { count, decimal } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import { isMisfit, type Placement } from '../../ranking/place-answers.ts';
import type { Told } from '../../report/document.ts';
import { notTakenLines } from '../../report/scored-lines.ts';
import type { AnswerPattern } from '../../scoring/patterns/answer-pattern.ts';
import { logHints } from '../../scoring/patterns/pattern-words.ts';
import { patternLines } from '../asking/pattern-lines.ts';
import type { Reading } from '../operation.ts';
import { amongRecorded } from '../rank/among-recorded.ts';
import { rightNotes } from '../rank/items-right.ts';
import { rankingDocument } from '../rank/ranking-document.ts';
import type { PlaceOptions } from './place.ts';

/** A placement, and how its answers were read. */
export interface PlacedLog extends Placement {
  readonly patterns: readonly AnswerPattern[];
  readonly log: HarnessReport;
}

/** Recorded models shown above and below the new one, and around each of several. */
const NEIGHBOURS = 5;
const NEIGHBOURS_OF_EACH = 2;

/** What placed models say. */
export function placedDocument(
  placed: readonly PlacedLog[],
  { options, reader, hasPage, t }: Reading<PlaceOptions>,
): Told {
  const [{ bank, simulated, fullScore, recorded }] = placed;
  const isPage = reader === 'others';
  const told = rankingDocument(
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
      further: isPage
        ? []
        : [
            amongRecorded(
              placed.map((own) => ({ ...own, interval: own })),
              recorded,
              placed.length === 1 ? NEIGHBOURS : NEIGHBOURS_OF_EACH,
            ),
          ],
      notes: [
        ...patternLines(placed, logHints(t), t),
        ...(isPage ? [] : [...placed.flatMap(readingNotes), ...rightNotes(placed, false)]),
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
    { reader, t },
  );
  const next = nextStep(placed, options.bank, hasPage);
  return isPage || next === '' ? told : { ...told, next };
}

/** How the answers of a model were read, and how far its score errs. */
function readingNotes({ model, log, expectedError, verified, ...placement }: PlacedLog): string[] {
  const whose = `${plainText(model)}: `;
  const left = log.lines - log.accepted;
  const { metric, otherMetrics = [], flipped = [] } = log;
  const why = isMisfit(placement)
    ? 'the answers do not follow the calibration'
    : 'there are few recorded models';
  return [
    `${whose}the mean error for the recorded models with the same items is ${decimal(expectedError, 2)} points.`,
    ...(verified ? [] : [`${whose}the interval is unverified, because ${why}.`]),
    `${whose}${count(log.lines)} lines, ${count(log.accepted)} answers by ${metric}${left === 0 ? '.' : `; left out: ${log.duplicates} repeated, ${log.unknown} of other items, ${log.otherFilter} of other filters.`}`,
    ...notTakenLines({ metrics: [metric], otherMetrics, flipped, limits: {} }).map(
      (line) => `${whose}${line}`,
    ),
    ...(log.disagreeing > 0
      ? [
          `${whose}on ${log.disagreeing} lines the doc_id differs from the position of the document; the document counts.`,
        ]
      : []),
  ];
}

function nextStep(placed: readonly PlacedLog[], bank: string, hasPage: boolean): string {
  const size = loadBuiltinBank(bank).items.length;
  const most = Math.max(...placed.map(({ items }) => items));
  const more = Math.min(2 * most, size);
  return [
    ...(hasPage ? [] : ['--report placed.html writes this as a page that can be sent to others']),
    ...(more > most
      ? [`more answers narrow the intervals: thetarank form --bank ${bank} --items ${more}`]
      : []),
  ].join('; or ');
}

/** A warning for each model whose answers do not follow the calibration. */
function misfits(placements: readonly Placement[], t: Words = ENGLISH): string[] {
  return placements
    .filter(isMisfit)
    .map(({ model, fit }) =>
      t(
        'the answers of {model} do not follow the calibration (l_z {fit}; below −4 is rare): check that items are matched and answers scored correctly before you trust the score',
        { model, fit: decimal(fit!, 1) },
      ),
    );
}
