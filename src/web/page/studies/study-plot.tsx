import { useMemo } from 'preact/hooks';
import type { Study } from '../../../api/jobs.ts';
import { LineChart } from '../../chart/line-chart.tsx';
import { joinSeries } from '../../chart/plot-data.ts';
import { compact } from '../../format/number.ts';
import { currentLanguage, t, toldAgain } from '../../words/t.ts';

/** One plot of a study, with its bands. */
export function StudyPlot({ plot }: { plot: Study['plots'][number] }) {
  const told = (text: string) => toldAgain(text) ?? text;
  const { x, series } = useMemo(
    () => joinSeries(plot.series.map((own) => ({ ...own, name: told(own.name) }))),
    [plot, currentLanguage()],
  );
  const [xName, yName] = [told(plot.x), told(plot.y)];
  return (
    <LineChart
      title={told(plot.title)}
      caption={t('{y}, by {x}.', { y: yName, x: xName })}
      x={{ label: xName, format: compact, whole: x.every(Number.isInteger) }}
      y={{ label: yName, format: compact }}
      values={x}
      series={series}
    />
  );
}
