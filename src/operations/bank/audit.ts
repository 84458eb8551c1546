import { existsSync } from 'node:fs';
import { z } from 'zod';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import { fail } from '../../errors.ts';
import { chunksOf, fileSource } from '../../files/file-source.ts';
import { readKeys } from '../../files/items/read-keys.ts';
import { writeReview } from '../../files/items/write-review.ts';
import { itemText } from '../../report/item-text.ts';
import { EXTRACTION_MODES } from '../../scoring/extract/modes.ts';
import { shellWord } from '../../shell-word.ts';
import type { Store } from '../../store/store.ts';
import {
  type AuditRequest,
  auditAndKeep,
  auditFile,
  type BankAudit,
} from '../../workflow/bank/audit/audit-bank.ts';
import { importFormat, isReadInPlace, itemFormat } from '../../workflow/bank/import-formats.ts';
import { chosenTaxonomy } from '../../workflow/bank/tag-check.ts';
import { fieldMap } from '../field-map.ts';
import { checkedTags, wholeNumber } from '../fields.ts';
import { type Context, operation, type Reading } from '../operation.ts';
import { auditDocument, NAMED } from './audit-report.ts';

const ANSWERS = { group: 'Answers and texts' };
const RESULTS = { group: 'Results' };
/** The share of the work that reading files is. */
const READ = 0.2;

const options = z.object({
  bank: z.string().describe('a bank, or a file').meta({ isArgument: true, file: 'in' }),
  responses: z
    .array(z.string())
    .default([])
    .describe('answers of models, besides those recorded with the bank; may be given several times')
    .meta({ ...ANSWERS, value: 'file', file: 'in' }),
  keys: z
    .string()
    .optional()
    .describe('keys of items without question text, CSV: item,key')
    .meta({ ...ANSWERS, value: 'file', file: 'in' }),
  mode: z
    .enum(EXTRACTION_MODES)
    .default('default')
    .describe('how answers are extracted')
    .meta({ ...ANSWERS, value: 'name' }),
  against: z
    .array(z.string())
    .default([])
    .describe('other banks to look for duplicates in')
    .meta({ ...ANSWERS, value: 'banks' }),
  format: z
    .string()
    .optional()
    .describe('of a file, as for bank import')
    .meta({ ...ANSWERS, value: 'name' }),
  map: fieldMap.optional().describe('of a file, as for bank import').meta(ANSWERS),
  ...checkedTags(ANSWERS),
  limit: wholeNumber(1)
    .default(20)
    .describe('number of suspects printed')
    .meta({ ...RESULTS, value: 'number' }),
  showText: z
    .boolean()
    .default(false)
    .describe('print and write the question text of the suspects shown')
    .meta(RESULTS),
  out: z
    .string()
    .optional()
    .describe('write a review file of all suspects, CSV, to be edited and imported')
    .meta({ ...RESULTS, value: 'file', file: 'out' }),
});
export type AuditOptions = z.output<typeof options>;

export type AuditResult = BankAudit & {
  readonly bank?: string;
  /** If it is a file before it is imported. */
  readonly file?: string;
  /** Question text by item, where it was asked for. */
  readonly texts?: Readonly<Record<string, string>>;
};

export const bankAudit = operation({
  name: 'bank audit',
  summary:
    'Find items that are probably faulty: wrong keys, broken questions, duplicates. Of a bank, or of a file before it is imported.',
  help: `
Examples:
  thetarank bank audit mine
  thetarank bank audit questions.csv --taxonomy cmexam
  thetarank bank audit mine --responses outputs.jsonl --report audit.html --out review.csv
  thetarank bank audit mmlu-pro --responses outputs.jsonl --keys keys.csv

Every item and its content hash are checked, texts are compared, and the answers of models are weighed: recorded ones, those of
runs, and those of --responses. Letters tell more than scores. Files of --responses are CSV of scores, as for rank;
CSV with the columns model, item and choice; JSON Lines of outputs, as for extract; or logs of lm-evaluation-harness and
Inspect. Nothing is kept of them. No question text is printed or written without --show-text.
Tags are checked against the taxonomy of the bank, or the given one. The exit code is 2 if an item or a tag value is invalid.`,
  options,
  database: 'existing',
  outputs: ['json', 'report'],
  doing: 'auditing',
  async run(given, context): Promise<AuditResult> {
    checkOptions(given);
    const { bank } = given;
    const request = auditRequest(given, context);
    if (isFile(given)) return { file: bank, ...(await auditOfFile(given, request)) };
    return context.store(async (store) => {
      const { responses, keys = null, mode } = given;
      const audit = await auditAndKeep(store, bank, request, {
        options: { responses, keys, mode },
        now: () => new Date().toISOString(),
      });
      const texts = given.showText ? await textsOf(store, given, audit) : undefined;
      return { bank, ...audit, ...(texts !== undefined && { texts }) };
    });
  },
  write: async ({ suspects }, { options: { out } }) => {
    if (out !== undefined) writeReview(out, suspects);
    return [];
  },
  exitCode: ({ invalid, tags }) => (invalid.count + tags.count > 0 ? 2 : 0),
  report: (result, reading) => ({
    ...auditDocument(result, reading),
    next: nextStep(result, reading),
  }),
});

const isFile = ({ bank, format }: Pick<AuditOptions, 'bank' | 'format'>) =>
  format !== undefined || (/[./\\]/.test(bank) && existsSync(bank));

/** @throws OPTIONS_CONFLICT */
function checkOptions(given: AuditOptions): void {
  const { bank, against, showText } = given;
  if (against.includes(bank))
    fail('OPTIONS_CONFLICT', {
      options: 'against',
      reason: `${bank} is the bank that is audited; copies within it are found anyway. Name other banks.`,
    });
  if (!isFile(given)) return;
  for (const [options, isGiven] of [
    ['showText', showText],
    ['against', against.length > 0],
  ] as const)
    if (isGiven)
      fail('OPTIONS_CONFLICT', { options, reason: 'only works with a bank of the database.' });
}

function auditRequest(given: AuditOptions, { progress }: Context): AuditRequest {
  const { responses, keys, mode, against, taxonomy, levels } = given;
  const files = isFile(given) ? [given.bank, ...responses] : responses;
  const chunks = files.reduce((sum, file) => sum + chunksOf(file), 0);
  let read = 0;
  return {
    responses,
    keys: keys === undefined ? null : readKeys(keys),
    mode,
    against,
    taxonomy: { taxonomy, levels },
    open: (file) => fileSource(file, () => progress(READ * Math.min(1, ++read / chunks))),
    reach: progress,
  };
}

function auditOfFile(given: AuditOptions, request: AuditRequest): Promise<BankAudit> {
  const { bank: file } = given;
  const format = importFormat(given.format, file);
  return auditFile(
    itemFormat(format, { map: given.map?.fields, provenance: {} }),
    isReadInPlace(format) ? file : request.open(file),
    request,
    chosenTaxonomy(request.taxonomy, format, null, null)?.own ?? null,
  );
}

/** Question text of the suspects that are shown. */
async function textsOf(
  store: Store,
  { bank, limit }: AuditOptions,
  { suspects }: BankAudit,
): Promise<Record<string, string>> {
  if ((await store.bank(bank)) === undefined) return {};
  const shown = suspects.slice(0, limit).map(({ item }) => item);
  const texts: Record<string, string> = {};
  for await (const item of store.items(bank, shown)) texts[item.id] = itemText(item);
  return texts;
}

function nextStep(
  { file, invalid, tags, suspects }: AuditResult,
  { options: { bank: name, format, map, out }, where }: Reading<AuditOptions>,
): string {
  if (file !== undefined && invalid.count + tags.count > 0) {
    const wrong = [
      ...(invalid.count > 0 ? ['invalid items'] : []),
      ...(tags.count > 0 ? ['tag values'] : []),
    ].join(' and ');
    const isLong = Math.max(invalid.count, tags.count) > NAMED;
    return `correct the ${wrong} named above in ${name}, and run the same command again.${isLong ? ' --json names up to 1,000 of them.' : ''}`;
  }
  if (file !== undefined) {
    const read = `${format === undefined ? '' : ` --format ${format}`}${map === undefined ? '' : ` --map ${shellWord(map.typed)}`}`;
    return `thetarank bank import ${shellWord(name)} --name NAME${read}${where}`;
  }
  if (invalid.count > 0)
    return `the items named above are damaged in the database. Import their file into a new bank: thetarank bank import FILE --name NAME${where}`;
  if (tags.count > 0)
    return `correct the tag values named above in the file of the bank, and import it into a new bank: thetarank bank import FILE --name NAME${where}`;
  if (suspects.length === 0) return `thetarank bank show ${name}${where}`;
  if (out !== undefined)
    return `fill in the column decision of ${out}, then: thetarank bank review ${name} --file ${shellWord(out)}${where}`;
  const look = `thetarank bank show ${name} --item ${shellWord(suspects[0].item)}${where}`;
  if (isBuiltinBank(name))
    return `look at the suspects, the first ones first: ${look}. For a file of them: --out review.csv`;
  return `decide about the suspects: thetarank bank review ${name}${where}. For a file to fill in: --out review.csv`;
}
