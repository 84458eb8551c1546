import { fail } from '../../errors.ts';

/** The replacement of a former option of a command, by its long name. `VALUE` stands for its value. */
export type RenamedOptions = Readonly<Record<string, string>>;

/**
 * Refuses options that a command had once, and says what to write in their place.
 *
 * @param args the words after the name of the command
 * @throws OPTION_RENAMED
 */
export function refuseRenamed(args: readonly string[], renamed: RenamedOptions): void {
  for (const [k, word] of args.entries()) {
    if (word === '--') return;
    const [option, ...rest] = word.split('=');
    if (!Object.hasOwn(renamed, option)) continue;
    const next = args[k + 1];
    const given = rest.length > 0 ? rest.join('=') : next?.startsWith('-') ? undefined : next;
    const use = renamed[option];
    fail('OPTION_RENAMED', {
      option,
      use: given === undefined ? use : use.replace('VALUE', () => given),
    });
  }
}

/**
 * Refuses options that a command needs no more, and says why.
 *
 * @param args the words after the name of the command
 * @param dropped the reason, by the long name of the option
 * @throws OPTION_DROPPED
 */
export function refuseDropped(
  args: readonly string[],
  dropped: Readonly<Record<string, string>>,
): void {
  for (const word of args) {
    if (word === '--') return;
    if (Object.hasOwn(dropped, word))
      fail('OPTION_DROPPED', { option: word, reason: dropped[word] });
  }
}
