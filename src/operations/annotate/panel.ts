import { z } from 'zod';
import { writeFileWhole } from '../../files/write/write.ts';
import { plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import { plainTable } from '../../report/plain-table.ts';
import {
  applyLabels,
  finalLabels,
  labelsText,
} from '../../workflow/annotation/annotation-labels.ts';
import { knownAnnotation } from '../../workflow/annotation/annotation-panel.ts';
import { annotationReport } from '../../workflow/annotation/annotation-report.ts';
import { operation } from '../operation.ts';
import { annotationText } from './report.ts';

const id = z.string().describe('the annotation, such as annotation-7').meta({ isArgument: true });

export const annotateList = operation({
  name: 'annotate list',
  summary: 'List annotations, newest first.',
  help: '\nExample:\n  thetarank annotate list',
  options: z.object({}),
  database: 'existing',
  outputs: ['json'],
  run: (_, { store }) =>
    store(async ({ panels }) =>
      (await panels.list('annotation')).map(({ id, bank, title, createdAt, closedAt }) => ({
        ...{ id, bank, title, createdAt, closedAt },
      })),
    ),
  report: (all, { where }) =>
    all.length === 0
      ? { lead: 'There are no annotations.', next: 'thetarank annotate --help' }
      : {
          sections: [
            {
              table: plainTable(
                ['annotation', 'bank', 'title'],
                all.map(({ id, bank, title }) => [id, bank, title]),
              ),
            },
          ],
          next: `thetarank annotate show ${all[0].id}${where}`,
        },
});

export const annotateShow = operation({
  name: 'annotate show',
  summary: 'Show the agreement, errors and progress of an annotation.',
  help: '\nExample:\n  thetarank annotate show annotation-7',
  options: z.object({ id }),
  database: 'existing',
  outputs: ['json'],
  run: ({ id }, { store }) =>
    store(async (open) => annotationReport(open, await knownAnnotation(open, id))),
  report: (report, { where }) => annotationText(report, where),
});

export const annotateExport = operation({
  name: 'annotate export',
  summary: 'Write the labels of an annotation to a file, or make them tags of the bank.',
  help: `
Labels that models agree on are there from the start; what else is still to be reviewed is left out. An item that no label fits loses the tag with --apply.

Example:
  thetarank annotate export annotation-7 --out labels.csv --apply`,
  options: z
    .object({
      id,
      out: z
        .string()
        .refine((file) => /\.(?:csv|jsonl)$/i.test(file), { error: 'a file .csv or .jsonl' })
        .optional()
        .describe('a file that ends in .csv or .jsonl: item, level, label, how, by')
        .meta({ value: 'file', file: 'out' }),
      apply: z
        .boolean()
        .default(false)
        .describe('make the labels tags of the items, as a new version of the bank'),
    })
    .refine(({ out, apply }) => out !== undefined || apply, {
      path: ['out', 'apply'],
      error: 'add one of them.',
    }),
  database: 'existing',
  outputs: ['json'],
  run: ({ id, out = null, apply }, { store }) =>
    store(async (open) => {
      const annotation = await knownAnnotation(open, id);
      const { labels, open: left } = await finalLabels(open, annotation);
      const at = new Date().toISOString();
      const applied = apply ? await applyLabels(open, annotation, 'command line', at) : null;
      return { labels, open: left, out, applied, bank: annotation.configuration.bank };
    }),
  json: ({ labels, open, out, applied }) => ({ labels: labels.length, open, out, applied }),
  async write({ labels, out }) {
    if (out !== null)
      writeFileWhole(out, labelsText(labels, /\.csv$/i.test(out) ? 'csv' : 'jsonl'));
    return [];
  },
  report: ({ labels, open, applied, bank }, { options: { id }, where }) => ({
    lead: `${plural(labels.length, 'label')} of bank ${bank}.`,
    sections: [
      {
        paragraphs: [
          ...(applied === null ? [] : appliedLines(applied, bank)),
          ...(open === 0
            ? []
            : [
                `${plural(open, 'label')} still to be reviewed: thetarank annotate show ${id}${where}`,
              ]),
        ],
      },
    ],
    next:
      applied === null
        ? `thetarank annotate export ${id} --apply${where} makes the labels tags of bank ${bank}.`
        : `thetarank bank show ${bank}${where}`,
  }),
});

/** Items that are named. */
const SHOWN = 10;

function appliedLines(
  { changed, versionBefore, version, lost }: Awaited<ReturnType<typeof applyLabels>>,
  bank: string,
): string[] {
  const named = lost.slice(0, SHOWN).map(plainText).join(', ');
  return [
    changed === 0
      ? `Bank ${bank} has all of these labels already.`
      : `${plural(changed, 'tag')} of bank ${bank} changed: version ${versionBefore} is now version ${version}.`,
    ...(lost.length === 0
      ? []
      : [
          `${plural(lost.length, 'item has', 'items have')} no such tag any more, because no label fits: ${named}${lost.length > SHOWN ? ' …' : ''}`,
        ]),
  ];
}
