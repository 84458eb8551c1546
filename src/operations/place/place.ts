import { join } from 'node:path';
import { z } from 'zod';
import { writeFileWhole } from '../../files/write/write.ts';
import { placeModels, placeSteps } from '../../ranking/place-answers.ts';
import { filesArgument } from '../bank/file-options.ts';
import { builtinBank } from '../builtin-bank.ts';
import { seed, shortText } from '../fields.ts';
import { type Context, operation } from '../operation.ts';
import { readBank, recordedBank } from '../recorded-bank.ts';
import { readLogs } from './read-logs.ts';
import { type PlacedLog, placedDocument } from './report.ts';

const options = z.strictObject({
  files: filesArgument(
    'sample logs, written with --log_samples (results_….json beside them or their folder name the model), or results of promptfoo, lighteval (details_….parquet), OpenCompass (results/MODEL/DATASET.json with details) or a batch (JSON Lines)',
  ),
  bank: shortText.describe('the built-in bank that was asked').meta({ value: 'name' }),
  fullScore: recordedBank.fullScore,
  name: shortText
    .optional()
    .describe('all logs are of one model with this name')
    .meta({ value: 'model' }),
  filter: shortText
    .optional()
    .describe('the filter whose lines count, if the log has several')
    .meta({ value: 'name' }),
  metric: shortText.optional().describe('the metric to score by').meta({ value: 'name' }),
  seed,
  out: z
    .string()
    .optional()
    .describe('also write result.json there')
    .meta({ group: 'Results', value: 'folder', file: 'folder' }),
});
export type PlaceOptions = z.output<typeof options>;

/** New models placed among the recorded ones, from the logs of a harness. */
export const place = operation({
  name: 'place',
  summary:
    'Place new models among the recorded ones from their answers: predict their scores on the whole bank, with intervals, from sample logs of lm-evaluation-harness, results of promptfoo, lighteval and OpenCompass, or results of a batch.',
  help: `
Examples:
  thetarank form --bank mmlu-pro --items 243 > samples.json
  lm_eval --model hf --model_args pretrained=MODEL --tasks mmlu_pro --samples samples.json --log_samples --output_path results
  thetarank place results/*/samples_mmlu_pro_*.jsonl --bank mmlu-pro --report placed.html
  thetarank place details/*/*/details_*mmlu_pro*.parquet --bank mmlu-pro   (lighteval)
  thetarank place results/MODEL/mmlu_pro_*.json --bank mmlu-pro            (OpenCompass, run with --dump-eval-details)
  thetarank place results.jsonl --bank mmlu-pro                            (a batch of form --format batch)

Results of lighteval and OpenCompass name no items: these are found by their question, options and key, of mmlu-pro and cruxeval-o.
Outputs of a batch are scored by the keys in the database, so the bank needs its text: thetarank bank attach.`,
  options,
  database: 'existing',
  outputs: ['json', 'report'],
  run: placeLogs,
  json: resultOf,
  report: placedDocument,
  async write(placed, { options: { out } }) {
    if (out === undefined) return [];
    const file = join(out, 'result.json');
    writeFileWhole(file, `${JSON.stringify(resultOf(placed), null, 2)}\n`);
    return [file];
  },
});

function resultOf(placed: readonly PlacedLog[]): object {
  return placed.length === 1 ? placed[0] : { models: placed };
}

async function placeLogs(given: PlaceOptions, context: Context): Promise<PlacedLog[]> {
  const builtin = builtinBank(
    given.bank,
    'answers of a model to a bank of your own are recorded instead: thetarank bank record results.json --to NAME (CSV, or results of promptfoo)',
  );
  const { bank: recorded } = await readBank(given, context);
  const bank = { ...builtin, fullScore: recorded.fullScore };
  const logs = await readLogs(bank, given, context.store);
  const { steps } = context;
  steps.start(placeSteps(logs), 'estimating');
  const placements = placeModels(bank, logs, given.seed, (doing) => steps.advance(doing));
  return placements.map((placement, m) => {
    const { patterns, report: log } = logs[m];
    return { ...placement, patterns, log };
  });
}
