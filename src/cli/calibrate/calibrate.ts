import type { Command } from 'commander';
import { addNamedCommand, type CommandTable, operationCommand } from '../named-command.ts';

const kept = async () => (await import('./calibrations.ts')).addCalibrationsCommands;

const decisions = async () => (await import('./refresh/accept.ts')).addAcceptCommands;

const COMMANDS: CommandTable = {
  fit: async () => (await import('./fit.ts')).addFitCommand,
  synthesize: async () => (await import('../synthesize/synthesize.ts')).addSynthesizeCommand,
  synthesized: async () => (await import('../synthesize/fit/synthesized.ts')).addSynthesizedCommand,
  diagnose: async () => (await import('./diagnose/diagnose.ts')).addDiagnoseCommand,
  link: async () => (await import('./link.ts')).addLinkCommand,
  dif: async () => (await import('./dif/dif.ts')).addDifCommand,
  refresh: async () => (await import('./refresh/refresh.ts')).addRefreshCommand,
  rescore: async () => (await import('./refresh/rescore.ts')).addRescoreCommand,
  accept: decisions,
  rollback: decisions,
  keep: operationCommand('calibrate keep'),
  list: kept,
  show: kept,
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
