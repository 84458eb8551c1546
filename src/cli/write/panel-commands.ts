import type { Command } from 'commander';
import { itemLine } from '../../../item-bank/items/item-line.ts';
import { fail } from '../../errors.ts';
import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import { writeTexts } from '../../files/write/write-texts.ts';
import { count, percent, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import { present } from '../../present.ts';
import { textTable } from '../../report/text-table.ts';
import { shellWord } from '../../shell-word.ts';
import {
  acceptedItems,
  addAccepted,
  bankWithAccepted,
} from '../../workflow/writing/accept-written.ts';
import { overrideQuestions } from '../../workflow/writing/override.ts';
import { asWriting, writingPanel } from '../../workflow/writing/writing-panel.ts';
import { writingState } from '../../workflow/writing/writing-state.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseArgument,
  readStore,
} from '../options/database-option.ts';
import { printText } from '../output/typed-commands.ts';
import { nextStep, writingText } from './writing-text.ts';

interface PanelOptions extends DatabaseOptions {
  readonly json?: boolean;
}
interface AcceptOptions extends PanelOptions {
  readonly to: string;
  readonly override?: string;
  readonly note?: string;
}
interface ExportOptions extends PanelOptions {
  readonly out?: string;
}

/** The commands for panels that are there. */
export function addPanelCommands(write: Command): void {
  addDatabaseOption(write.command('list').description('List the writing panels, newest first.'))
    .option('--json', 'print JSON')
    .action((_, command: Command) => list(optionsOf(command)));
  addDatabaseOption(
    write
      .command('show')
      .description('Show the rounds of a panel, how far its experts are, and the next step.'),
  )
    .argument('<panel>', 'its id (thetarank write list)')
    .option('--json', 'print JSON')
    .action((id: string, _, command: Command) => show(id, optionsOf(command)));
  addDatabaseOption(
    write
      .command('accept')
      .description('Add the accepted questions of a panel to a bank, as pretest items.'),
  )
    .argument('<panel>', 'its id (thetarank write list)')
    .requiredOption('--to <bank>', 'the bank, which is made if there is none')
    .option(
      '--override <questions>',
      'accept these questions too, although two experts did not: numbers separated by commas, or unseen for all that were not drawn for them',
    )
    .option('--note <text>', 'why (with --override); it is kept')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  thetarank write accept 3f9c2a7be410 --to my-bank')
    .action((id: string, _, command: Command) => accept(id, optionsOf(command)));
  addDatabaseOption(
    write
      .command('export')
      .description('Write the accepted questions of a panel as items, JSON Lines.'),
  )
    .argument('<panel>', 'its id (thetarank write list)')
    .option(
      '--out <file>',
      'write them there instead of printing them; never leaves a partial file',
    )
    .addHelpText('after', '\nExample:\n  thetarank write export 3f9c2a7be410 --out items.jsonl')
    .action((id: string, _, command: Command) => exportItems(id, optionsOf(command)));
}

/** The options of a command below `write`, which reads those that both have, wherever they stand. */
function optionsOf<T extends PanelOptions>(command: Command): T {
  const { database, json } = command.parent!.opts<PanelOptions>();
  return { ...present({ database, json }), ...command.opts<T>() };
}

async function list(options: PanelOptions): Promise<void> {
  await readStore(options, async (store) => {
    const panels = await Promise.all(
      (await store.panels.list('writing')).map(asWriting).map(async (panel) => ({
        panel,
        state: writingState(await store.writing.record(panel.id), panel.configuration),
      })),
    );
    if (options.json === true)
      return console.log(
        JSON.stringify(
          panels.map(({ panel: { id, title, bank, createdAt }, state }) => ({
            ...{ id, title, bank, createdAt, step: state.step, acceptance: state.acceptance },
          })),
          null,
          2,
        ),
      );
    const database = databaseArgument(store.location);
    if (panels.length === 0)
      return printText(
        `No writing panels in ${store.location}.\n\nNext: thetarank write --source FILE --writer NAME@ADDRESS --auditor NAME@ADDRESS --experts anna,ben${database}`,
      );
    printText(
      textTable(
        ['panel', 'title', 'bank', 'begun', 'questions', 'round', 'accepted', ''].map((head) => ({
          head,
        })),
        panels.map(({ panel, state }) => [
          panel.id,
          plainText(panel.title),
          panel.bank ?? '–',
          panel.createdAt.slice(0, 16).replace('T', ' '),
          count(panel.configuration.questions),
          count(state.rounds.length),
          state.acceptance === null ? '–' : percent(state.acceptance.share),
          state.step,
        ]),
      ),
    );
    printText(`\nNext: thetarank write show ${panels[0].panel.id}${database}`);
  });
}

async function show(id: string, options: PanelOptions): Promise<void> {
  await readStore(options, async (store) => {
    const panel = await writingPanel(store, id);
    const state = writingState(await store.writing.record(id), panel.configuration);
    const database = databaseArgument(store.location);
    const next = nextStep(panel, state, database, await bankWithAccepted(store, panel));
    if (options.json !== true) return printText(writingText(panel, state, next));
    console.log(JSON.stringify({ panel: id, ...state, next }, null, 2));
  });
}

async function accept(id: string, options: AcceptOptions): Promise<void> {
  await readStore(options, async (store) => {
    const panel = await writingPanel(store, id);
    const at = new Date(SYSTEM_CLOCK.now()).toISOString();
    if (options.override !== undefined) {
      if (options.note === undefined || options.note.trim() === '')
        fail('OPTIONS_CONFLICT', {
          options: '--override',
          reason: 'it needs a reason that is kept. Add --note TEXT.',
        });
      const by = 'command line';
      await overrideQuestions(store, panel, options.override, { comment: options.note, by, at });
    }
    const added = await addAccepted(store, panel, options.to, at);
    if (options.json === true) return console.log(JSON.stringify(added, null, 2));
    const database = databaseArgument(store.location);
    printText(
      [
        `${plural(added.added, 'pretest item')} added to ${added.bank}${added.known > 0 ? `; ${added.known} were there already` : ''}.`,
        ...added.refused.map(({ place, reason }) => `Question ${place} is no item: ${reason}`),
        '',
        `Next: thetarank bank show ${shellWord(added.bank)}${database}. Pretest items are asked besides a test and count in no score, until they have parameters (docs/banks.md).`,
      ].join('\n'),
    );
  });
}

async function exportItems(id: string, options: ExportOptions): Promise<void> {
  await readStore(options, async (store) => {
    const { items } = await acceptedItems(store, await writingPanel(store, id));
    if (items.length === 0)
      fail('WRITING_REFUSED', { panel: id, reason: 'two experts have accepted no question yet' });
    const lines = items.map((item) => `${itemLine(item)}\n`);
    if (options.out === undefined) return void process.stdout.write(lines.join(''));
    await writeTexts(options.out, lines);
    printText(`${plural(items.length, 'item')} written to ${options.out}.`);
  });
}
