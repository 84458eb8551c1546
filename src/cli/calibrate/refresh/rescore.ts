import type { Command } from 'commander';
import { fail } from '../../../errors.ts';
import { checkWritable, toCsv, writeFileWhole } from '../../../files/write/write.ts';
import { nearestNames } from '../../../nearest.ts';
import { count, decimal, plural } from '../../../numbers.ts';
import { textTable } from '../../../report/text-table.ts';
import type { CalibrationName } from '../../../tested-bank/named-calibration.ts';
import {
  ANSWER_SOURCES,
  type AnswerSource,
} from '../../../workflow/calibration/refresh/answer-sources.ts';
import { type Rescored, rescore } from '../../../workflow/calibration/rescore.ts';
import { knownRun } from '../../../workflow/known-run.ts';
import { calibrationName } from '../../options/calibration-option.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseOf,
  readStore,
} from '../../options/database-option.ts';
import { names, wholeNumbers } from '../../options/options.ts';
import { printedAnyway } from '../../output/printed-anyway.ts';
import { printText } from '../../output/typed-commands.ts';

const EXAMPLES = `
Examples:
  thetarank calibrate rescore --bank my-bank --calibration 3
  thetarank calibrate rescore --bank my-bank --calibration current --compared-with 3 --out ranking.csv
  thetarank calibrate rescore --bank my-bank --calibration 7 --of-runs 4,9

Abilities are posterior means under N(0, 1); scores are what a model is expected to score on the items of the calibration, in points.
Results of finished runs and sessions, and leaderboards, stay as they are.`;

/** Rows that are printed; files have all. */
const MOST_SHOWN = 60;

interface RescoreOptions extends DatabaseOptions {
  readonly bank: string;
  readonly calibration: CalibrationName;
  readonly comparedWith?: CalibrationName;
  readonly ofRuns?: number[];
  readonly sources?: string[];
  readonly out?: string;
  readonly json?: boolean;
}

/** `thetarank calibrate rescore`: any ranking again on any calibration, from the kept answers. */
export function addRescoreCommand(calibrate: Command): void {
  addDatabaseOption(
    calibrate
      .command('rescore')
      .description(
        'Rank all models with kept answers on any kept calibration: recorded ones, those of runs and of sessions.',
      )
      .requiredOption('--bank <name>', 'a bank of the database')
      .requiredOption(
        '--calibration <n>',
        'number of a kept calibration, or current for the one in force',
        calibrationName,
      )
      .option(
        '--compared-with <n>',
        'another calibration, to compare scores and ranks with',
        calibrationName,
      )
      .option(
        '--of-runs <a,b>',
        'only answers of these runs (thetarank runs list)',
        wholeNumbers(1),
      )
      .option(
        '--sources <a,b>',
        `where answers are taken from: ${ANSWER_SOURCES.join(', ')} (default: all)`,
        names,
      ),
  )
    .option('--out <file>', 'write all models there, CSV')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(options: RescoreOptions): Promise<void> {
  const { bank, calibration, comparedWith, out } = options;
  const sources = sourcesOf(options);
  if (out !== undefined) checkWritable([out]);
  const wanted = { ...(sources && { sources }), runs: options.ofRuns ?? null };
  const [own, other] = await readStore(options, async (store) => {
    for (const id of options.ofRuns ?? []) await knownRun(store, id);
    const found = await rescore(store, bank, calibration, wanted);
    return [
      found,
      comparedWith === undefined ? null : await rescore(store, bank, comparedWith, wanted),
    ];
  });
  const write = () => {
    if (out !== undefined) writeFileWhole(out, csvOf(own, other));
    return out ?? null;
  };
  await printedAnyway(write, (written) => {
    if (options.json === true) {
      console.log(JSON.stringify({ ...own, comparedWith: other }, null, 2));
      return;
    }
    printText(
      [
        `${plural(own.models.length, 'model')} of ${bank} on calibration ${own.calibration} (${count(own.items)} items); scores in points with 90% intervals from the model alone.`,
        '',
        tableOf(own, other),
        ...(own.models.length > MOST_SHOWN
          ? [`… and ${count(own.models.length - MOST_SHOWN)} more (--out writes all)`]
          : []),
        ...(own.models.some(({ isCalibratedOn }) => isCalibratedOn)
          ? ['', '* the calibration was made from answers of this model']
          : []),
        '',
        ...(written === null ? [] : [`Written to ${written}.`]),
        `Next: thetarank calibrate list --bank ${bank}${databaseOf(options)}`,
      ].join('\n'),
    );
  });
}

/** @throws NAME_UNKNOWN; OPTIONS_CONFLICT */
function sourcesOf({ sources, ofRuns }: RescoreOptions): AnswerSource[] | null {
  if (ofRuns !== undefined && sources !== undefined)
    fail('OPTIONS_CONFLICT', { options: '--of-runs, --sources', reason: 'use only one of them.' });
  if (ofRuns !== undefined) return ['runs'];
  if (sources === undefined) return null;
  for (const name of sources)
    if (!(ANSWER_SOURCES as readonly string[]).includes(name))
      fail('NAME_UNKNOWN', {
        kind: 'source of answers',
        name,
        nearest: nearestNames(name, ANSWER_SOURCES),
      });
  return ANSWER_SOURCES.filter((name) => sources.includes(name));
}

function tableOf({ models }: Rescored, other: Rescored | null): string {
  const before = new Map(other?.models.map((one) => [one.model, one]));
  return textTable(
    [
      { head: 'rank', align: 'right' },
      { head: 'model' },
      { head: 'answers', align: 'right' },
      { head: 'ability (SE)', align: 'right' },
      { head: 'score', align: 'right' },
      { head: '90% interval', align: 'right' },
      ...(other === null
        ? []
        : [
            { head: `score on ${other.calibration}`, align: 'right' as const },
            { head: 'its rank', align: 'right' as const },
          ]),
    ],
    models.slice(0, MOST_SHOWN).map((one) => {
      const old = before.get(one.model);
      return [
        String(one.rank),
        `${one.model}${one.isCalibratedOn ? ' *' : ''}`,
        count(one.answers),
        `${decimal(one.ability, 2)} (${decimal(one.abilityError, 2)})`,
        decimal(one.score, 1),
        `${decimal(one.low, 1)} to ${decimal(one.high, 1)}`,
        ...(other === null
          ? []
          : [
              old === undefined ? '–' : decimal(old.score, 1),
              old === undefined ? '–' : `${old.rank}`,
            ]),
      ];
    }),
  );
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
