import { useMemo } from 'preact/hooks';
import type { Study } from '../../../api/jobs.ts';
import { LineChart } from '../../chart/line-chart.tsx';
import { joinSeries } from '../../chart/plot-data.ts';
import { compact } from '../../format/number.ts';
import { t } from '../../words/t.ts';

/** One plot of a study, with its bands. */
export function StudyPlot({ plot }: { plot: Study['plots'][number] }) {
  const { x, series } = useMemo(() => joinSeries(plot.series), [plot]);
  return (
    <LineChart
      title={plot.title}
      caption={t('{y}, by {x}.', { y: plot.y, x: plot.x })}
      x={{ label: plot.x, format: compact, whole: x.every(Number.isInteger) }}
      y={{ label: plot.y, format: compact }}
      values={x}
      series={series}
    />
  );
}
