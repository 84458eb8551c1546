import { statSync } from 'node:fs';
import type { AnsweredFormat, ItemFormat } from '../../../item-bank/import/format.ts';
import type { Provenance } from '../../../item-bank/import/item-draft.ts';
import { everyEvalEver } from '../../../item-bank/import/logs/every-eval-ever.ts';
import { helm } from '../../../item-bank/import/logs/helm.ts';
import { inspect } from '../../../item-bank/import/logs/inspect.ts';
import { lighteval } from '../../../item-bank/import/logs/lighteval.ts';
import { lmEval } from '../../../item-bank/import/logs/lm-eval.ts';
import { opencompass } from '../../../item-bank/import/logs/opencompass.ts';
import { cmbClin } from '../../../item-bank/import/published/cmb-clin.ts';
import { cmbExam } from '../../../item-bank/import/published/cmb-exam.ts';
import { cmexam } from '../../../item-bank/import/published/cmexam.ts';
import { exportedItems } from '../../../item-bank/import/published/exported-items.ts';
import { gsm8k } from '../../../item-bank/import/published/gsm8k.ts';
import { mmlu } from '../../../item-bank/import/published/mmlu.ts';
import type { FieldMap } from '../../../item-bank/import/recognise/field-map.ts';
import { type Container, recognised } from '../../../item-bank/import/recognise/recognised.ts';
import { fail } from '../../errors.ts';
import { fileBeginning } from '../../files/harness/file-beginning.ts';
import { quoted } from '../../text/quoted.ts';

/** The formats that `bank import` reads, and what each is. */
export const IMPORT_FORMATS = {
  csv: 'CSV with a header; columns are recognised by name, or set with --map',
  jsonl: 'JSON Lines or a JSON list of objects; fields as for csv',
  parquet: 'Parquet, one row per item; columns as for csv',
  cmexam: "CMExam's CSV files",
  'cmb-exam': "CMB-Exam's JSON files",
  'cmb-clin': "CMB-Clin's cases, JSON",
  gsm8k: "GSM8K's JSON Lines or Parquet: word problems whose answer is a number",
  mmlu: "MMLU's and CMMLU's CSV files, one per subject",
  'lm-eval': "lm-evaluation-harness's samples_….jsonl: items and a model's answers",
  inspect: "Inspect's .eval and JSON logs: items and a model's answers",
  lighteval: "lighteval's details_….parquet: items and a model's answers",
  opencompass: "OpenCompass's results with details: items and a model's answers",
  helm: "HELM's per_instance_stats.json with instances.json or scenario_state.json beside it: items and a model's answers",
  'every-eval-ever': 'instance records of Every Eval Ever: items and answers',
  thetarank: 'what thetarank bank export writes',
} as const;

export type ImportFormat = keyof typeof IMPORT_FORMATS;

/** The taxonomies of formats that bring one. */
export const FORMAT_TAXONOMIES: Readonly<Partial<Record<ImportFormat, string>>> = {
  cmexam: 'cmexam',
  'cmb-exam': 'cmb',
};

/** Endings of files that tell their format. */
const ENDINGS: readonly (readonly [RegExp, ImportFormat])[] = [
  [/\.eval$/i, 'inspect'],
  [/(^|[/\\])samples_[^/\\]*\.jsonl$/i, 'lm-eval'],
  [/(^|[/\\])details_[^/\\]*\.parquet$/i, 'lighteval'],
  [/(^|[/\\])results[/\\][^/\\]+[/\\][^/\\]+\.json$/i, 'opencompass'],
  [/(^|[/\\])(per_instance_stats|display_predictions)\.json$/i, 'helm'],
  [/_samples\.jsonl$/i, 'every-eval-ever'],
  [/\.csv$/i, 'csv'],
  [/\.(jsonl|ndjson|json)$/i, 'jsonl'],
  [/\.parquet$/i, 'parquet'],
];

export interface FormatOptions {
  readonly map?: Partial<FieldMap> | undefined;
  readonly prefix?: string | undefined;
  readonly model?: string | undefined;
  readonly metric?: string | undefined;
  readonly filter?: string | undefined;
  readonly evaluation?: string | undefined;
  readonly provenance: Partial<Provenance>;
}

/** A format as commands use it. */
export interface ReadFormat extends ItemFormat {
  /** Fields that became no tags, and of how many records. */
  readonly leftOut?: ReadonlyMap<string, number>;
  /** Of logs, whose records have answers. */
  readonly answer?: AnsweredFormat['answer'];
  readonly examinee?: AnsweredFormat['examinee'];
  readonly identity?: AnsweredFormat['identity'];
}

/** Formats that are read at any place of a file, which therefore has to be on disk: archives and Parquet. */
export function isReadInPlace(format: ImportFormat): boolean {
  return IN_PLACE.includes(format);
}

const IN_PLACE: readonly ImportFormat[] = ['inspect', 'parquet', 'lighteval', 'gsm8k'];

/** Formats of which only the fields' names say what is what. */
export function isContainer(format: ImportFormat): format is Container {
  return format === 'csv' || format === 'jsonl' || format === 'parquet';
}

/** The format of a name, else of the file's ending, and of JSON of its beginning. @throws OPTION_INVALID */
export function importFormat(name: string | undefined, file: string): ImportFormat {
  const ending = ENDINGS.find(([pattern]) => pattern.test(file))?.[1];
  const found = name ?? (isInspectJson(file, ending) ? 'inspect' : ending);
  if (found !== undefined && Object.hasOwn(IMPORT_FORMATS, found)) return found as ImportFormat;
  const accepted = Object.keys(IMPORT_FORMATS).join(', ');
  return fail('OPTION_INVALID', {
    option: 'format',
    found:
      name === undefined ? `nothing, and the format of ${quoted(file)} is not known` : quoted(name),
    accepted,
  });
}

/** How Inspect's JSON logs begin: their names say nothing. */
const INSPECT = /^\s*\{\s*"version":\s*\d+,\s*"status":\s*"\w+",\s*"eval":\s*\{/;

function isInspectJson(file: string, ending: ImportFormat | undefined): boolean {
  return (
    ending === 'jsonl' &&
    /\.json$/i.test(file) &&
    statSync(file, { throwIfNoEntry: false })?.isFile() === true &&
    INSPECT.test(fileBeginning(file))
  );
}

/** @throws OPTIONS_CONFLICT if an option does not go with the format */
export function itemFormat(name: ImportFormat, options: FormatOptions): ReadFormat {
  const { map, prefix, provenance, model, metric, filter, evaluation } = options;
  if (!isContainer(name)) refuseOptions({ map, prefix }, '--format csv, jsonl or parquet');
  if (name !== 'lm-eval') refuseOptions({ filter }, '--format lm-eval');
  if (name !== 'every-eval-ever') refuseOptions({ evaluation }, '--format every-eval-ever');
  if (!isLog(name)) refuseOptions({ model }, `--format ${LOGS.join(', ')}`);
  if (!isLog(name) || name === 'opencompass')
    refuseOptions({ metric }, '--format lm-eval, inspect, lighteval, helm or every-eval-ever');
  if (name === 'thetarank') {
    refuseOptions({ ...provenance }, 'other formats; exported items already have them');
  }
  switch (name) {
    case 'csv':
    case 'jsonl':
    case 'parquet':
      return recognised(name, { map, prefix, provenance });
    case 'cmexam':
      return cmexam(provenance);
    case 'cmb-exam':
      return cmbExam(provenance);
    case 'cmb-clin':
      return cmbClin(provenance);
    case 'gsm8k':
      return gsm8k(provenance);
    case 'mmlu':
      return mmlu(provenance);
    case 'lm-eval':
      return lmEval({ model, metric, filter, provenance });
    case 'inspect':
      return inspect({ model, metric, provenance });
    case 'lighteval':
      return lighteval({ model, metric, provenance });
    case 'opencompass':
      return opencompass({ model, provenance });
    case 'helm':
      return helm({ model, metric, provenance });
    case 'every-eval-ever':
      return everyEvalEver({ model, metric, evaluation, provenance });
    case 'thetarank':
      return exportedItems();
  }
}

const LOGS: readonly ImportFormat[] = [
  'lm-eval',
  'inspect',
  'lighteval',
  'opencompass',
  'helm',
  'every-eval-ever',
];

/** Formats whose records have answers of a model. */
function isLog(name: ImportFormat): boolean {
  return LOGS.includes(name);
}

function refuseOptions(options: Readonly<Record<string, unknown>>, goesWith: string): void {
  for (const [option, value] of Object.entries(options))
    if (value !== undefined)
      fail('OPTIONS_CONFLICT', { options: option, reason: `only works with ${goesWith}.` });
}
