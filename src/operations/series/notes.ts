import { listed, type Words } from '../../languages/words.ts';
import { decimal, intervalText } from '../../numbers.ts';
import { absentText, truncatedNotes } from '../../scoring/absent-text.ts';
import type {
  ResultChange,
  ResultCheckpoint,
  SeriesResult,
} from '../../workflow/series/series-result.ts';
import { alarmNotes } from '../alarm-notes.ts';
import { LONGER, pageHints } from '../asking/pattern-hints.ts';
import { patternLines } from '../asking/pattern-lines.ts';
import { ON_PAGE } from '../asking/typed-hint.ts';
import type { Reading } from '../operation.ts';
import { ALARMS, alarmOf, changeText, checkpointName } from './checkpoint-words.ts';

/** What the numbers of a series mean, and what makes them doubtful. */
export function notesOf(
  { checkpoints, target }: SeriesResult,
  reader: Reading<object>['reader'],
  t: Words,
): string[] {
  const hints = pageHints(t);
  const longer = reader === 'caller' ? LONGER : hints.longer;
  const models = checkpoints.map(({ name, patterns = [] }) => ({
    model: checkpointName(name, t),
    patterns,
  }));
  return [
    ...patternLines(models, { ...hints, longer }, t),
    ...missingNotes(checkpoints, longer, t),
    t(
      'Scores are predicted for the whole bank from the answers of all checkpoints. What a checkpoint was not asked is expected from the recorded models and from the answers of the other checkpoints to the same items.',
    ),
    t(
      'A change is significant if the answers to the items that both checkpoints answered show it: one-sided p below .05, corrected for the number of checkpoints. The estimate of its size comes from all answers.',
    ),
    target === 'expected'
      ? t(
          'Changes are of the expected score (on items like these), with half-widths of 90% intervals.',
        )
      : t('Changes are of the recorded score (on this bank), with half-widths of 90% intervals.'),
    ...marksNotes(checkpoints, t),
  ];
}

/** Answers that count as 0 because none could be read or given, and the checkpoints without them; nothing if all are there. */
function missingNotes(
  checkpoints: readonly ResultCheckpoint[],
  longer: string,
  t: Words,
): string[] {
  const lines = checkpoints.flatMap((own) => {
    const text = missingText(own, t);
    if (text === '') return [];
    const line = t('{model}: {text}', { model: t('step {step}', { step: `${own.step}` }), text });
    return own.ifMissing?.movesMarks === false ? [line] : [t('WARNING: {text}', { text: line })];
  });
  if (lines.length === 0) return [];
  return [
    ...lines,
    ...truncatedNotes(checkpoints, longer, t),
    t(
      'Leaving answers out favours models that refuse, or answer unreadably, the questions they find hard. Scores above count them as 0.',
    ),
  ];
}

/** What a checkpoint comes to without answers that are not there; empty if all are. */
function missingText({ ifMissing, score, change, ...own }: ResultCheckpoint, t: Words): string {
  if (ifMissing === undefined) return '';
  const counts = absentText(own, t);
  if (ifMissing === null)
    return t(
      '{counts} scored 0; no other answer is left, so the score says nothing about the model.',
      { counts },
    );
  if (counts === '' && !ifMissing.movesMarks) return '';
  const after = `${decimal(ifMissing.score, 1)} (${intervalText(ifMissing, ifMissing.verified, t)})`;
  const facts = [t('score {after} instead of {before}', { after, before: decimal(score, 1) })];
  if (change !== null || ifMissing.change !== null)
    facts.push(
      t('change {after} instead of {before}', {
        after: changeOr(ifMissing.change),
        before: changeOr(change),
      }),
    );
  const size = ifMissing.movesMarks ? t('; other changes are marked then') : '';
  return counts === ''
    ? t('If missing: {facts}{size}.', { facts: listed(facts, t), size })
    : t('{counts} scored 0. If missing: {facts}{size}.', {
        ...{ counts, facts: listed(facts, t), size },
      });
}

const changeOr = (change: ResultChange | null) => (change === null ? '–' : changeText(change));

/** What the marks of these checkpoints mean, a line each. */
function marksNotes(checkpoints: readonly ResultCheckpoint[], t: Words): string[] {
  const isBroken = checkpoints.some(({ broken }) => broken !== null);
  return [
    ...(isBroken
      ? [
          t(
            'drift: more answers than by chance are on one side of those of the checkpoints beside it; little is carried over.',
          ),
        ]
      : []),
    ...alarmNotes(checkpoints.map(alarmOf), false, ON_PAGE, t).map(({ alarm, note }) =>
      t('{model}: {text}', { model: t(ALARMS[alarm]), text: note }),
    ),
  ];
}
