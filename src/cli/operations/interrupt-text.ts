import { count, plural } from '../../numbers.ts';
import { shellWord } from '../../shell-word.ts';
import type { StudyState } from '../../workflow/studies/study-watch.ts';

/** The command of this process as it would be typed, to continue its study. */
export function resumeCommand(words: readonly string[] = process.argv.slice(2)): string {
  const again = words.includes('--resume') ? words : [...words, '--resume'];
  return ['thetarank', ...again.map(shellWord)].join(' ');
}

/** The message after an interrupt: the kept part of the study, and how to continue it. */
export function interruptText(
  { folder, done, total, unit }: StudyState,
  command: string = resumeCommand(),
): string {
  if (folder === null)
    return `Interrupted: nothing was kept. With --out FOLDER each finished ${unit} is kept, and --resume continues the study.`;
  const of = total === null ? plural(done, unit) : `${count(done)} of ${plural(total, unit)}`;
  return `Interrupted: ${of} ${done === 1 && total === null ? 'is' : 'are'} kept in ${folder}. To continue: ${command}`;
}
