import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { fail } from '../errors.ts';
import { addNamedCommand, type CommandTable } from './named-command.ts';

/** The research programs of a checkout. The package that is published has no such file. */
const PROGRAMS = new URL('../../scripts/research/programs.ts', import.meta.url);

/** `thetarank research …`: the programs that answer the authors' questions about the methods. */
export async function addResearchCommand(program: Command, args: readonly string[]): Promise<void> {
  const isCheckout = existsSync(fileURLToPath(PROGRAMS));
  const research = program
    .command('research', { hidden: !isCheckout })
    .description('Research programs about the methods; they need a checkout of the repository.');
  if (isCheckout) {
    const { RESEARCH_PROGRAMS } = (await import(PROGRAMS.href)) as {
      RESEARCH_PROGRAMS: CommandTable;
    };
    await addNamedCommand(research, RESEARCH_PROGRAMS, args);
    return;
  }
  research
    .argument('[words...]')
    .allowUnknownOption()
    .helpOption(false)
    .action(() => fail('CHECKOUT_NEEDED', { command: 'thetarank research' }));
}
