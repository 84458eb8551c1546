import { z } from 'zod';
import type {
  BankDiagnosis,
  ItemPair,
} from '../../../../calibration/diagnose/bank/bank-diagnosis.ts';
import { MODELS } from '../../../../calibration/fit/marginal/fit-marginal.ts';
import { fail } from '../../../errors.ts';
import { plural } from '../../../numbers.ts';
import { normalPrior, seed, wholeNumber } from '../../fields.ts';
import { type Context, operation } from '../../operation.ts';
import { type Diagnosis, diagnose, modelOf } from './diagnosis.ts';
import { readDiagnosisInput } from './input.ts';
import { diagnosisDocument } from './report.ts';

const FILES = { group: 'Files', value: 'file', file: 'in' } as const;
const STATISTICS = { group: 'Statistics' };

const options = z.object({
  parameters: z
    .string()
    .describe('item parameters, CSV: item,a,b and optionally c,d,flag')
    .meta(FILES),
  responses: z
    .string()
    .describe('recorded answers to the same items, CSV: examinee, then one column per item; 0 or 1')
    .meta(FILES),
  families: z
    .string()
    .optional()
    .describe('families of examinees, CSV: examinee,family')
    .meta(FILES),
  choices: z
    .string()
    .optional()
    .describe('options chosen, CSV: examinee,item,choice; or JSON of grade --json')
    .meta(FILES),
  keys: z
    .string()
    .optional()
    .describe('keys, CSV: item,key and optionally options (default: from scores)')
    .meta(FILES),
  irtModel: z
    .enum(MODELS)
    .optional()
    .describe(
      'model that the parameters were fitted by, for degrees of freedom (default: by their columns)',
    )
    .meta({ ...STATISTICS, value: 'name' }),
  prior: normalPrior
    .prefault('normal:0:1')
    .describe('distribution of ability in the calibration')
    .meta(STATISTICS),
  draws: wholeNumber(0)
    .default(100)
    .describe('simulated sets of answers that items and pairs are compared with; 0 for none')
    .meta(STATISTICS),
  dimensions: z
    .array(z.union([wholeNumber(1), z.literal('none')]))
    .prefault([1, 2, 4])
    .transform((all) => [...new Set(all)])
    .refine((all) => (all.includes('none') ? all.length === 1 : all.length > 1), {
      error: 'two or more numbers such as 1,2,4, or none',
    })
    .transform((all) => all.filter((one) => one !== 'none').sort((x, y) => x - y))
    .describe('numbers of dimensions to compare, or none')
    .meta(STATISTICS),
  itemsOnly: z
    .boolean()
    .default(false)
    .describe('leave out the statistics of the whole bank, which take longest')
    .meta(STATISTICS),
  seed: seed.meta(STATISTICS),
  all: z
    .boolean()
    .default(false)
    .describe('print all items and examinees, not only the worst')
    .meta({ group: 'Results', isLocal: true }),
});
export type DiagnoseOptions = z.output<typeof options>;

/** Which items, examinees and assumptions of a calibration to doubt. */
export const calibrateDiagnose = operation({
  name: 'calibrate diagnose',
  summary:
    'Diagnose a calibration: fit of items, options and examinees; dependence, dimensions, reliability and information of the bank.',
  help: `
Examples:
  thetarank calibrate diagnose --parameters items.csv --responses answers.csv --report diagnosis.html
  thetarank calibrate diagnose --parameters items.csv --responses answers.csv --choices choices.csv --keys keys.csv
  thetarank calibrate diagnose --parameters items.csv --responses answers.csv --draws 0 --dimensions none --json

Choices are CSV (examinee,item,choice, where a choice is an option letter) or the JSON of thetarank grade --json. Keys are CSV (item,key);
without them, the key of an item is the option that most right answers chose. S-X² needs 200 examinees who answered every item, and
at most 200 items; other items get a posterior-predictive check. What to do about findings: docs/diagnosis.md.`,
  options,
  doing: 'diagnosing',
  run: diagnoseFiles,
  json: diagnosisJson,
  report: diagnosisDocument,
});

async function diagnoseFiles(given: DiagnoseOptions, context: Context): Promise<Diagnosis> {
  const { choices, keys, prior, draws, seed, dimensions, itemsOnly } = given;
  if (keys !== undefined && choices === undefined)
    fail('OPTIONS_CONFLICT', {
      options: 'keys',
      reason: 'only works with --choices, the options that examinees chose.',
    });
  const input = readDiagnosisInput(given);
  const unmatched = input.choices?.unmatched ?? 0;
  if (unmatched > 0)
    context.note(
      `${choices}: ${plural(unmatched, 'choice')} of examinees or items without recorded answers ${unmatched === 1 ? 'is' : 'are'} left out.`,
    );
  const model = given.irtModel ?? modelOf(input);
  const settings = { model, prior, draws, seed, dimensions, itemsOnly };
  return diagnose(input, settings, context.progress);
}

/** Everything, with the names of items; items and examinees in the order of the recorded answers. */
function diagnosisJson(
  { settings, items, worstFirst, examinees, bank }: Diagnosis,
  { parameters, responses, families, choices, keys }: DiagnoseOptions,
): object {
  const names = items.map(({ item }) => item);
  return {
    files: {
      parameters,
      responses,
      families: families ?? null,
      choices: choices ?? null,
      keys: keys ?? null,
    },
    settings,
    bank: bank === null ? null : bankJson(bank, names),
    worstFirst: worstFirst.map((j) => names[j]),
    items,
    examinees,
  };
}

/** Pairs of items by their names. */
function bankJson(bank: BankDiagnosis, names: readonly string[]) {
  const named = ({ items: [one, two], value }: ItemPair) => ({
    items: [names[one], names[two]],
    value,
  });
  const { correlations, dependence } = bank;
  return {
    ...bank,
    correlations:
      correlations.value === null
        ? correlations
        : {
            ...correlations,
            value: { ...correlations.value, pair: named(correlations.value.pair) },
          },
    dependence:
      dependence.value === null
        ? dependence
        : {
            ...dependence,
            value: { ...dependence.value, pairs: dependence.value.pairs.map(named) },
          },
  };
}
