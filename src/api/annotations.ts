import { z } from 'zod';
import { LONGEST_NAME, page, pageOf, time, written } from './common.ts';

/** Longest note of an expert, in characters. */
const LONGEST_ANNOTATION_NOTE = 2000;

const names = z.object({ en: z.string().optional(), zh: z.string().optional() });
const label = z.string().max(LONGEST_NAME).nullable();
const labelOut = z.string().nullable().meta({ description: 'null: no label fits' });

export const annotationPath = z.object({ annotation: z.string().min(1).max(64) });
export const entryPath = annotationPath.extend({ entry: z.coerce.number().int().min(1) });

/** An annotation as it is listed. */
const annotationSummary = z.object({
  id: z.string(),
  title: z.string(),
  bank: z.string(),
  items: z.int(),
  levels: z.array(z.string()),
  models: z.array(z.string()),
  createdAt: time,
  closedAt: time.nullable(),
  queue: z.int().meta({ description: 'entries that experts look at' }),
  decided: z.int(),
});
export const annotationList = z.object({ items: z.array(annotationSummary) });
export type AnnotationList = z.infer<typeof annotationList>;

const coefficient = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
const pair = z.object({
  first: z.string(),
  second: z.string(),
  items: z.int(),
  share: z.number().nullable(),
  kappa: coefficient.meta({ description: "Cohen's κ with a 90% interval" }),
});

const levelReport = z.object({
  level: z.string(),
  entries: z.int(),
  labels: z.object({ agreed: z.int(), auditing: z.int(), people: z.int(), missing: z.int() }).meta({
    description:
      'labels that stand: those that models agree on (of these, `auditing` wait for their audit by people) and those of people; `missing` until people review them',
  }),
  reasons: z.object({
    refusal: z.int(),
    unreadable: z.int(),
    'none-conflict': z.int(),
    disagreement: z.int(),
  }),
  agreedError: z.object({
    agreed: z.int(),
    audited: z.int(),
    reviewed: z.int(),
    wrong: z.int(),
    conflicts: z.int().meta({
      description:
        'audited labels on which experts differ: right for the lower end of the error, wrong for its upper end',
    }),
    error: z
      .object({ value: z.number(), low: z.number(), high: z.number() })
      .nullable()
      .meta({ description: 'share of wrong labels among the agreed ones, 90% interval' }),
  }),
  pairs: z.array(pair),
  alpha: coefficient.nullable().meta({ description: "Krippendorff's α of all" }),
  confusions: z.array(
    z.object({ labels: z.array(labelOut).length(2), pairs: z.int(), items: z.int() }),
  ),
  withPeople: z.array(
    pair.extend({
      of: z.enum(['all', 'doubtful', 'agreed']).meta({
        description:
          'what the figures are of: all items, by weights; or those alone that models do not agree on, or agree on, while no other is decided',
      }),
    }),
  ),
  withTags: pair.nullable(),
  ratersWithTags: z.array(pair),
});
export type AnnotationLevelReport = z.infer<typeof levelReport>;

/** Agreement, errors and progress. */
export const annotationView = z.object({
  id: z.string(),
  run: z.int(),
  bank: z.string(),
  title: z.string(),
  models: z.array(z.string()),
  repeats: z.int(),
  items: z.int(),
  blind: z.boolean().meta({ description: 'whether experts do not see what models proposed' }),
  expertsPerEntry: z.int(),
  closedAt: time.nullable(),
  queue: z.object({ entries: z.int(), decided: z.int(), conflicts: z.int() }),
  reviewers: z.array(z.object({ name: z.string(), reviews: z.int() })),
  levels: z.array(levelReport),
  names: z.array(z.object({ level: z.string(), name: names, values: z.record(z.string(), names) })),
});
export type AnnotationView = z.infer<typeof annotationView>;

export const entryQuery = z.object({
  state: z.enum(['conflict', 'open', 'decided', 'all']).default('all'),
  limit: page.limit,
  cursor: page.cursor,
});

const reviewView = z.object({
  reviewer: z.string(),
  label: labelOut,
  note: z
    .string()
    .optional()
    .meta({ description: 'not for viewers: experts can quote the question in it' }),
  at: time,
});

/** An entry for readers: no text of its item. */
const entryView = z.object({
  entry: z.int(),
  item: z.string(),
  level: z.string(),
  state: z.enum(['agreed', 'open', 'conflict', 'decided']),
  label: labelOut.optional(),
  reason: z.enum(['refusal', 'unreadable', 'none-conflict', 'disagreement']).nullable(),
  doubt: z.number(),
  votes: z.array(
    z.object({
      model: z.string(),
      repeat: z.int(),
      kind: z.enum(['label', 'refusal', 'unreadable']),
      label: labelOut.optional(),
    }),
  ),
  reviews: z.array(reviewView),
  decision: reviewView.nullable(),
});
export const entryPage = pageOf(entryView);
export type AnnotationEntry = z.infer<typeof entryView>;
export type AnnotationEntries = z.infer<typeof entryPage>;

/** What a reviewer says. */
export const newReview = z.object({
  label: label.meta({ description: 'id of a label; null: no label fits' }),
  note: written(LONGEST_ANNOTATION_NOTE).default(''),
});

/** What an expert sees of an entry: neither models nor other experts. */
const expertEntry = z.object({
  entry: z.int(),
  question: z.string(),
  options: z.record(z.string(), z.string()).nullable(),
  answer: z
    .string()
    .optional()
    .meta({ description: 'only if the models were shown the right answers too' }),
  level: z.object({
    name: names,
    mayFitNone: z.boolean(),
    values: z.array(
      z.object({
        id: z.string(),
        name: names,
        parent: z.string().optional(),
        description: names.optional(),
      }),
    ),
  }),
  proposals: z.array(labelOut).meta({
    description:
      'labels that models named, in the order of the taxonomy; empty unless the annotation shows them',
  }),
  own: z
    .object({ label: labelOut, note: z.string() })
    .nullable()
    .meta({ description: 'what this expert said of it before' }),
});
export type ExpertEntry = z.infer<typeof expertEntry>;

/** The work of an expert. */
export const expertWork = z.object({
  title: z.string(),
  closed: z.boolean(),
  done: z.int().meta({ description: 'entries that this expert has reviewed' }),
  left: z.int().meta({ description: 'entries that this expert may still review' }),
  last: z.int().nullable().meta({ description: 'the entry that this expert reviewed last' }),
  entry: expertEntry.nullable(),
});
export type ExpertWork = z.infer<typeof expertWork>;

export const workQuery = z.object({
  entry: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .meta({ description: 'an entry that this expert reviewed before; else the next one' }),
});

export const labelsQuery = z.object({ format: z.enum(['csv', 'jsonl']).default('csv') });

export const appliedLabels = z.object({
  labels: z.int(),
  open: z.int().meta({ description: 'labels that are still to be reviewed' }),
  changed: z.int().meta({ description: 'tags that had another value before' }),
  lost: z.array(z.string()).meta({ description: 'items that lost a tag, because no label fits' }),
  versionBefore: z.int(),
  version: z.int(),
});
export type AppliedLabels = z.infer<typeof appliedLabels>;

export const annotationClosed = z.object({ closedAt: time.nullable() });
export const closeAnnotation = z.object({ closed: z.boolean() });
