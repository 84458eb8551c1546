import { z } from 'zod';
import { byteLength } from './bits.ts';
import { countItemIds, MOST_DIGITS } from './item-id-runs.ts';

const count = z.int().min(0);

/** The JSON at the start of a bank file's payload; everything that is not one number per item. */
export const bankHeader = z
  .strictObject({
    name: z.string(),
    version: count,
    title: z.string(),
    simulated: z.boolean(),
    provenance: z.strictObject({
      source: z.string(),
      licence: z.string(),
      notes: z.array(z.string()),
    }),
    /** Item ids, as in item-id-runs.ts. */
    items: z.array(
      z.union([
        z.string(),
        z.tuple([z.string(), z.int().min(1).max(MOST_DIGITS), count, z.int().min(1)]),
      ]),
    ),
    tags: z.array(z.strictObject({ name: z.string(), values: z.array(z.string()).max(65_536) })),
    examinees: z.array(z.string()),
    families: z.array(z.string()).optional(),
    /** Which examinees (from 0, ascending) were not asked every item and so have a mask of their own. */
    partial: z.array(count),
    fullScore: z.union([z.literal('items'), z.templateLiteral(['macro:', z.string()])]),
    harness: z
      .strictObject({
        program: z.literal('lm-evaluation-harness'),
        tag: z.string(),
        taskPrefix: z.string(),
        idField: z.string(),
        idPrefix: z.string(),
      })
      .optional(),
  })
  .superRefine((header, context) => {
    const need = (holds: boolean, path: string, message: string) => {
      if (!holds) context.addIssue({ code: 'custom', path: [path], message });
    };
    const { partial, tags, fullScore, harness, examinees, families } = header;
    const isTag = (name: string) => tags.some((tag) => tag.name === name);
    need(
      partial.every((row, k) => row < examinees.length && (k === 0 || row > partial[k - 1])),
      'partial',
      'not ascending numbers of examinees',
    );
    need(
      fullScore === 'items' || isTag(fullScore.slice('macro:'.length)),
      'fullScore',
      'is not the name of a tag',
    );
    need(
      families === undefined || families.length === examinees.length,
      'families',
      'not one per examinee',
    );
    need(harness === undefined || isTag(harness.tag), 'harness', 'is not the name of a tag');
  });

export type BankHeader = z.infer<typeof bankHeader>;

/** Bytes of one tag's code: one where it has at most 256 values, else two. */
export function codeBytes(values: readonly string[]): 1 | 2 {
  return values.length <= 256 ? 1 : 2;
}

/** The length in bytes of all sections that follow the header. */
export function sectionsLength(header: BankHeader): number {
  const items = countItemIds(header.items);
  const codes = header.tags.reduce((sum, { values }) => sum + codeBytes(values) * items, 0);
  const optionCounts = items;
  const parameters = 4 * 4 * items;
  const bits = (header.examinees.length + header.partial.length) * byteLength(items);
  return codes + optionCounts + parameters + bits;
}
