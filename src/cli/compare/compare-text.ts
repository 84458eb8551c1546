import { count, decimal, percent, plural } from '../../numbers.ts';
import { costText } from '../../operations/asking/cost-text.ts';
import { LONGER, patternHints } from '../../operations/asking/pattern-hints.ts';
import { plainText } from '../../plain-text.ts';
import { textTable } from '../../report/text-table.ts';
import { doubtTexts } from '../../scoring/doubts/examinee-doubts.ts';
import type { ComparisonResult } from '../../workflow/compare/comparison-result.ts';
import { databaseArgument } from '../options/database-option.ts';
import { absentLines } from './absent-lines.ts';
import {
  endsText,
  equivalenceWords,
  outcomeWords,
  regressionWords,
  signed,
  targetSentence,
  verdictWords,
} from './change-words.ts';

/** A comparison as it is printed. */
export function compareText(result: ComparisonResult): string {
  return [heading(result), table(result), decisions(result), notes(result)].join('\n\n');
}

function heading(result: ComparisonResult): string {
  const { bank, simulated, models, asked, comparedItems, confidence, doubts } = result;
  const recorded = models.filter(({ source }) => source !== 'endpoint');
  return [
    `${plainText(bank)}${simulated ? ' — SIMULATED answers, not those of the models named' : ''}: ${outcomeWords(result)}`,
    ...doubtTexts(doubts, 'compared'),
    `${plural(models.length - 1, 'model')} compared with ${plainText(models[0].name)} on ${asked === comparedItems ? 'all' : count(asked)} ${asked === comparedItems ? `${count(asked)} items` : `items, chosen where differences are expected`}${recorded.length > 0 ? ` (recorded: ${recorded.map(({ name, source }) => `${plainText(name)}${source === 'recorded' ? '' : `, ${source}`}`).join('; ')})` : ''}.`,
    `${targetSentence(result)} Intervals hold together with ${percent(confidence)} confidence.`,
  ].join('\n');
}

function table({ changes, target, confidence, chosenItems }: ComparisonResult): string {
  const other = target === 'expected' ? 'recorded' : 'expected';
  const level = percent(confidence);
  return textTable(
    [
      { head: 'model' },
      { head: 'change', align: 'right' },
      { head: `${level} interval`, align: 'right' },
      { head: `${other} score`, align: 'right' },
      { head: 'items differing', align: 'right' },
      { head: 'kinship', align: 'right' },
    ],
    changes.map((change) => [
      change.model,
      signed(change.change),
      endsText(change),
      chosenItems ? '–' : endsText(change.other),
      `${count(change.differing)} of ${count(change.items)}`,
      decimal(change.kinship, 2),
    ]),
  );
}

function decisions(result: ComparisonResult): string {
  const lines = result.changes
    .flatMap((change) => [
      verdictWords(change, result),
      regressionWords(change, result),
      equivalenceWords(change, result),
    ])
    .filter((line) => line !== null);
  const { run } = result;
  const hints =
    run === null ? undefined : patternHints(run.number, databaseArgument(run.database), LONGER);
  return [...lines, ...absentLines(result, hints)].join('\n');
}

function notes({
  calibration,
  run,
  items,
  asked,
  stopsEarly,
  comparedItems,
  chosenItems,
  changes,
}: ComparisonResult) {
  const lines = [
    calibration === null
      ? 'Items were drawn with equal probabilities: the bank has fewer than three other models to learn from.'
      : `Items were chosen by a calibration on ${plural(calibration.models, 'model')}${calibration.without.length === 0 ? '' : `, without ${calibration.without.length === 1 ? 'the family' : 'the families'} ${calibration.without.map(plainText).join(', ')}`}. The estimate does not depend on it: every draw has a known probability.`,
  ];
  if (asked === comparedItems)
    lines[0] = chosenItems
      ? 'All shared items were compared.'
      : 'All items were compared, so the recorded change is exact. The interval of the expected change is the one of paired proportions (McNemar, Tango).';
  lines.push(
    'Kinship is the correlation of the answers of the two models beyond their abilities: near copies have one near 1, and differ on fewer items.',
  );
  if (changes.length > 1)
    lines.push(
      'Intervals are simultaneous (Bonferroni), p-values corrected (Holm) for the number of comparisons.',
    );
  if (stopsEarly && asked < items)
    lines.push(
      `Stopped after ${count(asked)} of up to ${count(items)} items: everything was decided.`,
    );
  if (calibration?.converged === false)
    lines.push('warning: the calibration has not converged; items may be chosen less well.');
  if (run !== null)
    lines.push(
      `Run ${run.number} keeps all answers${costText(run)}${run.complete ? '' : '. It is not finished: continue with --resume'}.`,
    );
  return lines.join('\n');
}
