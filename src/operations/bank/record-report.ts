import { count, plural } from '../../numbers.ts';
import { FEWEST_RANKED } from '../../ranking/recorded-bank.ts';
import type { Told } from '../../report/document.ts';
import { saidMostLines } from '../../report/said-text.ts';
import { notTakenLines } from '../../report/scored-lines.ts';
import { doubtTexts } from '../../scoring/doubts/examinee-doubts.ts';
import { logHints } from '../../scoring/patterns/pattern-words.ts';
import { LONGER, patternHints } from '../asking/pattern-hints.ts';
import type { Reading } from '../operation.ts';
import { answerSections } from './answers-section.ts';
import type { RecordOptions } from './file-options.ts';
import { recordSections } from './read-records.ts';
import type { Kept } from './record.ts';
import { listed } from './recorded-source.ts';
import { provenanceText } from './run-provenance.ts';

/** What was kept of which models. */
export function recordReport(
  { bank, names, items, answers, replaced, all, doubts, unknown, ...kept }: Kept,
  { where }: Reading<RecordOptions>,
): Told {
  const { kinds, patterns, reports, run, said, otherMetrics } = kept;
  const notes = [
    ...notTakenLines({ metrics: [], otherMetrics, flipped: [], limits: {} }),
    ...doubtTexts(doubts, 'fitted'),
    ...(unknown.length === 0
      ? []
      : [
          `Left out: ${plural(unknown.length, 'item')} that the bank does not have: ${listed(unknown)}.`,
        ]),
  ];
  const few = FEWEST_RANKED - all;
  const ofRun = run === undefined ? [] : [...saidMostLines(said), provenanceText(run)];
  const hints = run === undefined ? logHints() : patternHints(run.run, where, LONGER);
  return {
    lead: `Bank ${bank}: ${plural(answers, 'answer')} of ${plural(names.length, 'model')} to ${plural(items, 'item')} kept${replaced.length > 0 ? `; ${count(replaced.length)} of the models replaced` : ''}. ${plural(all, 'model')} in all.`,
    sections: [
      ...recordSections(reports, 'no answers to items of the bank', '--json lists more of them'),
      { paragraphs: notes },
      ...answerSections(kinds, patterns, hints),
      { paragraphs: ofRun },
    ],
    next:
      few > 0
        ? `record answers of ${plural(few, 'more model')}; a ranking needs ${FEWEST_RANKED}`
        : `thetarank rank --bank ${bank}${where}`,
  };
}
