import { loadBuiltinBank } from 'thetarank';
import type { StudyStep } from './run-studies.ts';
import { FOLDS, type Study } from './studies.ts';

const EVERY_MS = 20_000;

/**
 * Reports the progress of several studies on standard error from time to time: the share of the work done, and the time left at
 * the present speed. The work of a study is assumed proportional to the answers that each step calibrates with.
 */
export function progressOf(
  studies: readonly Study[],
  now: () => number = () => performance.now(),
  write: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
): (study: Study, step: StudyStep) => void {
  const started = now();
  let shown = started;
  const work = new Map(studies.map((study) => [study.name, workOf(study)]));
  const total = [...work.values()].reduce((sum, w) => sum + w, 0);
  const shares = new Map<string, number>();
  return ({ name }, { done, steps, doing }) => {
    shares.set(name, done / steps);
    const ended = done === steps;
    if (!ended && now() - shown < EVERY_MS) return;
    shown = now();
    const share =
      [...shares].reduce((sum, [of, part]) => sum + part * (work.get(of) ?? 0), 0) / total;
    const left = ((now() - started) * (1 - share)) / share;
    write(
      `${(100 * share).toFixed(1)}% of ${studies.length} studies, ${timeText(left)} left; ${name} ${done}/${steps}${ended ? ': done' : `, ${doing}`}`,
    );
  };
}

function workOf({ bank, split, calibrationModels, seeds }: Study): number {
  const { examinees, items } = loadBuiltinBank(bank).responses;
  const outside = calibrationModels ?? examinees.length * (1 - 1 / FOLDS);
  return seeds * (split === 'strongest' ? 1 : FOLDS) * outside * items.length;
}

/** 1 h 05 min, or 12 min. */
export function timeText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}
