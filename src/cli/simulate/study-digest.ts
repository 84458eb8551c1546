import type { StudyDigest } from '../../api/jobs.ts';
import type { LineChart, PanelPoint } from '../../charts/line-panels.ts';

export { DIGEST as DIGEST_FILE } from '../../workflow/studies/kept/shown-files.ts';

type Plot = StudyDigest['plots'][number];

export function digestText(digest: StudyDigest): string {
  return `${JSON.stringify(digest)}\n`;
}

/** The panels of a chart as plots, a series a line. */
export function plotsOf({ title, xTitle, styles, panels }: LineChart): Plot[] {
  return panels.map((panel) => ({
    title: panel.title === '' ? title : panel.title,
    x: xTitle,
    y: panel.title,
    series: styles.flatMap(({ name }) => {
      const own = panel.points.filter(({ line }) => line === name);
      return own.length === 0 ? [] : [seriesOf(name, own)];
    }),
  }));
}

/** Points of a line in the order of x; bands are null if no point has one. */
export function seriesOf(
  name: string,
  points: readonly Omit<PanelPoint, 'line'>[],
): Plot['series'][number] {
  const own = [...points].sort((p, q) => p.x - q.x);
  const hasBand = own.some(({ low }) => low !== null);
  return {
    name,
    x: own.map(({ x }) => x),
    y: own.map(({ y }) => y),
    low: hasBand ? own.map(({ low }) => low) : null,
    high: hasBand ? own.map(({ high }) => high) : null,
  };
}
