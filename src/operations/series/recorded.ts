import { readResponses } from '../../files/responses/read-responses.ts';
import { plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import { PREPARE_STEPS, prepareSeries } from '../../ranking/series/prepare-series.ts';
import { analyseRecorded } from '../../workflow/series/analyse-recorded.ts';
import {
  LAST_NUMBER,
  recordedSteps,
  rowsWithoutStep,
  stepPattern,
} from '../../workflow/series/recorded-steps.ts';
import { bankCache } from '../bank-cache.ts';
import type { Context } from '../operation.ts';
import { readBank } from '../recorded-bank.ts';
import { type SeriesOptions, USUAL_SEED } from './options.ts';
import type { Series } from './series.ts';

/** Checkpoints whose answers are recorded. */
export async function recordedSeries(options: SeriesOptions, context: Context): Promise<Series> {
  const { name = 'series', answers, items, anchors, seed = USUAL_SEED, leaveOut, target } = options;
  const pattern = stepPattern(options.stepFrom ?? LAST_NUMBER);
  const { bank, families } = await readBank(options, context);
  const matrix = answers === undefined ? bank.responses : readResponses(answers).matrix;
  const steps = recordedSteps(matrix, bank.responses.items, pattern, answers ?? bank.name);
  // A file of checkpoints alone is meant to have no other rows.
  const others = answers === undefined ? [] : rowsWithoutStep(matrix, pattern);
  if (others.length > 0) context.note(otherRowsNote(others, answers!, options));
  const answered = steps.map(({ scores }) =>
    scores.reduce((sum, u) => sum + Number(!Number.isNaN(u)), 0),
  );
  const known = new Set(bank.responses.examinees);
  context.steps.start(PREPARE_STEPS + 1, 'calibrating');
  const onStep = (doing: string) => context.steps.advance(doing);
  const prepared = await prepareSeries(
    {
      ...{ bank, families, leaveOut, seed },
      checkpoints: steps.map((own) => own.name).filter((own) => known.has(own)),
      items: items ?? Math.max(1, ...answered),
      cacheFolder: bankCache(options.bank),
    },
    onStep,
  );
  const result = analyseRecorded(prepared, bank, steps, { name, items, anchors, seed, target });
  onStep('scoring the checkpoints');
  return { result, kind: 'recorded', exit: { code: 0, message: null } };
}

/** Rows that are named. */
const MOST_NAMED = 5;

/** Which rows are no checkpoints, and how they become some. */
function otherRowsNote(
  rows: readonly string[],
  file: string,
  { stepFrom }: Pick<SeriesOptions, 'stepFrom'>,
): string {
  const named = rows
    .slice(0, MOST_NAMED)
    .map((name) => `"${plainText(name)}"`)
    .join(', ');
  const isOne = rows.length === 1;
  const how =
    stepFrom === undefined
      ? `write the step into the name, such as "${plainText(rows[0])}-20000"`
      : 'write the step where --step-from finds it';
  return `${plural(rows.length, 'row')} of ${file} ${isOne ? 'is no checkpoint: its name has' : 'are no checkpoints: their names have'} no step (${named}${rows.length > MOST_NAMED ? ', …' : ''}). To count ${isOne ? 'it' : 'them'}, ${how}.`;
}
