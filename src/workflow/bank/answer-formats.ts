import type { AnswerFormat } from '../../../item-bank/import/format.ts';
import { everyEvalEverAnswers } from '../../../item-bank/import/logs/every-eval-ever.ts';
import { helmAnswers } from '../../../item-bank/import/logs/helm.ts';
import { fail } from '../../errors.ts';
import { csvAnswers } from '../../files/answers/csv-answers.ts';
import { parquetAnswers } from '../../files/answers/parquet-answers.ts';
import { sweBench } from '../../files/answers/swe-bench.ts';
import { quoted } from '../../text/quoted.ts';

/** The formats of recorded answers that `bank convert` reads, and what each is. */
export const ANSWER_FORMATS = {
  csv: 'what rank --responses reads',
  parquet: 'the same in Parquet: examinee, item, score; or examinee and one column per item',
  'swe-bench': 'reports of SWE-bench, results.json of its leaderboard, lists of resolved tasks',
  helm: "HELM's per_instance_stats.json or display_predictions.json",
  'every-eval-ever': 'instance records of Every Eval Ever, JSON Lines',
} as const;

export type AnswerFormatName = keyof typeof ANSWER_FORMATS;

/** Endings of files that tell their format. */
const ENDINGS: readonly (readonly [RegExp, AnswerFormatName])[] = [
  [/\.csv$/i, 'csv'],
  [/\.parquet$/i, 'parquet'],
  [/(^|[/\\])(per_instance_stats|display_predictions)\.json$/i, 'helm'],
  [/_samples\.jsonl$/i, 'every-eval-ever'],
  [/(^|[/\\])(results[/\\]results|report)\.json$/i, 'swe-bench'],
];

export interface AnswerOptions {
  readonly model?: string | undefined;
  readonly metric?: string | undefined;
  readonly evaluation?: string | undefined;
  readonly tasks?: readonly string[] | undefined;
}

/** The format of a name, else of the file's ending. @throws OPTION_INVALID */
export function answerFormatName(name: string | undefined, file: string): AnswerFormatName {
  const found = name ?? ENDINGS.find(([ending]) => ending.test(file))?.[1];
  if (found !== undefined && Object.hasOwn(ANSWER_FORMATS, found)) return found as AnswerFormatName;
  return fail('OPTION_INVALID', {
    option: 'format',
    found:
      name === undefined ? `nothing, and the format of ${quoted(file)} is not known` : quoted(name),
    accepted: Object.keys(ANSWER_FORMATS).join(', '),
  });
}

/** @throws OPTIONS_CONFLICT if an option does not go with the format */
export function answerFormat(
  name: AnswerFormatName,
  { model, metric, evaluation, tasks }: AnswerOptions = {},
): AnswerFormat {
  const isTable = name === 'csv' || name === 'parquet';
  if (isTable) refuse({ model }, 'swe-bench, helm or every-eval-ever');
  if (isTable || name === 'swe-bench') refuse({ metric }, 'helm or every-eval-ever');
  if (name !== 'every-eval-ever') refuse({ evaluation }, 'every-eval-ever');
  if (name !== 'swe-bench') refuse({ itemsFile: tasks }, 'swe-bench');
  switch (name) {
    case 'csv':
      return csvAnswers();
    case 'parquet':
      return parquetAnswers();
    case 'swe-bench':
      return sweBench({ model, tasks });
    case 'helm':
      return helmAnswers({ model, metric });
    case 'every-eval-ever':
      return everyEvalEverAnswers({ model, metric, evaluation });
  }
}

/** Formats that are read at any place of a file, or whole. */
export function isAnswerFileWhole(name: AnswerFormatName): boolean {
  return name === 'csv' || name === 'parquet';
}

function refuse(options: Readonly<Record<string, unknown>>, formats: string): void {
  for (const [option, value] of Object.entries(options))
    if (value !== undefined)
      fail('OPTIONS_CONFLICT', { options: option, reason: `only works with --format ${formats}.` });
}
