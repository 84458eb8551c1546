import { writeFileWhole } from '../../files/write/write.ts';
import type { SeriesResult } from '../../workflow/series/series-result.ts';
import type { Exit } from '../asking/asking-exit.ts';
import { type Context, operation } from '../operation.ts';
import { seriesCsv } from './csv.ts';
import { nextStep } from './next-step.ts';
import { isRecorded, refuseHalves, type SeriesOptions, seriesOptions } from './options.ts';
import { recordedSeries } from './recorded.ts';
import { seriesDocument } from './report.ts';

/** Checkpoints of one training, or why there are none yet. */
export interface Series {
  /** Null if no checkpoint has an answer. */
  readonly result: SeriesResult | null;
  /** `ended`: kept, and its bank has changed since, so that no checkpoint can be added. */
  readonly kind: 'recorded' | 'kept' | 'ended';
  readonly exit: Exit;
}

/** Checkpoints of one training run. */
export const series = operation({
  name: 'series',
  summary:
    'Score the checkpoints of one training run: each answers common anchors and new items, and what earlier checkpoints answered is carried over. Prints scores with intervals, significant changes and a forecast.',
  help: `
Examples:
  thetarank series --responses answers.csv --step-from 'my-run-([0-9]+)'
  thetarank series my-run --bank mmlu-pro --answers checkpoints.csv --report series.html
  thetarank series my-run --bank mmlu-pro --model my-run@http://localhost:8000/v1 --step 12000
  thetarank series my-run --bank mmlu-pro

Of a series that is kept, the last line prints the checkpoints again. See also: thetarank rank (models that are not of one run).`,
  options: seriesOptions,
  database: 'existing',
  outputs: ['json', 'report'],
  estimate: {
    async run(options, context) {
      refuseHalves(options);
      const { estimateCheckpoint } = await import('./kept.ts');
      return estimateCheckpoint(options, context);
    },
    report: () => ({}),
  },
  run: runSeries,
  json: ({ result }) => result,
  exitCode: ({ exit }) => exit.code,
  unfinished: ({ exit }) => exit.message,
  report(found, reading) {
    const { result } = found;
    if (result === null) return { lead: 'No checkpoint has an answer yet.' };
    const next = nextStep(found, reading);
    return { ...seriesDocument(result, reading), next };
  },
  async write({ result }, { options: { csv } }) {
    if (csv !== undefined) writeFileWhole(csv, seriesCsv(result?.checkpoints ?? []));
    return [];
  },
});

async function runSeries(options: SeriesOptions, context: Context): Promise<Series> {
  refuseHalves(options);
  if (isRecorded(options)) return recordedSeries(options, context);
  // Only here: the client of endpoints takes a while to load.
  const { addCheckpoint, shownSeries } = await import('./kept.ts');
  return (options.model === undefined ? shownSeries : addCheckpoint)(options, context);
}
