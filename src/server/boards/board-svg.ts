import type { Leaderboard } from '../../api/leaderboards.ts';
import { type ForestPlot, forestPlotSvg } from '../../charts/forest-plot.ts';
import { dateText } from '../../languages/date-text.ts';
import { sentences, type Words } from '../../languages/words.ts';
import { decimal } from '../../numbers.ts';
import { doubtTexts, simulatedDoubts } from '../../scoring/doubts/examinee-doubts.ts';
import { peopleText } from '../../workflow/bank/humans/people-text.ts';

/** Most rows of an image: each takes a fraction of a millisecond, and 20 pixels. */
const MOST_DRAWN = 100;

/** A leaderboard as a forest plot that says itself which scores these are. */
export function boardSvg(board: Leaderboard, t: Words): Promise<string> {
  return forestPlotSvg({
    ...boardPlot({ ...board, rows: board.rows.slice(0, MOST_DRAWN) }, t),
    title: t('Leaderboard of {bank}', { bank: board.bank }),
    caption: boardCaption(board, t),
  });
}

/** The rows of a leaderboard, for a forest plot. */
export function boardPlot(board: Leaderboard, t: Words): Omit<ForestPlot, 'title' | 'caption'> {
  return {
    ...(board.humans === null ? {} : { reference: board.humans.accuracy }),
    xTitle: board.target === 'expected' ? t('expected score, points') : t('recorded score, points'),
    rows: board.rows.map(({ rank, examinee, score, low, high, kind, person, verified }) => ({
      name: person
        ? t('{rank}. {name} (person)', { rank: String(rank), name: examinee })
        : `${rank}. ${examinee}`,
      value: score,
      low,
      high,
      label: `${decimal(score, 1)}${low === null || high === null ? '' : ` (${t('{low} to {high}', { low: decimal(low, 1), high: decimal(high, 1) })})${verified ? '' : ' ?'}`}`,
      quiet: kind === 'recorded',
    })),
  };
}

/** That recorded models have simulated answers; empty if none has. */
export function simulatedTexts(
  { simulated, standIns }: Pick<Leaderboard, 'simulated' | 'standIns'>,
  t: Words,
): string[] {
  return [
    ...(simulated ? [t('SIMULATED: the recorded models have simulated answers.')] : []),
    ...doubtTexts(simulatedDoubts(standIns, standIns), 'compared', t),
  ];
}

/** Bank, strategy, versions and date on one line. */
function boardCaption(board: Leaderboard, t: Words): string {
  const { bankVersion, calibration, calibrationVersion, strategy, newestAt } = board;
  const facts = {
    strategy,
    bankVersion: bankVersion.slice(0, 12),
    version: calibrationVersion.slice(0, 12),
  };
  return sentences(
    [
      ...simulatedTexts(board, t),
      t(
        'Predicted scores on the whole bank with their 90% intervals; "?" marks unverified intervals, hollow marks recorded models.',
      ),
      calibration === null
        ? t(
            'Strategy {strategy}, bank version {bankVersion}, calibration from recorded answers, version {version}.',
            facts,
          )
        : t(
            'Strategy {strategy}, bank version {bankVersion}, calibration {calibration}, version {version}.',
            { ...facts, calibration: String(calibration) },
          ),
      board.humans === null
        ? ''
        : sentences(
            [t('The dashed line is a reference without a rank.'), peopleText(board.humans, t)],
            t,
          ),
      newestAt === null ? '' : t('Newest result: {day}.', { day: dateText(newestAt, t) }),
      board.rows.length > MOST_DRAWN ? t('The first {n} rows.', { n: String(MOST_DRAWN) }) : '',
      t('Made with thetarank.'),
    ],
    t,
  );
}
