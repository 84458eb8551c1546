import { z } from 'zod';
import { IMPORT_STATUSES } from '../../workflow/bank/import-files.ts';
import { IMPORT_FORMATS, type ImportFormat } from '../../workflow/bank/import-formats.ts';
import { fieldMap } from '../field-map.ts';
import { checkedTags, line, ownBank, wholeNumber } from '../fields.ts';
import { provenance } from './provenance.ts';

/** Apart from the operations, because a service reads them at its start. */

const BANK = { group: 'The bank' };
const READING = { group: 'Reading the files' };
const TAGS = { group: 'Tags' };
const RESULTS = { group: 'Results' };

/** At least one file. */
export function filesArgument(what: string) {
  return z
    .array(z.string())
    .min(1)
    .describe(what)
    .meta({ isArgument: true, isVariadic: true, file: 'in' });
}

const absent = z
  .boolean()
  .default(false)
  .describe(
    'also keep the answers of a model of which half or more are unreadable, truncated or refused',
  );

export const importOptions = z.object({
  files: filesArgument('files, all of one format'),
  name: ownBank.describe('name of the bank').meta({ ...BANK, value: 'bank' }),
  title: line(200)
    .optional()
    .describe('title of the bank, on one line (default: its name)')
    .meta(BANK),
  status: z
    .enum(IMPORT_STATUSES)
    .optional()
    .describe(
      'active: the items count for scores (default); pretest: tests may ask them, but they do not count yet (docs/banks.md)',
    )
    .meta({ ...BANK, value: 'status' }),
  format: z
    .enum(Object.keys(IMPORT_FORMATS) as ImportFormat[])
    .optional()
    .describe('format of the files (default: by the file name)')
    .meta({ ...READING, value: 'name' }),
  map: fieldMap
    .optional()
    .describe('names of the fields, such as id=nr,stem=text,options=A+B+C+D,key=right')
    .meta(READING),
  prefix: line(100)
    .optional()
    .describe('prefix of the ids given to items without an id (default: item)')
    .meta(READING),
  model: line(200)
    .optional()
    .describe('logs: the model that answered (default: as in the log)')
    .meta({ ...READING, value: 'name' }),
  metric: line(200)
    .optional()
    .describe('logs: the metric or scorer to score by (default: the first)')
    .meta({ ...READING, value: 'name' }),
  filter: line(200)
    .optional()
    .describe('lm-eval logs: the filter whose lines count')
    .meta({ ...READING, value: 'name' }),
  evaluation: line(500)
    .optional()
    .describe('every-eval-ever: the evaluation whose records count')
    .meta({ ...READING, value: 'name' }),
  ...checkedTags(TAGS),
  canonical: z
    .boolean()
    .optional()
    .describe('store tag values as the ids of the taxonomy, whatever their spelling')
    .meta(TAGS),
  ...provenance,
  partial: z
    .boolean()
    .default(false)
    .describe('of a file that is cut off, keep the records before its end')
    .meta(RESULTS),
  allOrNothing: z
    .boolean()
    .default(false)
    .describe('keep nothing if any record is invalid')
    .meta(RESULTS),
  strict: z.boolean().default(false).describe('the same as --all-or-nothing').meta(RESULTS),
  absent: absent.meta(RESULTS),
  rejects: z
    .string()
    .optional()
    .describe('write the left-out records to this file, JSON Lines')
    .meta({ ...RESULTS, value: 'file', file: 'out' }),
});

export const recordOptions = z
  .object({
    files: z
      .array(z.string())
      .default([])
      .describe(
        'recorded answers, CSV or Parquet; results of promptfoo or of a batch; or predictions of OpenCompass, one file or several',
      )
      .meta({ isArgument: true, isVariadic: true, file: 'in' }),
    to: ownBank
      .optional()
      .describe('a bank of your own (with --run default: the bank of the run)')
      .meta({ value: 'bank' }),
    run: wholeNumber(1).optional().describe('instead of a file: record the answers of this run'),
    partial: z
      .boolean()
      .default(false)
      .describe(
        'of a file: without the items that the bank does not have; with --run: even if the run did not ask every item, and models with recorded answers are refused',
      ),
    families: z
      .string()
      .optional()
      .describe('CSV: examinee, family (default: the column "family")')
      .meta({ value: 'file', file: 'in' }),
    onlyNew: z
      .boolean()
      .default(false)
      .describe('keep nothing if a model already has recorded answers'),
    fewer: z
      .boolean()
      .default(false)
      .describe('also replace the answers of a model that then has fewer'),
    absent,
  })
  .superRefine(({ files, run, to }, { addIssue }) => {
    const conflict = (path: string[], message: string) =>
      addIssue({ code: 'custom', path, message });
    if (files.length === 0 && run === undefined) conflict(['files', 'run'], 'add one of them.');
    if (files.length > 0 && run !== undefined) conflict(['files', 'run'], 'use only one of them.');
    if (files.length > 0 && to === undefined) conflict(['to'], 'the bank of the answers');
  });
export type RecordOptions = z.output<typeof recordOptions>;
