import { type PostHocReport, postHoc, postHocSteps } from '../../../../sim/post-hoc/post-hoc.ts';
import { PRICED_STRATEGIES } from '../../../../sim/post-hoc/strategies.ts';
import { lineChartSvg } from '../../../charts/line-panels.ts';
import { toCsv, writeFileWhole } from '../../../files/write/write.ts';
import { familiesOf } from '../../../ranking/families.ts';
import { readItemCosts } from '../../item-costs.ts';
import { type Context, operation, type Reading } from '../../operation.ts';
import { readBank } from '../../recorded-bank.ts';
import { postHocChart } from './chart.ts';
import {
  DEFAULT_STRATEGIES,
  FOLDS,
  LENGTHS,
  type PostHocOptions,
  postHocOptions,
  SEEDS,
} from './options.ts';
import { type ReplayReport, replayDocument, stepsCsv, testsCsv } from './replay-report.ts';
import { postHocDocument } from './report.ts';
import { runReplay } from './run-replay.ts';

type Result = PostHocReport | ReplayReport;

/** Recorded models tested as if they were new. */
export const simulatePostHoc = operation({
  name: 'simulate post-hoc',
  summary:
    'Test recorded models as if they were new, on calibrations without them and their families, and compare the predictions with their scores on the whole bank. With --parameters: test them on given item parameters, without any calibration.',
  help: `
Examples:
  thetarank simulate post-hoc --bank mmlu-pro
  thetarank simulate post-hoc --responses answers.csv --lengths 30,100,243 --strategies random,random-irt,paper --folds 5 --seeds 5 --seed 1 --json
  thetarank simulate post-hoc --bank mmlu-pro --compare paper,random-irt
  thetarank simulate post-hoc --bank mmlu-pro --split strongest --calibration-models 10
  thetarank simulate post-hoc --bank mmlu-pro --lengths 30,60,100,160,243 --plot lengths.svg
  thetarank simulate post-hoc --bank swebench-verified --costs costs.csv --max-cost 75usd
  thetarank simulate post-hoc --parameters items.csv --responses answers.csv --lengths 20,40 --estimator eap --bounds -4:4 --out tests.csv --steps steps.csv`,
  options: postHocOptions,
  database: 'existing',
  outputs: ['json'],
  doing: 'testing',
  run: (options, context): Promise<Result> =>
    options.parameters === undefined ? runPostHoc(options, context) : runReplay(options, context),
  report: (result, reading) =>
    isReplay(result) ? replayDocument(result, reading) : postHocDocument(result, reading),
  write: writeResults,
});

const isReplay = (result: Result): result is ReplayReport => 'rules' in result;

async function runPostHoc(options: PostHocOptions, context: Context): Promise<PostHocReport> {
  const { maxCost, split = 'family', seeds = SEEDS, seed, calibrationModels } = options;
  const { bank, families } = await readBank(options, context);
  // As `rank` divides them: a bank of four families has four folds, and not each model as a family of its own.
  const { count: familyCount } = familiesOf(bank.responses.examinees, families, 2);
  const folds = options.folds ?? (split === 'family' ? Math.min(FOLDS, familyCount) : FOLDS);
  const size = bank.responses.items.length;
  const fitting = LENGTHS.filter((length) => length <= size);
  const usual = options.costs === undefined ? DEFAULT_STRATEGIES : PRICED_STRATEGIES;
  const request = {
    ...{ bank, families, split, folds, calibrationModels, seeds, seed },
    lengths: options.lengths ?? (fitting.length > 0 && maxCost === undefined ? fitting : [size]),
    strategies: [...new Set(options.strategies ?? usual)],
    compare: options.compare as [string, string] | undefined,
    costs: readItemCosts(options, bank.responses.items),
  };
  context.steps.start(postHocSteps(request), 'calibrating');
  return postHoc(request, (doing) => context.steps.advance(doing));
}

/** The files that options name. */
async function writeResults(
  result: Result,
  { options: { out, plot, steps }, t }: Reading<PostHocOptions>,
): Promise<string[]> {
  if (out !== undefined)
    writeFileWhole(
      out,
      /\.csv$/i.test(out)
        ? isReplay(result)
          ? testsCsv(result)
          : resultsCsv(result)
        : `${JSON.stringify(result, null, 2)}\n`,
    );
  if (isReplay(result) && steps !== undefined) writeFileWhole(steps, stepsCsv(result));
  if (!isReplay(result) && plot !== undefined)
    writeFileWhole(plot, await lineChartSvg(postHocChart(result, t)));
  return [];
}

function resultsCsv({ results }: PostHocReport): string {
  const columns = Object.keys(results[0]) as (keyof PostHocReport['results'][number])[];
  return toCsv(
    columns,
    results.map((row) => columns.map((column) => row[column])),
  );
}
