import type { Command } from 'commander';
import { addNamedCommand, type CommandTable, operationCommand } from '../named-command.ts';

const COMMANDS: CommandTable = {
  'post-hoc': operationCommand('simulate post-hoc'),
  ordering: operationCommand('simulate ordering'),
  'monte-carlo': operationCommand('simulate monte-carlo'),
  'test-length': operationCommand('simulate test-length'),
};

/** `thetarank simulate …`: how well a strategy would have done. */
export async function addSimulateCommand(program: Command, args: readonly string[]): Promise<void> {
  const simulate = program
    .command('simulate')
    .description('Simulation studies: compare strategies, designs and test lengths.');
  await addNamedCommand(simulate, COMMANDS, args);
}
