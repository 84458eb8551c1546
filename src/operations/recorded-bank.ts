import { z } from 'zod';
import { isBuiltinBank } from '../../item-bank/builtin/names.ts';
import { shellWord } from '../shell-word.ts';
import { alikeText } from '../text/same-name.ts';
import { span } from '../tracing/span.ts';
import {
  type RecordedSource,
  type RecordedSourceOptions,
  readRecordedSource,
} from '../workflow/recorded-source.ts';
import { shortText } from './fields.ts';
import type { Context } from './operation.ts';

const BANK = { group: 'Bank and recorded answers' };
const FILE = { ...BANK, value: 'file', file: 'in' } as const;

/** Which recorded answers: those of a bank, or of files. */
export const recordedBank = {
  bank: shortText
    .optional()
    .describe(
      'a built-in bank (mmlu-pro, cruxeval-o, ikp, swebench-verified, or climedbench, which is simulated) or a bank of the database (thetarank bank list)',
    )
    .meta({ ...BANK, value: 'name' }),
  responses: z
    .string()
    .optional()
    .describe('recorded answers, CSV: examinee (or model), then one column per item')
    .meta(FILE),
  tags: z
    .string()
    .optional()
    .describe('tags of the items of --responses, CSV: item, then one column per tag')
    .meta(FILE),
  fullScore: shortText
    .optional()
    .describe(
      "the score on the whole bank: items (mean over items) or macro:TAG (mean of tag means) (default: the bank's own, else items)",
    )
    .meta({ ...BANK, value: 'rule' }),
  families: z
    .string()
    .optional()
    .describe(
      'CSV: examinee, family; models of one family are left out together (default: the column "family", else the letters at the start of the name)',
    )
    .meta(FILE),
};

/** Reads the bank and the families that options name, and notes names of models that are alike. */
export async function readBank(
  options: RecordedSourceOptions,
  { store, hasStore, note }: Pick<Context, 'store' | 'hasStore' | 'note'>,
): Promise<RecordedSource> {
  const source = await span('read', {}, () =>
    readRecordedSource(options, hasStore() ? store : null),
  );
  const alike = alikeText(source.bank.responses.examinees);
  if (alike !== null) note(alike);
  return source;
}

/**
 * The options that name the same answers, for a command to try next.
 * @param where the database, as `Reading` has it
 */
export function sourceOf(options: RecordedSourceOptions, where: string): string {
  const { bank, responses, tags, families, fullScore } = options;
  const given = { bank, responses, tags, families, 'full-score': fullScore };
  const words = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${shellWord(value)}`],
  );
  return `${words.join(' ')}${bank === undefined || isBuiltinBank(bank) ? '' : where}`;
}
