import { count, decimal, percent } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import { doubtTexts } from '../../scoring/doubts/examinee-doubts.ts';
import type { ComparisonResult } from '../../workflow/compare/comparison-result.ts';
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

/** A comparison as Markdown, for the comment on a pull request. */
export function compareMarkdown(result: ComparisonResult): string {
  const { bank, models, changes, asked, confidence, chosenItems, doubts } = result;
  const rows = changes.map((change) => [
    cell(change.model),
    signed(change.change),
    endsText(change),
    chosenItems ? '–' : endsText(change.other),
    `${count(change.differing)} of ${count(change.items)}`,
    decimal(change.standardError, 2),
  ]);
  const heads = [
    `compared with ${cell(models[0].name)}`,
    'change (points)',
    `${percent(confidence)} interval`,
    `interval, ${changes[0].other.target} score`,
    'items differing',
    'standard error',
  ];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const said = changes.flatMap((change) =>
    [
      verdictWords(change, result),
      regressionWords(change, result),
      equivalenceWords(change, result),
    ].flatMap((words) => (words === null ? [] : [`- ${cell(words)}`])),
  );
  const absent = absentLines(result).map((text) => `- ${cell(text)}`);
  return `### ${outcomeWords(result)}: ${cell(bank)}, ${count(asked)} items

${doubtTexts(doubts, 'compared')
  .map((note) => `${cell(note)}\n\n`)
  .join('')}${[line(heads), '|---|---:|---:|---:|---:|---:|', ...rows.map(line)].join('\n')}

${[...said, ...absent].join('\n')}

${targetSentence(result)} Intervals hold together.
`;
}

/** No name can end a cell, or begin a link or a tag. */
function cell(text: string): string {
  return plainText(text).replace(/[\\`*_{}[\]<>|#~@]/g, (mark) => `\\${mark}`);
}
