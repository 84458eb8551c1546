import { z } from 'zod';
import { SCORE_TARGETS } from '../../cat/robust/score-prediction.ts';
import { fail } from '../../errors.ts';
import { asking } from '../asking/asking.ts';
import { FORM_ARGS } from '../asking/task-args.ts';
import { positiveNumber, shortText, wholeNumber } from '../fields.ts';
import { recordedBank } from '../recorded-bank.ts';

const CHECKPOINTS = { group: 'Checkpoints' };
const RESULTS = { group: 'Results' };

/** A series keeps its own run, and the answers of each checkpoint are its own. */
const { resume: _, reuse: __, ...askingOnce } = asking(FORM_ARGS);

export const seriesOptions = z.strictObject({
  name: shortText
    .min(1)
    .optional()
    .describe('name of the series: with --model, answers are kept under it')
    .meta({ isArgument: true }),
  ...recordedBank,
  answers: z
    .string()
    .optional()
    .describe(
      'recorded answers of checkpoints to items of the bank, CSV like --responses, one row per checkpoint',
    )
    .meta({ ...CHECKPOINTS, value: 'file', file: 'in' }),
  stepFrom: shortText
    .optional()
    .describe(
      'regular expression whose group is the step in the name of a row; other rows are not checkpoints (default: with --answers, the last number of each name)',
    )
    .meta({ ...CHECKPOINTS, value: 'pattern' }),
  model: z
    .string()
    .optional()
    .describe(
      'ask the checkpoint that is behind this OpenAI-compatible address now, and add it to the series',
    )
    .meta({ ...CHECKPOINTS, value: 'name@url' }),
  step: positiveNumber.optional().describe('the step of that checkpoint').meta(CHECKPOINTS),
  replace: z
    .boolean()
    .optional()
    .describe(
      'the step was asked of a wrong model: this one takes its place, and the answers of the other no longer count',
    )
    .meta(CHECKPOINTS),
  items: wholeNumber(2)
    .optional()
    .describe(
      'items per checkpoint (default: with --model 100, or a fifth of a smaller bank; else all recorded answers)',
    )
    .meta(CHECKPOINTS),
  anchors: wholeNumber(1)
    .optional()
    .describe('how many of them every checkpoint answers (default: half)')
    .meta(CHECKPOINTS),
  seed: wholeNumber(0)
    .optional()
    .describe('number that fixes all random choices (default: that of the kept series, else 1)')
    .meta(CHECKPOINTS),
  leaveOut: z
    .array(shortText.min(1))
    .default([])
    .describe('recorded models to leave out of the calibration, such as relatives of the run')
    .meta(CHECKPOINTS),
  ...askingOnce,
  target: z
    .enum(SCORE_TARGETS)
    .default('expected')
    .describe(
      'score that changes are of: expected (on items like these) or recorded (on this bank)',
    )
    .meta({ ...RESULTS, value: 'score' }),
  csv: z
    .string()
    .optional()
    .describe('also write a line per checkpoint there')
    .meta({ ...RESULTS, value: 'file', file: 'out' }),
});

export type SeriesOptions = z.output<typeof seriesOptions>;

/** Of a new series. */
export const USUAL_SEED = 1;

/** Whether checkpoints are rows of recorded answers. */
export function isRecorded({ answers, stepFrom }: SeriesOptions): boolean {
  return answers !== undefined || stepFrom !== undefined;
}

/** Options that only asking has. */
const ASKING = ['step', 'replace', ...Object.keys(askingOnce)] as (keyof SeriesOptions)[];
/** What a kept bank brings itself. */
const OF_BANK = ['tags', 'fullScore', 'families'] as const;

export const ONLY_ASKED =
  'only works with --model, such as --model my-run@http://localhost:8000/v1.';

/** Refuses options that have no effect together. @throws OPTIONS_CONFLICT */
export function refuseHalves(options: SeriesOptions): void {
  const conflict = (names: string, reason: string) =>
    fail('OPTIONS_CONFLICT', { options: names, reason });
  const { name, bank, answers, model, items, anchors, responses } = options;
  const recorded = isRecorded(options);
  if (model !== undefined && recorded)
    conflict(
      answers === undefined ? 'model, stepFrom' : 'model, answers',
      'recorded checkpoints are not asked; leave one of the options out.',
    );
  if (model !== undefined && options.step === undefined)
    conflict('model', 'needs the step of the checkpoint; add --step, such as --step 12000.');
  for (const option of model === undefined ? ASKING : [])
    if (options[option] !== undefined) conflict(option, ONLY_ASKED);
  if (!recorded && responses !== undefined)
    conflict(
      'responses',
      "which rows are checkpoints? Add --step-from, such as --step-from 'my-run-([0-9]+)', or --answers with a file of their own.",
    );
  if (!recorded && name === undefined)
    conflict(
      'series',
      'which checkpoints? Add --answers FILE or --step-from PATTERN for recorded answers, or the name of a kept series.',
    );
  if (!recorded && bank === undefined)
    conflict('series NAME', 'needs the bank of the series; add --bank, such as --bank mmlu-pro.');
  for (const option of recorded ? [] : OF_BANK)
    if (options[option] !== undefined)
      conflict(option, 'does not work with a kept series, whose bank brings its own.');
  if (anchors !== undefined && items === undefined && recorded)
    conflict('anchors', 'only works with --items; without it all recorded answers are used.');
  if (anchors !== undefined && items !== undefined && anchors > items)
    conflict('anchors, items', `${anchors} anchors are more than ${items} items per checkpoint.`);
}
