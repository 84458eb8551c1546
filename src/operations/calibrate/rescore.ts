import { z } from 'zod';
import { fail } from '../../errors.ts';
import { toCsv, writeFileWhole } from '../../files/write/write.ts';
import { count, decimal, plural } from '../../numbers.ts';
import type { Table } from '../../report/document.ts';
import { plainTable } from '../../report/plain-table.ts';
import {
  ANSWER_SOURCES,
  type AnswerSource,
} from '../../workflow/calibration/refresh/answer-sources.ts';
import { type Rescored, rescore } from '../../workflow/calibration/rescore.ts';
import { knownRun } from '../../workflow/known-run.ts';
import { calibrationNumber, shortText, wholeNumbers } from '../fields.ts';
import { type Context, operation } from '../operation.ts';

/** Rows that are printed; files have all. */
const MOST_SHOWN = 60;

const options = z.object({
  bank: shortText.describe('a bank of the database').meta({ value: 'name' }),
  calibration: calibrationNumber.describe(
    'number of a kept calibration, or current for the one in force',
  ),
  comparedWith: calibrationNumber
    .optional()
    .describe('another calibration, to compare scores and ranks with'),
  ofRuns: wholeNumbers(1).optional().describe('only answers of these runs (thetarank runs list)'),
  sources: z
    .array(z.enum(ANSWER_SOURCES))
    .optional()
    .describe(`where answers are taken from: ${ANSWER_SOURCES.join(', ')} (default: all)`),
  out: z
    .string()
    .optional()
    .describe('write all models there, CSV')
    .meta({ value: 'file', file: 'out' }),
});
type RescoreOptions = z.output<typeof options>;

/** Any ranking again on any calibration, from the kept answers. */
export const calibrateRescore = operation({
  name: 'calibrate rescore',
  summary:
    'Rank all models with kept answers on any kept calibration: recorded ones, those of runs and of sessions.',
  help: `
Examples:
  thetarank calibrate rescore --bank my-bank --calibration 3
  thetarank calibrate rescore --bank my-bank --calibration current --compared-with 3 --out ranking.csv
  thetarank calibrate rescore --bank my-bank --calibration 7 --of-runs 4,9

Abilities are posterior means under N(0, 1); scores are what a model is expected to score on the items of the calibration, in points.
Results of finished runs and sessions, and leaderboards, stay as they are.`,
  options,
  database: 'existing',
  outputs: ['json'],
  run,
  report: ({ comparedWith, ...own }, { options: { bank }, where }) => ({
    lead: `${plural(own.models.length, 'model')} of ${bank} on calibration ${own.calibration} (${count(own.items)} items); scores in points with 90% intervals from the model alone.`,
    sections: [
      {
        table: tableOf(own, comparedWith),
        paragraphs: own.models.some(({ isCalibratedOn }) => isCalibratedOn)
          ? ['* the calibration was made from answers of this model']
          : [],
      },
    ],
    next: `thetarank calibrate list --bank ${bank}${where}`,
  }),
  async write({ comparedWith, ...own }, { options: { out } }) {
    if (out !== undefined) writeFileWhole(out, csvOf(own, comparedWith));
    return [];
  },
});

async function run(given: RescoreOptions, { store }: Context) {
  const { bank, calibration, comparedWith, ofRuns = [] } = given;
  const sources = sourcesOf(given);
  const wanted = { ...(sources && { sources }), runs: given.ofRuns ?? null };
  return store(async (open) => {
    for (const id of ofRuns) await knownRun(open, id);
    const own = await rescore(open, bank, calibration, wanted);
    const other =
      comparedWith === undefined ? null : await rescore(open, bank, comparedWith, wanted);
    return { ...own, comparedWith: other };
  });
}

/** @throws OPTIONS_CONFLICT */
function sourcesOf({ sources, ofRuns }: RescoreOptions): AnswerSource[] | null {
  if (ofRuns !== undefined && sources !== undefined)
    fail('OPTIONS_CONFLICT', { options: 'ofRuns, sources', reason: 'use only one of them.' });
  if (ofRuns !== undefined) return ['runs'];
  return sources === undefined ? null : ANSWER_SOURCES.filter((name) => sources.includes(name));
}

function tableOf({ models }: Rescored, other: Rescored | null): Table {
  const before = new Map(other?.models.map((one) => [one.model, one]));
  const rows = models.map((one) => {
    const old = before.get(one.model);
    return [
      one.rank,
      `${one.model}${one.isCalibratedOn ? ' *' : ''}`,
      count(one.answers),
      `${decimal(one.ability, 2)} (${decimal(one.abilityError, 2)})`,
      decimal(one.score, 1),
      `${decimal(one.low, 1)} to ${decimal(one.high, 1)}`,
      ...(other === null
        ? []
        : [old === undefined ? null : decimal(old.score, 1), old?.rank ?? null]),
    ];
  });
  const right = ['answers', 'ability (SE)', 'score', '90% interval'];
  const compared = other === null ? [] : [`score on ${other.calibration}`, 'its rank'];
  const columns = ['rank', 'model', ...right, ...compared];
  return { ...plainTable(columns, rows, [...right, ...compared]), limit: MOST_SHOWN };
}

const COLUMNS = ['rank', 'model', 'answers', 'ability', 'ability_se', 'score', 'score_se'];
const MORE = ['low', 'high', 'calibrated_on', 'other_score', 'other_rank'];

function csvOf({ models }: Rescored, other: Rescored | null): string {
  const before = new Map(other?.models.map((one) => [one.model, one]));
  return toCsv(
    [...COLUMNS, ...MORE],
    models.map((one) => [
      ...[one.rank, one.model, one.answers, one.ability, one.abilityError, one.score, one.error],
      ...[one.low, one.high, one.isCalibratedOn ? 1 : 0],
      ...[before.get(one.model)?.score, before.get(one.model)?.rank],
    ]),
  );
}
