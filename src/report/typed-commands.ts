import { COMMAND_NAMES } from '../command-names.ts';

/** The start of a command in a text. In quotes it is the value of an option, such as the name of a source. */
const COMMAND = new RegExp(
  `(?<![\\w/'-]|npx )thetarank (?=(?:--help|${COMMAND_NAMES.join('|')})\\b)`,
  'g',
);

/**
 * A text whose commands work for this user as printed: `npx thetarank rank …` if npm started thetarank (`npx`, `npm start`),
 * because the shell then may not find it; else `thetarank rank …`, as it was called.
 *
 * @param environment of the process; npm sets npm_command in it
 */
export function typedCommands(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  return environment.npm_command === undefined ? text : text.replaceAll(COMMAND, 'npx $&');
}
