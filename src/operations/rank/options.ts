import { z } from 'zod';
import { SCORE_TARGETS } from '../../cat/robust/score-prediction.ts';
import { fail } from '../../errors.ts';
import { type StrategyName, strategyOf } from '../../ranking/live/strategies.ts';
import { RANK_STRATEGIES } from '../../ranking/recorded/rank-request.ts';
import type { RecordedBank } from '../../ranking/recorded-bank.ts';
import { DEFAULT_LAG } from '../../workflow/live/test-defaults.ts';
import { asking, testedModels } from '../asking/asking.ts';
import { TASK_ARGS } from '../asking/task-args.ts';
import { calibrationNumber, computing, seed, shortText, wholeNumber } from '../fields.ts';
import { COSTS_MISSING, itemCosts } from '../item-costs.ts';
import { recordedBank } from '../recorded-bank.ts';

const TEST = { group: 'The test' };
const ENDPOINTS = { group: 'Models behind endpoints' };
const RESULTS = { group: 'Results' };
const LEAST_DRAWS = 20;

export const rankOptions = z.strictObject({
  ...recordedBank,
  items: wholeNumber(1)
    .optional()
    .describe('items per model (default: 243, or half of a smaller bank; with --max-cost no limit)')
    .meta(TEST),
  growTo: wholeNumber(1)
    .optional()
    .describe(
      'a test with an alarm or a wide interval goes on to at most this many items; not with --costs (default: no test grows)',
    )
    .meta(TEST),
  strategy: z
    .enum([...RANK_STRATEGIES, 'random'])
    .optional()
    .describe(
      'how items are chosen; graded models scores between 0 and 1; random needs --model, and no recorded models (default: robust; paper with --calibration)',
    )
    .meta({ ...TEST, value: 'name' }),
  seed: seed.meta(TEST),
  includeFlagged: z
    .boolean()
    .default(false)
    .describe('let adaptive choice use items that work backwards; by default it leaves them out')
    .meta(TEST),
  models: z
    .string()
    .optional()
    .describe('show and compare only these recorded models')
    .meta({ ...TEST, value: 'a,b' }),
  draws: wholeNumber(LEAST_DRAWS)
    .optional()
    .describe('random tests of the same length to compare with (default: 20)')
    .meta(TEST),
  ...itemCosts,
  ...testedModels,
  ...asking(TASK_ARGS),
  pool: z
    .string()
    .optional()
    .describe('ask only the items named in this file, one per line')
    .meta({ ...ENDPOINTS, value: 'file', file: 'in' }),
  calibration: calibrationNumber
    .optional()
    .describe(
      'use the item parameters kept under this number (thetarank calibrate list), or current for those in force, instead of the recorded models',
    )
    .meta(ENDPOINTS),
  leaveOut: z
    .array(shortText.min(1))
    .optional()
    .describe(
      'recorded models to leave out of all calibrations, such as relatives of the tested model',
    )
    .meta(ENDPOINTS),
  lag: wholeNumber(1)
    .optional()
    .describe(
      `choose items while up to this many answers are still awaited; higher is faster, but each choice knows fewer answers (default: ${DEFAULT_LAG})`,
    )
    .meta(ENDPOINTS),
  outputs: z
    .boolean()
    .optional()
    .describe('with --out: write the text of the answers to answers.jsonl too')
    .meta(ENDPOINTS),
  target: z
    .enum(SCORE_TARGETS)
    .optional()
    .describe(
      'score to print: on this bank (recorded) or on items like these (expected) (default: expected with --model, else recorded)',
    )
    .meta({ ...RESULTS, value: 'score' }),
  byTag: z.boolean().default(false).describe('print the scores by tag too').meta(RESULTS),
  workers: computing.workers.meta(RESULTS),
  out: z
    .string()
    .optional()
    .describe(
      'write there leaderboard.csv, result.json, sessions.jsonl and, if items have tags, tags.csv (with --model: leaderboard.csv, result.json, answers.jsonl)',
    )
    .meta({ ...RESULTS, value: 'folder', file: 'folder' }),
});

export type RankOptions = z.output<typeof rankOptions>;

/** Whether models behind endpoints are ranked, and not recorded ones. */
export function isLive({ model, modelsFile }: RankOptions): boolean {
  return model.length > 0 || modelsFile !== undefined;
}

/** Of models behind endpoints alone, */
const LIVE_ONLY = [
  ...(['modelArg', 'taskArg', 'pool', 'calibration', 'leaveOut', 'budget', 'concurrency'] as const),
  ...(['lag', 'resume', 'reuse', 'unlisted', 'outputs'] as const),
] as const;
/** and of recorded models alone. */
const RECORDED_ONLY = ['models', 'draws', 'workers'] as const;

/** Refuses options that have no effect together. @throws OPTIONS_CONFLICT */
export function refuseHalves(options: RankOptions): void {
  const live = isLive(options);
  for (const name of live ? RECORDED_ONLY : LIVE_ONLY)
    if (options[name] !== undefined)
      fail('OPTIONS_CONFLICT', {
        options: live ? `model, ${name}` : name,
        reason: live
          ? 'only works with recorded answers; leave one of the options out.'
          : 'only works with --model, such as --model my-model@http://localhost:8000/v1.',
      });
  if (options.maxCost !== undefined && options.costs === undefined)
    fail('OPTIONS_CONFLICT', { options: 'maxCost', reason: COSTS_MISSING });
  if (options.outputs === true && options.out === undefined)
    fail('OPTIONS_CONFLICT', {
      options: 'outputs',
      reason: 'says what is written to --out; add --out FOLDER.',
    });
}

/**
 * Expected scores and scores by tag are those of a ranking by robust tests: other strategies give an examinee one ability,
 * under which its tag scores would have no errors of their own.
 *
 * @throws OPTIONS_CONFLICT
 */
export function refuseTargets(strategy: StrategyName, { target, byTag }: RankOptions): void {
  if (strategyOf(strategy).predictsTags) return;
  const asked = target === 'expected' ? '--target expected' : byTag ? '--by-tag' : null;
  if (asked !== null)
    fail('OPTIONS_CONFLICT', {
      options: `--strategy ${strategy}, ${asked}`,
      reason: 'only "robust" predicts these scores; leave one of the options out.',
    });
}

/** @throws OPTIONS_CONFLICT if scores by tag are asked for and the items have none */
export function requireTags({ byTag, bank }: RankOptions, { tags }: RecordedBank): void {
  if (!byTag || Object.keys(tags).length > 0) return;
  fail('OPTIONS_CONFLICT', {
    options: 'byTag',
    reason: `these items have no tags${bank === undefined ? '; add --tags FILE, a CSV with the column item and one column per tag' : ', so there are no scores by tag; remove --by-tag, or use a bank with tags, such as mmlu-pro'}.`,
  });
}
