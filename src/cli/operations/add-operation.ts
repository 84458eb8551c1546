import { realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { fail } from '../../errors.ts';
import { checkFolder, checkWritable, writeFileWhole } from '../../files/write/write.ts';
import type { Operation, Output } from '../../operations/operation.ts';
import { type Field, fieldsOf, flagOf } from '../../operations/options.ts';
import { present } from '../../present.ts';
import { junitXml } from '../../report/junit.ts';
import { addDatabaseOption, databaseOf } from '../options/database-option.ts';
import { endedWork } from '../output/shown-work.ts';
import { tell } from '../output/tell.ts';
import { printNote } from '../output/typed-commands.ts';
import { helpOf, inFlags, readTyped, settingsHelp, typedValues } from './flags.ts';
import { terminalContext } from './terminal-context.ts';

/** Where a result goes: options of a terminal. */
const RESULTS: Readonly<Record<Output, (operation: Operation) => Option>> = {
  json: () => new Option('--json', 'print JSON'),
  out: ({ text }) =>
    text === undefined
      ? new Option('--out <file>', 'also write the JSON there')
      : new Option(
          '--out <file>',
          'write it there instead of printing it; never leaves a partial file',
        ),
  report: () =>
    new Option('--report <file>', 'also write one HTML page there that can be sent to others'),
  markdown: () =>
    new Option(
      '--markdown <file>',
      'also write it as Markdown there, for the comment on a pull request',
    ),
  junit: () =>
    new Option('--junit <file>', 'also write a JUnit XML report there, which pipelines show'),
};
const DRY_RUN = new Option(
  '--dry-run',
  'check everything, print what the work would take, and do nothing',
);
const OUTPUTS: readonly Output[] = ['json', 'out', 'report'];

interface Places {
  readonly json?: boolean;
  readonly out?: string;
  readonly report?: string;
  readonly markdown?: string;
  readonly junit?: string;
}
type Given = Readonly<Record<string, unknown>> &
  Places & {
    readonly dryRun?: boolean;
    readonly database?: string;
  };

/** Adds the command of an operation: its flags, help and output come from its literal. */
export function addOperation(parent: Command, operation: Operation): Command {
  const { name, summary, help = '', options, database, outputs = OUTPUTS } = operation;
  const fields = fieldsOf(options);
  const command = parent.command(name.split(' ').at(-1)!).description(summary);
  let group: string | undefined;
  for (const field of fields) {
    if (field.isArgument) {
      const shown = `${field.name}${field.kind === 'array' ? '...' : ''}`;
      command.argument(field.isRequired ? `<${shown}>` : `[${shown}]`, field.summary);
      continue;
    }
    if (field.group !== group) command.optionsGroup(`${field.group ?? 'Options'}:`);
    group = field.group;
    command.addOption(helpOf(field));
  }
  if (group !== undefined && group !== 'Results') command.optionsGroup('Results:');
  for (const output of outputs) command.addOption(RESULTS[output](operation));
  if (operation.estimate !== undefined) command.addOption(DRY_RUN);
  if (database !== undefined) addDatabaseOption(command);
  const settings = fields.flatMap((field) =>
    field.settings === null ? [] : [settingsText(field, field.settings)],
  );
  return command
    .addHelpText('after', [...settings, help].join('\n'))
    .action(async (...words: unknown[]) => {
      // A command above that does something itself takes options that both have.
      const given = command.optsWithGlobals<Given>();
      const places = fields
        .filter(({ isArgument }) => isArgument)
        .map((field, k) => [field.name, words[k]]);
      await inFlags(fields, () =>
        runOperation(operation, fields, { ...given, ...Object.fromEntries(places) }),
      );
    });
}

/** The settings that a flag takes, below the help. */
function settingsText({ name, short = '' }: Field, settings: readonly Field[]): string {
  const flag = short === '' ? flagOf(name) : `-${short}`;
  return `\nSettings of ${flag} NAME=VALUE:\n${settingsHelp(settings)}`;
}

async function runOperation(
  operation: Operation,
  fields: readonly Field[],
  given: Given,
): Promise<void> {
  const { database, estimate, outputs = OUTPUTS } = operation;
  const options = readTyped(operation.options, fields, given);
  const places: Places = Object.fromEntries(outputs.map((name) => [name, given[name]]));
  checkFiles(fields, given, places);
  const { context, stop, interrupted } = terminalContext(operation, options, given);
  const { json, out, report, markdown, junit } = places;
  const reading = {
    options,
    given: typedValues(fields, given),
    where: database === undefined ? '' : databaseOf(given),
    hasPage: report !== undefined,
    out,
  };
  const done = <T>(work: () => Promise<T>) => endedWork(work, stop, interrupted);
  if (estimate !== undefined && given.dryRun === true) {
    const plan = await done(() => estimate.run(options, context));
    await tell(plan, { json, rest: '--json' }, (reader, t) =>
      estimate.report(plan, { ...reading, reader, t }),
    );
    return;
  }
  const result = await done(() => operation.run(options, context));
  process.exitCode = operation.exitCode?.(result) || process.exitCode;
  const text = operation.text?.(result, options);
  const data = operation.json?.(result, options) ?? result;
  await tell(
    data,
    {
      ...{ json, report, out, text, markdown },
      again: operation.again?.(result, reading.where),
      rest: outputs
        .filter((name) => name === 'json' || name === 'report')
        .map(flagOf)
        .join(', '),
      written: pathsOf(fields, given, 'out').map(([, path]) => path),
      async write(t) {
        const ofOthers = { ...reading, reader: 'others', t } as const;
        const others = (await operation.write?.(result, ofOthers, context)) ?? [];
        if (junit === undefined) return others;
        writeFileWhole(junit, junitXml(operation.tests!(result)));
        return [...others, junit];
      },
    },
    (reader, t) => operation.report(result, { ...reading, reader, t }),
  );
  const reason = operation.unfinished?.(result) ?? null;
  if (reason !== null) printNote(`error: ${reason}`);
}

/** The files that fields name, by field. */
function pathsOf(
  fields: readonly Field[],
  given: Given,
  kind: 'in' | 'out' | 'folder',
): (readonly [name: string, path: string])[] {
  return fields
    .filter(({ file }) => file === kind)
    .flatMap(({ name }) => [given[name] ?? []].flat().map((path) => [name, String(path)] as const));
}

/** The same for all names of a file: writing to a symbolic link replaces the file behind it. */
function placeOf(path: string): string {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  return isFile ? realpathSync(path) : resolve(path);
}

/** Refuses to write over a file that is read, or twice to one. @throws OPTIONS_CONFLICT, FILE_UNWRITABLE */
function checkFiles(fields: readonly Field[], given: Given, { json: _, ...places }: Places): void {
  const inputs = pathsOf(fields, given, 'in');
  const outputs = [...pathsOf(fields, given, 'out'), ...Object.entries(present(places))];
  for (const [name, path] of [...inputs, ...outputs])
    if (path === '')
      fail('OPTION_INVALID', { option: name, found: '""', accepted: 'the name of a file' });
  const known = new Map<string, string>();
  for (const [name, path] of inputs) {
    if (known.get(placeOf(path)) === name)
      fail('OPTION_INVALID', { option: name, found: path, accepted: 'different files' });
    known.set(placeOf(path), name);
  }
  for (const [name, path] of outputs) {
    const before = known.get(placeOf(path));
    if (before !== undefined)
      fail('OPTIONS_CONFLICT', {
        options: `${before}, ${name}`,
        reason: `both are ${path}. Choose another place to write to.`,
      });
    known.set(placeOf(path), name);
  }
  const files = outputs.map(([, path]) => path);
  const folders = pathsOf(fields, given, 'folder').map(([, path]) => path);
  for (const file of files) checkFolder(file, folders[0]);
  checkWritable([...files, ...folders.map((folder) => join(folder, 'report.html'))]);
}
