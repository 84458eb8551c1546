import type { Command } from 'commander';
import { OPERATIONS, type OperationName } from '../operations/table.ts';

/** Adds a command to the one above it. `args` are the words that come behind its name: what a group passes on. */
type AddCommand = (parent: Command, args: readonly string[]) => void | Promise<void>;

/** Commands by name, in the order of the help. A file that adds several stands under each of their names. */
export type CommandTable = Readonly<Record<string, () => Promise<AddCommand>>>;

/** What loads the command of an operation. @param below operations that stand below it: `annotate show` */
export function operationCommand(
  name: OperationName,
  ...below: readonly OperationName[]
): CommandTable[string] {
  return async () => {
    const [operation, { addOperation }] = await Promise.all([
      OPERATIONS[name](),
      import('./operations/add-operation.ts'),
    ]);
    return (parent) => addOperations(addOperation(parent, operation), below);
  };
}

/** Adds the commands of operations below one of them or a group. */
async function addOperations(parent: Command, names: readonly OperationName[]): Promise<void> {
  for (const name of names) await (await operationCommand(name)())(parent, []);
}

/** What loads a group of commands. @param help what stands below its help */
export function commandGroup(
  name: string,
  description: string,
  table: CommandTable,
  help = '',
): CommandTable[string] {
  return async () => (parent, args) => {
    const group = parent.command(name).description(description).addHelpText('after', help);
    return addNamedCommand(group, table, args);
  };
}

/**
 * Adds the one command that `args` begin with: what the others need is not loaded, which is most of the time a start
 * takes. All are added where they begin with something else, for the help and for names that are mistyped.
 */
export async function addNamedCommand(
  parent: Command,
  table: CommandTable,
  args: readonly string[],
): Promise<void> {
  const [name, ...rest] = args;
  const isNamed = name !== undefined && Object.hasOwn(table, name);
  const loads = isNamed ? [table[name]] : [...new Set(Object.values(table))];
  const adds = await Promise.all(loads.map((load) => load()));
  for (const add of adds) await add(parent, isNamed ? rest : []);
  for (const command of parent.commands) putHelpInGroup(command);
}

/** Where options stand in groups, --help goes into the last one and not into a group of its own. */
function putHelpInGroup(command: Command): void {
  if (command.optionsGroup() !== '') command.helpOption(true);
  for (const below of command.commands) putHelpInGroup(below);
}
