import type { Command } from 'commander';
import { plainText } from '../../plain-text.ts';
import { knownAnnotation } from '../../workflow/annotation/annotation-panel.ts';
import { annotationReport } from '../../workflow/annotation/annotation-report.ts';
import { addDatabaseOption, type DatabaseOptions, readStore } from '../options/database-option.ts';
import { printText } from '../output/typed-commands.ts';
import { annotationText } from './annotation-text.ts';

interface ShowOptions extends DatabaseOptions {
  readonly json?: boolean;
}

/** `thetarank annotate list`: all annotations. */
export function addAnnotateListCommand(annotate: Command): void {
  const command = annotate
    .command('list')
    .description('List annotations, newest first.')
    .option('--json', 'print JSON');
  addDatabaseOption(command)
    .addHelpText('after', '\nExample:\n  thetarank annotate list')
    // The command above has both options too, and takes them.
    .action(() => {
      const options: ShowOptions = command.optsWithGlobals();
      return readStore(options, async (store) => {
        const all = await store.panels.list('annotation');
        const rows = all.map(({ id, bank, title, createdAt, closedAt }) => ({
          ...{ id, bank, title, createdAt, closedAt },
        }));
        if (options.json === true) return console.log(JSON.stringify(rows, null, 2));
        const lines = rows.map(({ id, bank, title }) => `${id}  ${bank}  ${plainText(title)}`);
        printText(
          lines.length === 0
            ? 'There are no annotations. Next: thetarank annotate --help'
            : [...lines, '', `Next: thetarank annotate show ${rows[0].id}`].join('\n'),
        );
      });
    });
}

/** `thetarank annotate show`: agreement, errors and progress of an annotation. */
export function addAnnotateShowCommand(annotate: Command): void {
  const command = annotate
    .command('show')
    .description('Show the agreement, errors and progress of an annotation.')
    .argument('<id>', 'the annotation, such as annotation-7')
    .option('--json', 'print JSON');
  addDatabaseOption(command)
    .addHelpText('after', '\nExample:\n  thetarank annotate show annotation-7')
    .action((id: string) => {
      const options: ShowOptions = command.optsWithGlobals();
      return readStore(options, async (store) => {
        const report = await annotationReport(store, await knownAnnotation(store, id));
        if (options.json === true) console.log(JSON.stringify(report, null, 2));
        else printText(annotationText(report, store.location));
      });
    });
}
