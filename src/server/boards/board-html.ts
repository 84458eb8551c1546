import type { Leaderboard } from '../../api/leaderboards.ts';
import { forestList } from '../../charts/forest-list.ts';
import { htmlFacts, htmlPage, htmlSection, htmlTable, htmlText } from '../../html/html.ts';
import { count, decimal, plural } from '../../numbers.ts';
import { peopleText } from '../../workflow/bank/humans/people-text.ts';
import { boardPlot } from './board-svg.ts';

/** A leaderboard as one page that needs no other file: a forest plot, the numbers, and which scores these are. */
export function boardHtml(board: Leaderboard): string {
  const { bank, rows, target, strategy, bankVersion, calibration, calibrationVersion } = board;
  const points = (value: number | null) => (value === null ? 'exact' : decimal(value, 1));
  const newest =
    board.newestAt === null ? '' : ` The newest result is of ${board.newestAt.slice(0, 10)}.`;
  return htmlPage(`Leaderboard of ${bank}`, [
    htmlText(
      `${count(rows.length)} models in the order of their ${target} scores on the bank ${bank}. The score is the percentage of the whole bank that a model has right.${newest}`,
    ),
    forestList({
      ...boardPlot(board),
      title: 'Scores with 90% intervals',
      caption: `"?" marks unverified intervals, hollow marks recorded models.${board.humans === null ? '' : ' The marked line is the accuracy of people.'}`,
    }),
    ...(board.humans === null ? [] : [humansSection(board.humans)]),
    htmlSection(
      'Numbers',
      htmlTable(
        ['model', 'score', 'low', 'high', 'rank', 'possible ranks', 'interval', 'kind', 'answered'],
        rows.map((row) => [
          row.examinee,
          ...[row.score, row.low, row.high].map(points),
          String(row.rank),
          `${row.bestRank}–${row.worstRank}`,
          row.verified ? 'verified' : 'unverified',
          row.kind === 'recorded' ? 'recorded' : row.complete ? 'tested' : 'tested, ended early',
          count(row.items),
        ]),
      ),
    ),
    htmlSection(
      'About these scores',
      htmlText('Only scores with the same settings can be compared.'),
      ...(board.changedItems > 0
        ? [
            htmlText(
              `The review of the bank has changed ${plural(board.changedItems, 'item')} since these tests. The scores are those of the bank as it was.`,
            ),
          ]
        : []),
      htmlFacts([
        ['bank', bank],
        ['bank version', bankVersion],
        ['calibration', calibration === null ? 'from recorded answers' : String(calibration)],
        ['calibration version', calibrationVersion],
        ['strategy', strategy],
        ['scores', target],
      ]),
      htmlText('Made with thetarank.'),
    ),
  ]);
}

/** People as a reference: no model, so they have no rank. */
function humansSection(humans: NonNullable<Leaderboard['humans']>): string {
  return htmlSection(
    'People',
    htmlText(peopleText(humans)),
    htmlText(
      `The mean share of people who were right on ${count(humans.items)} of these ${plural(humans.of, 'question')}, weighted by respondents, with its 90% interval. It is a reference without a rank.`,
    ),
  );
}
