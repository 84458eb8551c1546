import { count } from '../../numbers.ts';
import { LOG_HINTS, patternWords } from '../../scoring/patterns/pattern-words.ts';
import { rankingPage } from '../rank/ranking-page.ts';
import { misfits, type PlacedLog } from './place-report.ts';

/** Placed models as a page that can be sent to others. */
export function placePage(placed: readonly PlacedLog[]): Promise<string> {
  const [{ bank, simulated, fullScore, recorded }] = placed;
  return rankingPage({
    title: `${placed.length === 1 ? placed[0].model : `${count(placed.length)} models`} on ${bank}`,
    facts: [
      ['bank', bank],
      ['answers', 'from logs of a harness'],
      ['beside', `${count(recorded.length)} recorded models`],
      ['score', fullScore === 'items' ? 'mean score over all items' : fullScore],
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
      ...placed.flatMap(({ model, patterns }) =>
        patterns.map((pattern) => `${model}: ${patternWords(pattern, LOG_HINTS)}`),
      ),
      'Scores are predicted for the whole bank. The width of the intervals was learned on the recorded models, each predicted from the same items by a calibration without it.',
      'A place is that of the model alone among the recorded ones.',
    ],
    caution: [
      ...(simulated ? ['SIMULATED: the recorded models have simulated answers.'] : []),
      ...misfits(placed).map((warning) => `WARNING: ${warning}.`),
    ].join(' '),
  });
}
