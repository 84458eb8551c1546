import { z } from 'zod';
import { BUILTIN_BANKS } from '../../../item-bank/builtin/names.ts';
import { type AttachReport, attachItems } from '../../../item-bank/import/attach-items.ts';
import { fail } from '../../errors.ts';
import { count, plural } from '../../numbers.ts';
import { textSteps } from '../../question-text.ts';
import type { Told } from '../../report/document.ts';
import { documentText } from '../../report/text.ts';
import { shortened } from '../../text/shortened.ts';
import { attachTarget, keepText } from '../../workflow/bank/attach-text.ts';
import { importFormat, isContainer, isReadInPlace } from '../../workflow/bank/import-formats.ts';
import { fieldMap } from '../field-map.ts';
import { operation } from '../operation.ts';
import { provenance, statedProvenance } from './provenance.ts';
import { watched } from './read-records.ts';

/** Most names printed per kind. */
const SHOWN = 5;

/** The banks that text can be attached to, and how. */
const ATTACHED = BUILTIN_BANKS.map(textSteps).filter((steps) => steps !== null);

export const bankAttach = operation({
  name: 'bank attach',
  summary: 'Add the public question text to a built-in bank, which ships without it.',
  help: `
Examples:
${ATTACHED.map(({ download, attach }) => `  ${download}\n  ${attach}\n`).join('\n')}
  thetarank bank attach items.csv --to mmlu-pro --map id=nr,stem=text

Instead of curl, with the hub's own program:
${ATTACHED.map(({ hf }) => `  ${hf}`).join('\n')}
Pages with the licences: ${ATTACHED.map(({ page, licence }) => `${page} (${licence})`).join(', ')}

These built-in banks come with hashes of their question text, but without the text. An item is kept if the file has its id
(70 counts as q70) and exactly its content: stem, options and key. If any item differs, nothing is kept; --only-matching
keeps the items that match. Records of items that are not in the bank are skipped.`,
  options: z.object({
    file: z
      .string()
      .describe('the published file: Parquet, JSON Lines, or CSV with a header')
      .meta({ isArgument: true, file: 'in' }),
    to: z.string().describe('mmlu-pro or cruxeval-o').meta({ value: 'bank' }),
    format: z
      .string()
      .optional()
      .describe('csv, jsonl or parquet (default: by the file name)')
      .meta({ value: 'name' }),
    map: fieldMap.optional().describe('names of the fields, such as id=nr,stem=text'),
    onlyMatching: z
      .boolean()
      .default(false)
      .describe('keep the items that match, even if others do not'),
    ...provenance,
  }),
  database: 'created',
  outputs: ['json'],
  doing: 'reading',
  async run({ file, to: bank, format: named, map, onlyMatching, ...stated }, context) {
    const target = attachTarget(bank);
    const open = watched([file], context.progress);
    const container = importFormat(named, file);
    if (!isContainer(container))
      fail('OPTION_INVALID', {
        option: 'format',
        found: container,
        accepted: 'csv, jsonl or parquet',
      });
    const { items, report } = await attachItems(
      target,
      isReadInPlace(container) ? file : open(file),
      { container, map: map?.fields, provenance: statedProvenance(stated) },
    );
    const { matched, mismatchedCount } = report;
    if (matched === 0 || (mismatchedCount > 0 && !onlyMatching)) {
      context.note(documentText(readText(report)));
      refuse(bank, report);
    }
    const { added, withText, all } = await context.store((store) => keepText(store, bank, items));
    return { bank, added, withText, all, first: items[0].id, ...report };
  },
  json: ({ all: _, first: __, ...result }) => result,
  report({ bank, added, withText, all, first, ...report }, { where }) {
    const rest = all - withText;
    return {
      lead: `Bank ${bank}: ${plural(added, 'item')} added; ${count(withText)} of ${plural(all, 'item')} have question text${rest > 0 ? `, ${count(rest)} have none` : ''}.`,
      sections: [{ paragraphs: [readText(report).lead!] }, ...readText(report).sections!],
      next: `thetarank rank --bank ${bank} --model my-model@http://localhost:8000/v1${where}; thetarank prompt --bank ${bank} --item ${first}${where} shows what it is sent.`,
    };
  },
});

/** What became of the records of the file. */
function readText(report: AttachReport): Told {
  const { read, matched, repeated, mismatchedCount, unknownCount, missingCount } = report;
  const { mismatched, unknown, missing } = report;
  const list = (heading: string, lines: readonly string[], total: number) => ({
    heading,
    paragraphs: [
      ...lines.slice(0, SHOWN).map((line) => `  ${shortened(line)}`),
      ...(total > SHOWN ? [`  … and ${count(total - SHOWN)} more`] : []),
    ],
  });
  const lists = [
    list(
      'Mismatched',
      mismatched.map(({ where, id, reason }) => `${where}${id === '' ? '' : `, ${id}`}: ${reason}`),
      mismatchedCount,
    ),
    list(
      'Unknown',
      unknown.map(({ where, id }) => `${where}: ${id === '' ? 'no id' : id}`),
      unknownCount,
    ),
    list('Missing', matched > 0 ? missing : [], matched > 0 ? missingCount : 0),
  ];
  return {
    lead: `${count(read)} read: ${count(matched)} matched, ${count(mismatchedCount)} mismatched, ${plural(unknownCount, 'unknown id')}${repeated > 0 ? `, ${count(repeated)} repeated` : ''}. Items of the bank that are missing: ${count(missingCount)}.`,
    sections: lists.filter(({ paragraphs }) => paragraphs.length > 0),
  };
}

function refuse(name: string, report: AttachReport): never {
  const { file, matched, mismatched, mismatchedCount } = report;
  const [first] = mismatched;
  return fail('FILE_INVALID', {
    file,
    ...(first !== undefined && { where: first.where }),
    found:
      matched === 0
        ? `no item of bank ${name}${first === undefined ? '' : ` (${first.reason})`}; nothing was kept`
        : `${plural(mismatchedCount, 'record')} with other content than bank ${name} has; nothing was kept`,
    accepted:
      matched === 0
        ? 'the ids and question text of the bank, in columns that are recognised or named with --map'
        : 'the items as they were published, or --only-matching to keep those that match',
  });
}
