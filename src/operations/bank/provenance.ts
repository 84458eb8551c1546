import { z } from 'zod';
import type { Provenance } from '../../../item-bank/import/item-draft.ts';
import { present } from '../../present.ts';
import { line } from '../fields.ts';

const PROVENANCE = { group: 'Provenance' };

/** What can be stated of items that their file does not say. */
export const provenance = {
  source: line(500)
    .optional()
    .describe('where the items come from (default: set by some formats, else the file name)')
    .meta(PROVENANCE),
  licence: line(200)
    .optional()
    .describe('licence of the items (default: set by some formats, else "not stated")')
    .meta(PROVENANCE),
  language: z
    .string()
    .max(35)
    .refine((text) => /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(text), {
      error: 'a language tag such as zh or en-GB',
    })
    .optional()
    .describe(
      'language of the items, such as zh or en-GB (default: zh or en, by the characters of each item)',
    )
    .meta({ ...PROVENANCE, value: 'tag' }),
};

/** What is stated of it, and no more. */
export function statedProvenance({
  source,
  licence,
  language,
}: { readonly [K in keyof Provenance]?: Provenance[K] | undefined }): Partial<Provenance> {
  return present({ source, licence, language });
}
