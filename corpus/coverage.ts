import { Command } from 'commander';
import { STUDY_NAMES } from '../research/studies.ts';
import { COMMANDS } from '../src/cli/commands.ts';
import { type Chapter, RESEARCH } from './case.ts';

/** Commands and studies without a case, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'session loop': 'starts other programs, whose times differ; test/cli/session covers it',
  worker: 'needs PostgreSQL, except for its refusal',
  [`${RESEARCH}endpoints`]:
    'fits all of MMLU-Pro, in processes of its own; test/e2e/live covers tests over HTTP',
  [`${RESEARCH}synthesis-record`]: 'kills processes at random; research/test covers it',
};

/**
 * What the corpus should cover and does not: a line for each command and study that has neither a case nor a reason to be left out.
 * And how many options commands have, and how many of them stand in a case.
 */
export async function coverage(chapters: readonly Chapter[]) {
  const program = new Command('thetarank');
  for (const load of Object.values(COMMANDS)) await (await load())(program, []);
  const asked = chapters.flatMap(({ cases }) => cases.map(({ args }) => `${args} `));
  const commands = commandsBelow(program);
  const missing = [...commands.keys(), ...STUDY_NAMES.map((name) => `${RESEARCH}${name}`)]
    .filter((name) => !(name in LEFT_OUT) && !asked.some((args) => args.startsWith(`${name} `)))
    .map(
      (name) =>
        `no case for ${name}: add one to corpus/chapters, or a reason to corpus/coverage.ts`,
    );
  const options = [...commands].flatMap(([name, command]) => {
    const own = asked.filter((args) => args.startsWith(`${name} `));
    return command.options.map(({ flags }) =>
      flags.match(/-{1,2}[\w-]+/g)!.some((flag) => own.some((args) => args.includes(` ${flag} `))),
    );
  });
  return { missing, options: options.length, used: options.filter(Boolean).length };
}

/** All commands that do something, by name. */
function commandsBelow(command: Command, above = ''): Map<string, Command> {
  return new Map(
    command.commands.flatMap((one) => {
      const name = `${above}${one.name()}`;
      const below = [...commandsBelow(one, `${name} `)];
      const isGroup = below.length > 0 && one.options.length === 0;
      return isGroup ? below : [[name, one] as const, ...below];
    }),
  );
}
