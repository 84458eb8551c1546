import { z } from 'zod';
import { itemLine } from '../../../item-bank/items/item-line.ts';
import { fail } from '../../errors.ts';
import { percent, plural } from '../../numbers.ts';
import { plainTable } from '../../report/plain-table.ts';
import { shellWord } from '../../shell-word.ts';
import {
  acceptedItems,
  addAccepted,
  bankWithAccepted,
} from '../../workflow/writing/accept-written.ts';
import { overrideQuestions } from '../../workflow/writing/override.ts';
import { asWriting, writingPanel } from '../../workflow/writing/writing-panel.ts';
import { writingState } from '../../workflow/writing/writing-state.ts';
import { operation } from '../operation.ts';
import { addedText, nextStep, writingText } from './report.ts';

const panel = z.string().describe('its id (thetarank write list)').meta({ isArgument: true });

export const writeList = operation({
  name: 'write list',
  summary: 'List the writing panels, newest first.',
  options: z.object({}),
  database: 'existing',
  outputs: ['json'],
  run: (_, { store }) =>
    store(async ({ panels, writing }) =>
      Promise.all(
        (await panels.list('writing')).map(asWriting).map(async (own) => {
          const { id, title, bank, createdAt, configuration } = own;
          const { step, acceptance, rounds } = writingState(
            await writing.record(id),
            configuration,
          );
          const { questions } = configuration;
          return { id, title, bank, createdAt, step, acceptance, questions, rounds: rounds.length };
        }),
      ),
    ),
  report: (panels, { where }) =>
    panels.length === 0
      ? {
          lead: 'No writing panels.',
          next: `thetarank write --source FILE --writer NAME@ADDRESS --auditor NAME@ADDRESS --experts anna,ben${where}`,
        }
      : {
          sections: [
            {
              table: plainTable(
                ['panel', 'title', 'bank', 'begun', 'questions', 'round', 'accepted', ''],
                panels.map(({ acceptance, ...one }) => [
                  ...[one.id, one.title, one.bank, one.createdAt.slice(0, 16).replace('T', ' ')],
                  ...[one.questions, one.rounds, acceptance && percent(acceptance.share), one.step],
                ]),
              ),
            },
          ],
          next: `thetarank write show ${panels[0].id}${where}`,
        },
});

export const writeShow = operation({
  name: 'write show',
  summary: 'Show the rounds of a panel, how far its experts are, and the next step.',
  options: z.object({ panel }),
  database: 'existing',
  outputs: ['json'],
  run: ({ panel: id }, { store }) =>
    store(async (open) => {
      const own = await writingPanel(open, id);
      const state = writingState(await open.writing.record(id), own.configuration);
      return { panel: own, state, acceptedIn: await bankWithAccepted(open, own) };
    }),
  json: ({ panel, state, acceptedIn }) => ({
    ...{ panel: panel.id, ...state, next: nextStep(panel, state, '', acceptedIn) },
  }),
  report: ({ panel, state, acceptedIn }, { where }) =>
    writingText(panel, state, nextStep(panel, state, where, acceptedIn)),
});

export const writeAccept = operation({
  name: 'write accept',
  summary: 'Add the accepted questions of a panel to a bank, as pretest items.',
  help: '\nExample:\n  thetarank write accept 3f9c2a7be410 --to my-bank',
  options: z
    .object({
      panel,
      to: z.string().describe('the bank, which is made if there is none').meta({ value: 'bank' }),
      override: z
        .string()
        .optional()
        .describe(
          'accept these questions too, although two experts did not: numbers separated by commas, or unseen for all that were not drawn for them',
        )
        .meta({ value: 'questions' }),
      note: z.string().optional().describe('why (with --override); it is kept'),
    })
    .refine(({ override, note = '' }) => override === undefined || note.trim() !== '', {
      path: ['override', 'note'],
      error: 'accepting other questions needs a reason that is kept. Add --note TEXT.',
    }),
  database: 'existing',
  outputs: ['json'],
  run: ({ panel: id, to, override, note = '' }, { store }) =>
    store(async (open) => {
      const own = await writingPanel(open, id);
      const at = new Date().toISOString();
      const by = 'command line';
      if (override !== undefined)
        await overrideQuestions(open, own, override, { comment: note, by, at });
      return addAccepted(open, own, to, at);
    }),
  report: (accepted, { where }) => ({
    lead: addedText(accepted),
    sections: [
      {
        paragraphs: accepted.refused.map(
          ({ place, reason }) => `Question ${place} is no item: ${reason}`,
        ),
      },
    ],
    next: `thetarank bank show ${shellWord(accepted.bank)}${where}. Pretest items are asked besides a test and count in no score, until they have parameters (docs/banks.md).`,
  }),
});

export const writeExport = operation({
  name: 'write export',
  summary: 'Write the accepted questions of a panel as items, JSON Lines.',
  help: '\nExample:\n  thetarank write export 3f9c2a7be410 --out items.jsonl',
  options: z.object({ panel }),
  database: 'existing',
  outputs: ['out'],
  run: ({ panel: id }, { store }) =>
    store(async (open) => {
      const { items } = await acceptedItems(open, await writingPanel(open, id));
      if (items.length === 0)
        fail('WRITING_REFUSED', { panel: id, reason: 'two experts have accepted no question yet' });
      return items;
    }),
  text: (items) => items.map((item) => `${itemLine(item)}\n`).join(''),
  report: (items, { out }) =>
    out === undefined ? {} : { lead: `${plural(items.length, 'item')}.` },
});
