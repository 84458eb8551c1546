import type { Leaderboard } from '../../api/leaderboards.ts';
import { type ForestPlot, forestPlotSvg } from '../../charts/forest-plot.ts';
import { decimal } from '../../numbers.ts';
import { peopleText } from '../../workflow/bank/humans/people-text.ts';

/** A leaderboard as a forest plot that says itself which scores these are. */
export function boardSvg(board: Leaderboard): Promise<string> {
  return forestPlotSvg({
    ...boardPlot(board),
    title: `Leaderboard of ${board.bank}`,
    caption: boardCaption(board),
  });
}

/** The rows of a leaderboard, for a forest plot. */
export function boardPlot(board: Leaderboard): Omit<ForestPlot, 'title' | 'caption'> {
  return {
    ...(board.humans === null ? {} : { reference: board.humans.accuracy }),
    xTitle: `${board.target} score, points`,
    rows: board.rows.map(({ rank, examinee, score, low, high, kind, verified }) => ({
      name: `${rank}. ${examinee}`,
      value: score,
      low,
      high,
      label: `${decimal(score, 1)}${low === null || high === null ? '' : ` (${decimal(low, 1)} to ${decimal(high, 1)})${verified ? '' : ' ?'}`}`,
      quiet: kind === 'recorded',
    })),
  };
}

/** Bank, strategy, versions and date on one line. */
function boardCaption(board: Leaderboard): string {
  const { bankVersion, calibration, calibrationVersion, strategy, newestAt } = board;
  return [
    'Predicted scores on the whole bank with their 90% intervals; "?" marks unverified intervals, hollow marks recorded models.',
    `Strategy ${strategy}, bank version ${bankVersion.slice(0, 12)},`,
    `calibration ${calibration === null ? 'from recorded answers' : calibration}, version ${calibrationVersion.slice(0, 12)}.`,
    ...(board.humans === null
      ? []
      : [`The dashed line is a reference without a rank. ${peopleText(board.humans)}`]),
    ...(newestAt === null ? [] : [`Newest result: ${newestAt.slice(0, 10)}.`]),
    'Made with thetarank.',
  ].join(' ');
}
