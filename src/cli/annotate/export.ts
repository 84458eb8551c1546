import type { Command } from 'commander';
import { fail } from '../../errors.ts';
import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import { checkWritable, writeFileWhole } from '../../files/write/write.ts';
import { plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import {
  applyLabels,
  finalLabels,
  labelsText,
} from '../../workflow/annotation/annotation-labels.ts';
import { knownAnnotation } from '../../workflow/annotation/annotation-panel.ts';
import { addDatabaseOption, type DatabaseOptions, readStore } from '../options/database-option.ts';
import { printText } from '../output/typed-commands.ts';

interface ExportOptions extends DatabaseOptions {
  readonly out?: string;
  readonly apply?: boolean;
  readonly json?: boolean;
}

/** `thetarank annotate export`: the labels as a file, or as tags of the bank. */
export function addAnnotateExportCommand(annotate: Command): void {
  const command = annotate
    .command('export')
    .description('Write the labels of an annotation to a file, or make them tags of the bank.')
    .argument('<id>', 'the annotation, such as annotation-7')
    .option('--out <file>', 'a file that ends in .csv or .jsonl: item, level, label, how, by')
    .option('--apply', 'make the labels tags of the items, as a new version of the bank')
    .option('--json', 'print JSON');
  addDatabaseOption(command)
    .addHelpText(
      'after',
      `
Labels that models agree on are there from the start; what else is still to be reviewed is left out. An item that no label fits loses the tag with --apply.

Example:
  thetarank annotate export annotation-7 --out labels.csv --apply`,
    )
    // The command above has --json and --database too, and takes them.
    .action((id: string) => exportLabels(id, command.optsWithGlobals()));
}

function exportLabels(id: string, options: ExportOptions): Promise<void> {
  const { out, apply = false, json } = options;
  if (out === undefined && !apply)
    fail('OPTIONS_CONFLICT', { options: '--out', reason: 'name a file, or add --apply.' });
  if (out !== undefined && !/\.(?:csv|jsonl)$/i.test(out))
    fail('OPTION_INVALID', { option: '--out', found: out, accepted: 'a file .csv or .jsonl' });
  if (out !== undefined) checkWritable([out]);
  return readStore(options, async (store) => {
    const annotation = await knownAnnotation(store, id);
    const { labels, open } = await finalLabels(store, annotation);
    if (out !== undefined)
      writeFileWhole(out, labelsText(labels, /\.csv$/i.test(out) ? 'csv' : 'jsonl'));
    const at = new Date(SYSTEM_CLOCK.now()).toISOString();
    const applied = apply ? await applyLabels(store, annotation, 'command line', at) : null;
    if (json === true)
      return console.log(
        JSON.stringify({ labels: labels.length, open, out: out ?? null, applied }, null, 2),
      );
    const { bank } = annotation.configuration;
    const lines = [
      ...(out === undefined ? [] : [`${plural(labels.length, 'label')} written to ${out}.`]),
      ...(applied === null
        ? []
        : [
            applied.changed === 0
              ? `Bank ${bank} has all of these labels already.`
              : `${plural(applied.changed, 'tag')} of bank ${bank} changed: version ${applied.versionBefore} is now version ${applied.version}.`,
          ]),
      ...((applied?.lost.length ?? 0) === 0 ? [] : [lostText(applied!.lost)]),
      ...(open === 0
        ? []
        : [`${plural(open, 'label')} still to be reviewed: thetarank annotate show ${id}`]),
      apply
        ? `Next: thetarank bank show ${bank}`
        : `Next: thetarank annotate export ${id} --apply makes the labels tags of bank ${bank}.`,
    ];
    printText(lines.join('\n'));
  });
}

/** Items that are named. */
const SHOWN = 10;

function lostText(items: readonly string[]): string {
  const named = items.slice(0, SHOWN).map(plainText).join(', ');
  return `${plural(items.length, 'item has', 'items have')} no such tag any more, because no label fits: ${named}${items.length > SHOWN ? ' …' : ''}`;
}
