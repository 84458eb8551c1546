import { z } from 'zod';
import type { LineChart, PanelPoint } from '../../../charts/line-panels.ts';

const numbers = z.array(z.number().nullable());
/** What a study found, as its command writes it beside the report: a row per cell, and the plots that the report has. */
export const studyDigest = z.object({
  kind: z.string(),
  title: z.string(),
  cells: z.int(),
  replications: z.int(),
  answer: z.array(z.string()).meta({ description: 'the findings in sentences' }),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
  plots: z.array(
    z.object({
      title: z.string(),
      x: z.string(),
      y: z.string(),
      series: z.array(
        z.object({
          name: z.string(),
          x: z.array(z.number()),
          y: numbers,
          low: numbers.nullable(),
          high: numbers.nullable(),
        }),
      ),
    }),
  ),
});
export type StudyDigest = z.infer<typeof studyDigest>;

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
