import { Command } from 'commander';
import { COMMANDS } from '../src/cli/commands.ts';
import type { Chapter } from './case.ts';

/** Commands without a case, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'demo synthesize': 'starts processes of its own, on the real clock; test/e2e/demo covers it',
  'session loop': 'starts other programs, whose times differ; test/cli/session covers it',
  worker: 'needs PostgreSQL, except for its refusal',
};

/** What the corpus should cover and does not: a line for each command that has neither a case nor a reason to be left out. */
export async function uncovered(chapters: readonly Chapter[]): Promise<string[]> {
  const program = new Command('thetarank');
  for (const load of Object.values(COMMANDS)) await (await load())(program, []);
  const asked = chapters.flatMap(({ cases }) => cases.map(({ args }) => args));
  return namesBelow(program)
    .filter(
      (name) => !(name in LEFT_OUT) && !asked.some((args) => `${args} `.startsWith(`${name} `)),
    )
    .map(
      (name) =>
        `no case for thetarank ${name}: add one to corpus/chapters, or a reason to corpus/coverage.ts`,
    );
}

/** Names of all commands that do something. */
export function namesBelow(command: Command, above = ''): string[] {
  return command.commands.flatMap((one) => {
    const name = `${above}${one.name()}`;
    const below = namesBelow(one, `${name} `);
    const isGroup = below.length > 0 && one.options.length === 0;
    return isGroup ? below : [name, ...below];
  });
}
