import { errorBand, type LineChart, type LineStyle, type Panel } from 'thetarank';
import { STYLES } from '../../charts.ts';
import { count, plural } from '../../text.ts';
import { methodName } from './method-name.ts';
import type { PaperReport, PaperResult } from './paper-report.ts';

/** Two-sided 95% of a normal figure. */

/** Error, τ-b, bias and coverage against the number of items, without methods of a single length. */
export function lengthChart(report: PaperReport): LineChart {
  const { results, seeds, items, models, lengths } = report;
  const drawn = results.filter((row) => row.strategy !== 'balanced');
  return {
    title: `CliMedBench's shape: ${models.length} models, ${count(items)} items (SIMULATED)`,
    caption: [
      `${plural(seeds.published, 'seed')}${seeds.recorded === 0 ? '' : `; with robust tests, recorded answers and true parameters ${count(seeds.recorded)}`}.`,
      'Bands: ±1.96 Monte Carlo standard errors over seeds.',
    ],
    xTitle: lengths.length === 1 ? 'items asked' : 'items asked (logarithmic)',
    styles: stylesOf(drawn),
    panels: [
      panel('Mean absolute error (points)', '.0~f', drawn, 'error', { fromZero: true, least: 0 }),
      panel('Kendall τ-b', '.2f', drawn, 'kendall', { most: 1 }),
      panel('Bias (points)', '.0~f', drawn, 'bias', { reference: 0 }),
      panel('Own 90% intervals that hold', '.0%', drawn, 'coverage', {
        reference: 0.9,
        least: 0,
        most: 1,
      }),
    ],
  };
}

/** A strategy keeps its usual style; its second and third calibration have other dashes and shapes. */
function stylesOf(results: readonly PaperResult[]): LineStyle[] {
  const shades: Readonly<Record<string, Partial<LineStyle>>> = {
    recorded: { dash: [], shape: 'square' },
    true: { dash: [2, 2], shape: 'triangle-up', colour: '#56B4E9' },
  };
  const styles = new Map<string, LineStyle>();
  for (const row of results) {
    const name = methodName(row);
    const own = STYLES.find((style) => style.name === row.strategy)!;
    const isVaried = row.strategy !== 'robust';
    styles.set(name, { ...own, ...(isVaried ? shades[row.calibration] : {}), name });
  }
  return [...styles.values()];
}

function panel(
  title: string,
  format: string,
  results: readonly PaperResult[],
  measure: 'error' | 'kendall' | 'bias' | 'coverage',
  {
    fromZero = false,
    reference,
    least = Number.NEGATIVE_INFINITY,
    most = Number.POSITIVE_INFINITY,
  }: { fromZero?: boolean; reference?: number; least?: number; most?: number },
): Panel {
  return {
    title,
    format,
    fromZero,
    ...(reference === undefined ? {} : { reference }),
    points: results.map((row) => ({
      line: methodName(row),
      x: row.length,
      ...errorBand(row[measure], { least, most }),
    })),
  };
}
