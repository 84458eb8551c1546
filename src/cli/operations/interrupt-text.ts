import { count, plural } from '../../numbers.ts';
import { INTERRUPTED } from '../../operations/exit-codes.ts';
import { shellWord } from '../../shell-word.ts';
import { endProcess } from '../../tracing/end-process.ts';
import type { StudyState, StudyWatch } from '../../workflow/studies/study-watch.ts';
import { progressBar } from '../output/progress.ts';

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

/**
 * Ends the process at the first interrupt (Ctrl+C, SIGTERM), with a line that says what is kept. Blocks are kept each whole by this
 * thread, so that none is left half; what threads are at work on is lost.
 * @param stopProgress gives the line of the terminal back
 * @returns what ends this: a study that is finished is not interrupted
 */
function endAtInterrupt(state: () => StudyState, stopProgress: () => void): () => void {
  const end = () => {
    stopProgress();
    process.stderr.write(`${interruptText(state())}\n`);
    endProcess(INTERRUPTED);
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  return () => process.off('SIGINT', end).off('SIGTERM', end);
}

/** Shows a bar while a study is simulated, and says at an interrupt how to continue it. */
export function studyProgress(): StudyWatch {
  const progress = progressBar();
  return { progress, begin: (state) => endAtInterrupt(state, () => progress.stop()) };
}
