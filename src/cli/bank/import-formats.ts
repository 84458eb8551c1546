import { cmbExam } from '../../../item-bank/import/cmb-exam.ts';
import { cmexam } from '../../../item-bank/import/cmexam.ts';
import type { FieldMap } from '../../../item-bank/import/field-map.ts';
import type { ItemFormat } from '../../../item-bank/import/format.ts';
import type { Provenance } from '../../../item-bank/import/item-draft.ts';
import { exportedItems } from '../../../item-bank/import/jsonl.ts';
import { mmlu } from '../../../item-bank/import/mmlu.ts';
import { recognised } from '../../../item-bank/import/recognised.ts';
import { fail } from '../../errors.ts';
import { quoted } from '../../files/quoted.ts';

/** The formats that `bank import` reads, and what each is. */
export const IMPORT_FORMATS = {
  csv: 'CSV with a header; columns are recognised by their names, or by --map',
  jsonl: 'JSON Lines, or one JSON list, of objects; fields as for csv',
  cmexam: "CMExam's CSV files",
  'cmb-exam': "CMB-Exam's JSON files",
  mmlu: "MMLU's and CMMLU's CSV files, one a subject",
  thetarank: 'what thetarank bank export writes',
} as const;

export type ImportFormat = keyof typeof IMPORT_FORMATS;

/** Endings of files that tell their format. */
const ENDINGS: readonly (readonly [RegExp, ImportFormat])[] = [
  [/\.csv$/i, 'csv'],
  [/\.(jsonl|ndjson|json)$/i, 'jsonl'],
];

export interface FormatOptions {
  readonly map?: Partial<FieldMap> | undefined;
  readonly prefix?: string | undefined;
  readonly provenance: Partial<Provenance>;
}

/** The format of a name, else of the file's ending. @throws OPTION_INVALID */
export function importFormat(name: string | undefined, file: string): ImportFormat {
  const found = name ?? ENDINGS.find(([ending]) => ending.test(file))?.[1];
  if (found !== undefined && Object.hasOwn(IMPORT_FORMATS, found)) return found as ImportFormat;
  const accepted = Object.keys(IMPORT_FORMATS).join(', ');
  return fail('OPTION_INVALID', {
    option: '--format',
    found: name === undefined ? `none, for the file ${quoted(file)}` : quoted(name),
    accepted,
  });
}

/** @throws OPTIONS_CONFLICT where an option does not go with the format */
export function itemFormat(
  name: ImportFormat,
  { map, prefix, provenance }: FormatOptions,
): ItemFormat & { readonly leftOut?: ReadonlyMap<string, number> } {
  if (name === 'csv' || name === 'jsonl') return recognised(name, { map, prefix, provenance });
  for (const [option, value] of Object.entries({ '--map': map, '--prefix': prefix }))
    if (value !== undefined)
      fail('OPTIONS_CONFLICT', { options: option, reason: 'goes with --format csv or jsonl.' });
  if (name === 'cmexam') return cmexam(provenance);
  if (name === 'cmb-exam') return cmbExam(provenance);
  if (name === 'mmlu') return mmlu(provenance);
  if (Object.keys(provenance).length > 0)
    fail('OPTIONS_CONFLICT', {
      options: '--source, --licence, --language',
      reason: 'exported items have their own.',
    });
  return exportedItems();
}
