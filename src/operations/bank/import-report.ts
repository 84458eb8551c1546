import { count, plural } from '../../numbers.ts';
import type { Told } from '../../report/document.ts';
import { scoredLines } from '../../report/scored-lines.ts';
import { doubtTexts, simulatedDoubts } from '../../scoring/doubts/examinee-doubts.ts';
import { logHints } from '../../scoring/patterns/pattern-words.ts';
import { shortened } from '../../text/shortened.ts';
import type { Reading } from '../operation.ts';
import { answerSections } from './answers-section.ts';
import type { Imported, ImportOptions } from './import.ts';
import { recordSections, rejectsPlace } from './read-records.ts';

/** Most names in a list. */
const SHOWN = 10;

/** What became of the items, of the records of each file, and of the answers. */
export function importReport(
  { bank, taxonomy, added, reports, leftOut, recorded }: Imported,
  { options: { name, rejects, status }, where }: Reading<ImportOptions>,
): Told {
  const notes = [
    ...(taxonomy === null ? [] : [`Tags checked against the taxonomy ${taxonomy}.`]),
    ...Object.entries(leftOut).map(
      ([field, records]) =>
        `Left out: field ${JSON.stringify(field)} of ${plural(records, 'record')}: it cannot be a tag (a long text, several lines, or a list).`,
    ),
    ...(status === 'pretest' && added > 0 ? [pretestText(name, added, where)] : []),
  ];
  return {
    lead: `Bank ${name}: ${plural(added, 'item')} added, ${plural(bank?.items ?? 0, 'item')} in all${bank === null ? '' : ` (version ${bank.version})`}.`,
    sections: [
      ...recordSections(reports, 'invalid items', rejectsPlace(rejects)),
      { paragraphs: notes },
      ...(recorded === null ? [] : loggedSections(recorded)),
    ],
    next: `thetarank bank audit ${name}${where}`,
  };
}

function pretestText(name: string, added: number, where: string): string {
  return `The new items are pretest items: they do not count in scores yet. To ask some besides each test: thetarank rank --bank ${name} --model NAME@ADDRESS -T pretest=${Math.min(10, added)}${where}; what is known of them: thetarank bank pretest ${name}${where}`;
}

function loggedSections({
  answers,
  repeats,
  replaced,
  examinees,
  unscored,
  kinds,
  patterns,
  standIns,
  ...scored
}: NonNullable<Imported['recorded']>): NonNullable<Told['sections']> {
  const names = examinees.slice(0, SHOWN).map(shortened).join(', ');
  const rest = examinees.length > SHOWN ? `, … and ${count(examinees.length - SHOWN)} more` : '';
  const paragraphs = [
    answers === 0
      ? 'No answers kept.'
      : `${plural(answers, 'answer')} of ${plural(examinees.length, 'model')} kept: ${names}${rest}.`,
    ...scoredLines(scored),
    ...doubtTexts(simulatedDoubts(examinees, standIns), 'fitted'),
    ...(repeats === 0
      ? []
      : [
          `${plural(repeats, 'answer')} of a model to an item it had answered before: the mean counts.`,
        ]),
    ...(replaced === null || replaced.answers === 0
      ? []
      : [
          `Warning: ${plural(replaced.answers, 'answer')} of ${replaced.examinees.slice(0, SHOWN).map(shortened).join(', ')} had another score before and ${replaced.answers === 1 ? 'was' : 'were'} replaced. For logs of another model or run, import them under a name of their own: --model NAME.`,
        ]),
    ...unscored.first
      .slice(0, 1)
      .map(
        ({ item, reason }) =>
          `${plural(unscored.count, 'record')} without an answer (first: ${item}: ${shortened(reason)}).`,
      ),
  ];
  return [{ paragraphs }, ...answerSections(kinds, patterns, logHints())];
}
