import { z } from 'zod';
import { ABILITIES } from '../../../../sim/monte-carlo/design/study-design-schema.ts';
import { FIRST_LOOK } from '../../../../sim/monte-carlo/measure/ratio.ts';
import { ROWS_FILE } from '../../../workflow/studies/monte-carlo/rows-folder.ts';
import { computing, shortText, studyFolder, wholeNumber, wholeNumbers } from '../../fields.ts';
import { rules } from '../rules.ts';

const DESIGN = { group: 'Design' };
const STUDY = { group: 'Study' };
const RESULTS = { group: 'Results' };

/** Items of a generated bank. */
export const ITEMS = 500;
export const EXAMINEES = ABILITIES.normal.count;
/** Precision may take at most this multiple of the replications before the first check. */
export const MOST_MORE = 10;

const names = z.array(shortText).min(1);

export const monteCarloOptions = z
  .object({
    design: z
      .union([z.string(), z.record(z.string(), z.unknown())])
      .optional()
      .describe(
        'YAML: bank, abilities, deviations from the model, and what is compared; options override its fields',
      )
      .meta({ isArgument: true, file: 'in' }),
    bank: z
      .string()
      .optional()
      .describe('generated, the name of a built-in bank, or a CSV file of parameters')
      .meta({ ...DESIGN, value: 'name' }),
    items: wholeNumber(1)
      .optional()
      .describe(`number of items of a generated bank (default: ${ITEMS})`)
      .meta(DESIGN),
    examinees: wholeNumber(2)
      .optional()
      .describe(
        `examinees per replication, with abilities from N(0, 1) unless the file says otherwise (default: ${EXAMINEES})`,
      )
      .meta(DESIGN),
    estimators: names.optional().describe('estimators of ability: ml, map, eap, wle').meta(DESIGN),
    selectors: rules
      .optional()
      .describe('selectors, such as random,randomesque:best=10')
      .meta(DESIGN),
    exposure: rules
      .optional()
      .describe('rules of exposure, such as none,maximum-rate:rate=0.2')
      .meta(DESIGN),
    stopping: rules
      .optional()
      .describe('stopping rules, such as length,standard-error:below=0.3:least=10')
      .meta(DESIGN),
    lags: wholeNumbers(1).optional().describe('numbers of items in flight').meta(DESIGN),
    lengths: wholeNumbers(1)
      .optional()
      .describe('items per test; with another stopping rule, the most items per test')
      .meta(DESIGN),
    replications: wholeNumber(1)
      .optional()
      .describe('number of replications of each cell')
      .meta(DESIGN),
    group: wholeNumber(2)
      .optional()
      .describe('number of examinees that are ranked against each other')
      .meta(DESIGN),
    seed: wholeNumber(0).optional().describe('number that fixes all random choices').meta(DESIGN),
    precision: names
      .refine((all) => all.every((one) => precisionOf(one) !== null), {
        error: 'measures, each with a number above 0, such as bias=0.01,kendall=0.005',
      })
      .optional()
      .describe('Monte Carlo standard errors to reach, by measure, such as bias=0.01,kendall=0.005')
      .meta({ ...DESIGN, value: 'a=x,b=y' }),
    printDesign: z
      .boolean()
      .default(false)
      .describe('print the design as YAML, and simulate nothing')
      .meta(STUDY),
    untilPrecise: z
      .boolean()
      .default(false)
      .describe(
        `add replications until the precision of the design or --most-replications is reached; the first check is after ${FIRST_LOOK}`,
      )
      .meta(STUDY),
    mostReplications: wholeNumber(2)
      .optional()
      .describe(
        `with --until-precise: most replications (default: ${MOST_MORE} times those of the design, but at least ${MOST_MORE * FIRST_LOOK})`,
      )
      .meta(STUDY),
    workers: computing.workers.meta(STUDY),
    on: computing.on.meta(STUDY),
    ...studyFolder('report.html, the numbers as JSON, CSV and Parquet, and plots'),
    rows: z
      .boolean()
      .default(false)
      .describe(`write every test as a row of ${ROWS_FILE} in --out`)
      .meta(RESULTS),
  })
  .superRefine(({ out, resume, rows, untilPrecise, mostReplications }, { addIssue }) => {
    const conflict = (path: string[], message: string) =>
      addIssue({ code: 'custom', path, message });
    for (const [name, isGiven] of Object.entries({ resume, rows }))
      if (isGiven && out === undefined) conflict([name, 'out'], 'add the folder of the study.');
    if (!untilPrecise && mostReplications !== undefined)
      conflict(['mostReplications', 'untilPrecise'], 'the first only works with the second.');
  });
export type MonteCarloOptions = z.output<typeof monteCarloOptions>;

/** Reads a measure with the standard error that is wanted: `bias=0.01`. */
export function precisionOf(text: string): [measure: string, error: number] | null {
  const [name, value = '', ...more] = text.split('=');
  return name !== '' && Number(value) > 0 && more.length === 0 ? [name, Number(value)] : null;
}
