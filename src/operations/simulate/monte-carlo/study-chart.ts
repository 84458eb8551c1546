import { type Figure, reach95 } from '../../../../sim/monte-carlo/measure/ratio.ts';
import type { CellResult, MonteCarloReport } from '../../../../sim/monte-carlo/study.ts';
import { errorBand } from '../../../charts/error-band.ts';
import type { LineChart, Panel } from '../../../charts/line-panels.ts';
import { STYLES } from '../../../charts/line-styles.ts';
import { count, decimal, plural } from '../../../numbers.ts';
import { cellName, varied } from './words.ts';

/** More lines than this in one chart cannot be distinguished. */
const MOST_LINES = STYLES.length;

/** Bias, RMSE, mean standard error and coverage by true ability: as many charts as the cells take. */
export function studyCharts(report: MonteCarloReport): LineChart[] {
  const factors = varied(report.cells);
  const reach = reach95(report.clusterCount);
  const charts = Math.ceil(report.cells.length / MOST_LINES);
  return Array.from({ length: charts }, (_, k) => {
    const cells = report.cells.slice(k * MOST_LINES, (k + 1) * MOST_LINES);
    const lines = cells.map((cell) => [cellName(cell, factors), cell] as const);
    return {
      title: `By true ability${charts === 1 ? '' : `, part ${k + 1} of ${charts}`} (SIMULATED)`,
      caption: [
        `${plural(report.replications, 'replication')} of ${plural(report.examinees, 'examinee')}, ${count(report.items)} items.`,
        `Bands: 95% intervals, ±${decimal(reach, 2)} Monte Carlo standard errors. Each point is at the middle of its bin.`,
      ],
      xTitle: 'true ability (standard deviations)',
      xScale: 'linear' as const,
      styles: lines.map(([name], line) => ({ ...STYLES[line], name })),
      panels: [
        panel('Bias of the ability', '.2~f', lines, ({ bias }) => bias, { reach, reference: 0 }),
        panel('RMSE of the ability', '.2~f', lines, ({ rmse }) => rmse, {
          reach,
          fromZero: true,
          least: 0,
        }),
        panel('Mean standard error', '.2~f', lines, ({ meanSe }) => meanSe, {
          reach,
          fromZero: true,
          least: 0,
        }),
        panel('coverage of 95% intervals', '.0%', lines, ({ coverage }) => coverage, {
          reach,
          reference: 0.95,
          least: 0,
          most: 1,
        }),
      ],
    };
  });
}

function panel(
  title: string,
  format: string,
  lines: readonly (readonly [string, CellResult])[],
  figure: (of: CellResult['byAbility'][number]) => Figure,
  {
    fromZero = false,
    reference,
    ...ends
  }: {
    readonly reach: number;
    readonly fromZero?: boolean;
    readonly reference?: number;
    readonly least?: number;
    readonly most?: number;
  },
): Panel {
  return {
    title,
    format,
    fromZero,
    ...(reference === undefined ? {} : { reference }),
    points: lines.flatMap(([line, cell]) =>
      cell.byAbility.map((bin) => ({ line, x: bin.middle, ...errorBand(figure(bin), ends) })),
    ),
  };
}
