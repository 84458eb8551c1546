import { z } from 'zod';
import { ONE_LINE } from '../../src/plain-text.ts';
import { spelling } from './spelling.ts';
import { formsOf } from './taxonomy.ts';

const text = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(ONE_LINE, 'a line end or a control character')
    .refine((value) => value.trim() !== '', 'blank');
const id = text(200);

/** A name in English, in Chinese, or in both. */
const name = z
  .strictObject({ en: text(500).optional(), zh: text(500).optional() })
  .refine(({ en, zh }) => en !== undefined || zh !== undefined, 'neither en nor zh');

const value = z.strictObject({
  id: id.meta({ description: 'the canonical form of the tag value' }),
  name,
  abbreviation: text(100).optional(),
  aliases: z.array(text(500)).max(100).optional().meta({ description: 'other accepted spellings' }),
  parent: id.optional().meta({ description: 'id of a value of the parent level' }),
  description: z
    .strictObject({ en: text(1000).optional(), zh: text(1000).optional() })
    .optional()
    .meta({ description: 'what belongs to it, for those who label items' }),
});

const level = z.strictObject({
  id: id.meta({ description: 'the tag that holds it, unless another tag is named' }),
  name,
  parent: id.optional().meta({ description: 'id of a level before it' }),
  stated: z
    .int()
    .min(1)
    .optional()
    .meta({ description: 'number of values that the source states, if it states one' }),
  complete: z.boolean().meta({ description: 'false: values that are not listed are accepted too' }),
  mayFitNone: z
    .boolean()
    .optional()
    .meta({ description: 'true: an item may fit none of the values; false by default' }),
  note: text(2000).optional(),
  values: z.array(value).min(1).max(10_000),
});

export const taxonomySchema = z
  .strictObject({
    format: z.literal(1),
    name: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,99}$/, 'small letters, digits and . _ -'),
    version: z.int().min(1),
    title: text(500),
    source: text(1000),
    licence: text(200),
    notes: z.array(text(2000)).max(100).optional(),
    levels: z.array(level).min(1).max(64),
  })
  .superRefine(({ levels }, context) => {
    const say = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path: ['levels', ...path], message });
    for (const [l, own] of levels.entries()) {
      const before = levels.slice(0, l);
      if (before.some(({ id }) => id === own.id)) say([l, 'id'], `${own.id} again`);
      const parent = before.find(({ id }) => id === own.parent);
      if (own.parent !== undefined && parent === undefined)
        say([l, 'parent'], `no level ${own.parent} before this one`);
      const known = new Set(parent?.values.map(({ id }) => id));
      const spelt = new Map<string, number>();
      for (const [v, value] of own.values.entries()) {
        if ((own.parent === undefined) !== (value.parent === undefined))
          say([l, 'values', v], own.parent === undefined ? 'a parent' : 'no parent');
        else if (parent !== undefined && !known.has(value.parent!))
          say([l, 'values', v, 'parent'], `no value ${value.parent} of the level ${parent.id}`);
        for (const form of formsOf(value)) {
          // Values of different parents may have one name: the tag of the parent tells them apart.
          const key = `${value.parent ?? ''}\n${spelling(form)}`;
          const other = spelt.get(key) ?? v;
          if (spelling(form) === '') say([l, 'values', v], `"${form}" has no letter or digit`);
          if (other !== v) say([l, 'values', v], `"${form}" is also ${own.values[other].id}`);
          spelt.set(key, other);
        }
      }
    }
  });

/** The taxonomy of a bank, as the database keeps it. */
export const bankTaxonomySchema = z.strictObject({
  taxonomy: taxonomySchema,
  /** Id of the level of each tag. Tags that are not in it are free. */
  tags: z.record(z.string(), z.string()),
  /** True: tag values are stored as the ids of their values, false: as they are written. */
  canonical: z.boolean(),
});
