import { z } from 'zod';
import { count, money2 } from '../../numbers.ts';
import type { Told } from '../../report/document.ts';
import type { RunSummary } from '../../run/run-record.ts';
import { shellWord } from '../../shell-word.ts';
import type { ComparisonResult } from '../../workflow/compare/comparison-result.ts';
import type { EvaluationResult } from '../../workflow/evaluation/evaluation-result.ts';
import { knownRun } from '../../workflow/known-run.ts';
import type { LiveResult } from '../../workflow/live/live-result.ts';
import type { StressResult } from '../../workflow/stress/stress-result.ts';
import { NO_SESSION } from '../../workflow/synthesis/synthesis-outcome.ts';
import type { SynthesisResult } from '../../workflow/synthesis/synthesis-result.ts';
import { comparisonDocument } from '../compare/report.ts';
import { evaluationDocument } from '../evaluate/report.ts';
import { runArgument } from '../fields.ts';
import { type Context, operation, type Reading } from '../operation.ts';
import { liveDocument } from '../rank/live-report.ts';
import { stressDocument } from '../stress/report.ts';
import { synthesisReport } from '../synthesize/report.ts';
import { keptPart, keptTable } from './kept-part.ts';
import { kindOf, type RunKind } from './kinds.ts';

const options = z.object({ run: runArgument });

export const runsShow = operation({
  name: 'runs show',
  summary: 'Show the result of a run, or how far it has come.',
  options,
  database: 'existing',
  outputs: ['json'],
  run: ({ run: id }, { store }: Context) =>
    store(async (open) => {
      const run = await knownRun(open, id);
      const result = await open.summaryOf(id);
      const models = result === null ? await keptPart(open, run) : [];
      return { run, result, models, location: open.location };
    }),
  json: ({ run, result, models }) => result ?? { ...run, models },
  report({ run, result, models, location }, reading) {
    const kind = kindOf(run);
    const { bank, panel } = run.configuration;
    const heading = `Run ${run.id}${typeof bank === 'string' ? ` on ${bank}` : ''}`;
    const kept = `${count(run.answers)} answers kept`;
    // More checkpoints can always follow: it has no result of its own.
    if (kind === 'series') return keptSeries(run, `${heading}: ${kept}.`, reading);
    if (result !== null) return FINISHED[kind](result as never, reading, location);
    return {
      lead: `${heading} is not finished: ${kept}${run.cost === 0 ? '' : `, cost ${money2(run.cost)}`}.`,
      sections: [{ table: keptTable(run, models) }],
      next:
        kind === 'writing'
          ? `thetarank write --continue ${panel}${reading.where}`
          : 'to continue it, run the same command with --resume.',
    };
  },
});

type Finished = (result: never, reading: Reading<unknown>, location: string) => Told;

/** What the operation that made a run says of its result. */
const FINISHED: Readonly<Record<Exclude<RunKind, 'series'>, Finished>> = {
  annotation: ({ annotation }: { readonly annotation: string }, { where }) => ({
    lead: `The labels are in ${annotation}.`,
    next: `thetarank annotate show ${annotation}${where}`,
  }),
  comparison: (result: ComparisonResult, { t, reader, where }) =>
    comparisonDocument(result, { t, reader, where }),
  evaluation: (result: EvaluationResult, reading, database) =>
    evaluationDocument({ ...result, sessionCost: 0, database }, { ...reading, byTag: true }),
  ranking: (result: LiveResult, reading) => liveDocument(result, { byTag: true }, reading),
  'stress test': (result: StressResult, { t, reader, where }) =>
    stressDocument(result, { t, reader, where }),
  synthesis,
  trial: synthesis,
  writing: ({ panel, round }: { readonly panel: string; readonly round: number }, { where }) => ({
    lead: `The questions are those of round ${round} of ${panel}.`,
    next: `thetarank write show ${panel}${where}`,
  }),
};

function synthesis(result: SynthesisResult, { where }: Reading<unknown>, database: string): Told {
  return synthesisReport({ ...result, ...NO_SESSION, database }, null, where);
}

function keptSeries(
  { configuration }: RunSummary,
  lead: string,
  { where }: Reading<unknown>,
): Told {
  const [series, bank] = [configuration.series, configuration.bank].map((name) =>
    shellWord(`${name}`),
  );
  return { lead, next: `thetarank series ${series} --bank ${bank}${where}` };
}
