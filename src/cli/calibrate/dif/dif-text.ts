import { decimal, plural } from '../../../numbers.ts';
import { textTable } from '../../../report/text-table.ts';
import {
  classText,
  contaminationText,
  type DifReport,
  datedText,
  effectText,
  flaggedItems,
  groupsText,
  harderFor,
  leastText,
  legendText,
  methodsText,
  mostMoved,
  powerText,
  rankingText,
  suspectedUnits,
  unitText,
} from './dif-report.ts';

/** Rows of each table; files have all. */
const MOST_SHOWN = 15;
const MOST_MOVED = 5;

/** Flagged items first, then the power, contamination and the ranking without them. */
export function difText(report: DifReport): string {
  const { analysis, request } = report;
  const flagged = flaggedItems(analysis);
  const shown = flagged.slice(0, MOST_SHOWN);
  const correction =
    request.correction === 'none' ? 'not corrected for many items' : request.correction;
  const units = suspectedUnits(analysis);
  return [
    [
      `${groupsText(report)}; ${plural(analysis.items.length, 'item')}; ${methodsText(request.methods)}`,
      `Flagged: ${flagged.length} of ${plural(analysis.items.length, 'item')} by any method (p < ${request.alpha}, ${correction}${request.families === null ? '' : ', families allowed for'})`,
      ...(shown.length === 0
        ? []
        : [
            '',
            textTable(
              [
                { head: 'item' },
                { head: 'harder for' },
                { head: 'flagged by' },
                { head: 'effect, logits (95%)', align: 'right' },
                { head: 'least corrected p', align: 'right' },
                { head: 'ETS', align: 'right' },
              ],
              shown.map((item) => [
                item.item,
                harderFor(item, report),
                methodsText(item.flaggedBy),
                effectText(item),
                leastText(item),
                classText(report, item),
              ]),
            ),
            ...moreLine(flagged.length - shown.length),
            'The effect is the log odds of a right answer at equal ability, focal minus reference group. Flags of one method alone are weaker.',
            legendText(shown),
          ]),
    ].join('\n'),
    powerText(report),
    [
      contaminationText(report),
      ...units.slice(0, MOST_SHOWN).map((unit) => `  ${unitText(unit)}`),
      ...moreLine(units.length - MOST_SHOWN),
      datedText(report),
    ]
      .filter((line) => line !== '')
      .join('\n'),
    [rankingText(report), movedTable(report)].filter((line) => line !== '').join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function moreLine(rest: number): string[] {
  return rest > 0 ? [`and ${rest} more (--out FILE and --json have all)`] : [];
}

/** Models whose rank changes most. */
function movedTable({ analysis }: DifReport): string {
  const moved = mostMoved(analysis, MOST_MOVED).filter(
    ({ rank, rankWithout }) => rank !== rankWithout,
  );
  if (moved.length === 0) return '';
  const right = (head: string) => ({ head, align: 'right' as const });
  return textTable(
    [{ head: 'model' }, right('rank'), right('without'), right('score'), right('without')],
    moved.map(({ name, rank, rankWithout, score, without }) => [
      name,
      decimal(rank, Number.isInteger(rank) ? 0 : 1),
      decimal(rankWithout, Number.isInteger(rankWithout) ? 0 : 1),
      decimal(100 * score, 1),
      decimal(100 * without, 1),
    ]),
  );
}
