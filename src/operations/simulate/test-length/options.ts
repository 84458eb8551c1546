import { z } from 'zod';
import type { Tolerance } from '../../../../sim/test-length/length-grid.ts';
import { ESTIMATORS, type NormalPrior } from '../../../irt/estimate/estimate.ts';
import {
  computing,
  confidence,
  fileOf,
  normalOf,
  seed,
  shortText,
  studyFolder,
  wholeNumber,
} from '../../fields.ts';
import { recordedBank } from '../../recorded-bank.ts';

const TEST = { group: 'The test' };
const STUDY = { group: 'The study' };
const RESULTS = { group: 'Results' };

/** Options of only one kind of study. */
const SIMULATED_ONLY = [
  ...['parameters', 'abilities', 'examinees', 'selector', 'estimator', 'calibratedOn'],
] as const;

export const lengthFields = z.object({
  ...recordedBank,
  goal: z
    .array(shortText)
    .min(1)
    .describe(
      'target that the test must reach, such as "kendall>=0.95"; of several it must reach all',
    )
    .meta({ ...TEST, value: 'measure' }),
  parameters: z
    .string()
    .optional()
    .describe('item parameters instead of a bank, CSV: item,a,b,c,d')
    .meta({ ...TEST, value: 'file', file: 'in' }),
  abilities: shortText
    .refine((text) => abilitiesOf(text) !== null, {
      error: 'models (those of the bank), or normal:MEAN:SD with SD above 0, such as normal:0:1',
    })
    .optional()
    .describe(
      'abilities of simulated examinees: models (those of the bank) or normal:MEAN:SD (default: models, else normal:0:1)',
    )
    .meta({ ...TEST, value: 'which' }),
  examinees: wholeNumber(1)
    .max(100_000)
    .optional()
    .describe(
      'examinees to rank against each other (default: the number of models in the bank, else 20)',
    )
    .meta(TEST),
  selector: shortText
    .optional()
    .describe('how items are chosen (default: maximum-information)')
    .meta({ ...TEST, value: 'rule' }),
  includeFlagged: z
    .boolean()
    .default(false)
    .describe('with --parameters: let tests choose items flagged negative-slope or a-at-bound')
    .meta({ ...TEST, isLocal: true }),
  estimator: z
    .enum(ESTIMATORS)
    .optional()
    .describe('estimator of ability (default: ml)')
    .meta({ ...TEST, value: 'name' }),
  calibratedOn: wholeNumber(2)
    .max(1_000_000)
    .optional()
    .describe('in each replication, estimate the parameters from this many simulated examinees')
    .meta(TEST),
  recorded: z
    .boolean()
    .default(false)
    .describe(
      "test the bank's recorded models instead of simulated ones, on calibrations that leave out their families",
    )
    .meta(TEST),
  strategy: shortText
    .optional()
    .describe(
      'how models are tested: recorded ones by any strategy of simulate post-hoc (default: paper), simulated ones by paper or random-irt',
    )
    .meta({ ...TEST, value: 'name' }),
  folds: wholeNumber(2)
    .max(1000)
    .optional()
    .describe('of recorded models: parts that families are divided into')
    .meta(TEST),
  maxItems: wholeNumber(1).max(1_000_000).optional().describe('the longest test to try').meta(TEST),
  maxReplications: wholeNumber(1)
    .max(1_000_000)
    .optional()
    .describe(
      'stop after this number of replications, however wide the interval is (default: 1000; of recorded models 40)',
    )
    .meta(STUDY),
  tolerance: z
    .union([shortText, wholeNumber(1)])
    .refine((given) => toleranceOf(given) !== null, {
      error:
        'a share of the length above 0% and at most 50%, such as 5%, or a whole number of items',
    })
    .default('5%')
    .describe(
      'stop when half the width of the interval is at most this share of the length, such as 10%, or this number of items',
    )
    .meta({ ...STUDY, value: 't' }),
  confidence: confidence(0.95).describe('confidence of the interval').meta(STUDY),
  seed: seed.meta(STUDY),
  workers: computing.workers.meta(STUDY),
  on: computing.on.meta(STUDY),
  ...studyFolder('result.json, curve.csv, curve.svg and report.html'),
  plot: fileOf('svg').optional().describe('draw the curve').meta(RESULTS),
});

export const lengthOptions = lengthFields.superRefine((given, { addIssue }) => {
  const conflict = (path: string[], message: string) => addIssue({ code: 'custom', path, message });
  const { recorded, strategy, parameters, bank, responses, resume, out } = given;
  for (const name of SIMULATED_ONLY)
    if (recorded && given[name] !== undefined)
      conflict(
        ['recorded', name],
        'recorded models answer as recorded, in tests by a strategy; leave one of the options out.',
      );
  if (!recorded && given.folds !== undefined)
    conflict(
      ['folds', 'recorded'],
      'only recorded models are divided, which leaves some out of the calibration; give both, or leave both out.',
    );
  for (const name of ['selector', 'estimator'] as const)
    if (!recorded && strategy !== undefined && given[name] !== undefined)
      conflict(['strategy', name], 'a strategy already sets it; leave one of the options out.');
  if (parameters !== undefined && (bank !== undefined || responses !== undefined))
    conflict(
      ['parameters', bank === undefined ? 'responses' : 'bank'],
      'parameters replace a bank and recorded answers; use only one of them.',
    );
  if (resume && out === undefined)
    conflict(['resume', 'out'], 'add the folder of the study that is continued.');
});
export type LengthOptions = z.output<typeof lengthOptions>;

/** Reads `models` or `normal:MEAN:SD`. */
export function abilitiesOf(text: string): 'models' | NormalPrior | null {
  return text === 'models' ? text : normalOf(text);
}

/** Reads `5%`, or a number of items. */
export function toleranceOf(given: string | number): Tolerance | null {
  const [, number, sign] = /^([0-9]*\.?[0-9]+)(%?)$/.exec(`${given}`.trim()) ?? [];
  const value = Number(number);
  if (sign === '%' && value > 0 && value <= 50) return { share: value / 100 };
  return sign === '' && Number.isSafeInteger(value) && value >= 1 ? { items: value } : null;
}
