import type { Command } from 'commander';
import { addNamedCommand, type CommandTable, operationCommand } from '../named-command.ts';

const COMMANDS: CommandTable = {
  fit: operationCommand('calibrate fit'),
  synthesize: operationCommand('calibrate synthesize'),
  synthesized: operationCommand('calibrate synthesized'),
  diagnose: operationCommand('calibrate diagnose'),
  link: operationCommand('calibrate link'),
  dif: operationCommand('calibrate dif'),
  refresh: operationCommand('calibrate refresh'),
  rescore: operationCommand('calibrate rescore'),
  accept: operationCommand('calibrate accept'),
  rollback: operationCommand('calibrate rollback'),
  keep: operationCommand('calibrate keep'),
  list: operationCommand('calibrate list'),
  show: operationCommand('calibrate show'),
};

/** `thetarank calibrate …`: item parameters from recorded or synthesized answers. */
export async function addCalibrateCommand(
  program: Command,
  args: readonly string[],
): Promise<void> {
  const calibrate = program
    .command('calibrate')
    .description('Item calibration: parameters from recorded or synthesized answers.');
  await addNamedCommand(calibrate, COMMANDS, args);
}
