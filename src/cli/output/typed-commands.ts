import { plainLines } from '../../plain-text.ts';
import { typedCommands } from '../../report/typed-commands.ts';

/** Prints a text for people on standard output: what it quotes cannot command a terminal. Data for programs go through console.log, unchanged. */
export function printText(text: string): void {
  console.log(plainLines(typedCommands(text, process.env)));
}

/** The same on standard error. */
export function printNote(text: string): void {
  console.error(plainLines(typedCommands(text, process.env)));
}
