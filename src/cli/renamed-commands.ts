import { fail } from '../errors.ts';

/**
 * Refuses a command that a group had once, and says what to write in its place.
 *
 * @param group the words of the group, such as `simulate`
 * @param args the words that come behind them
 * @param renamed the whole new command, by the old name within the group
 * @throws COMMAND_RENAMED
 */
export function refuseRenamedCommand(
  group: string,
  args: readonly string[],
  renamed: Readonly<Record<string, string>>,
): void {
  const [name] = args;
  if (name !== undefined && Object.hasOwn(renamed, name))
    fail('COMMAND_RENAMED', { command: `${group} ${name}`, use: renamed[name] });
}
