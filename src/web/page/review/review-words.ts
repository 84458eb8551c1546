import type { ReviewEffects, ReviewLogEntry } from '../../../api/review.ts';
import { count } from '../../format/number.ts';
import { counted } from '../../format/words.ts';

/** What was decided: `key D`, `retired`, `undo of 12`. The letters are there for those who may see them. */
export function decisionWords({ decision, key, undoes }: ReviewLogEntry): string {
  switch (decision) {
    case 'accept':
      return 'accepted';
    case 'correct':
      return key == null ? 'key corrected' : `key corrected to ${key.join('')}`;
    case 'retire':
      return 'retired';
    case 'promote':
      return 'promoted: it counts';
    case 'undo':
      return `undo of ${undoes}`;
  }
}

/** What decisions change, a sentence each; none if they change no item. */
export function effectSentences(effects: ReviewEffects): string[] {
  const { items, recorded, ranking, models, openSessions, calibrations } = effects;
  const changed = [
    ...(items.corrected > 0 ? [`${counted(items.corrected, 'item')} with another key`] : []),
    ...(items.retired > 0 ? [`${counted(items.retired, 'item')} retired`] : []),
    ...(items.restored > 0 ? [`${counted(items.restored, 'item')} used again`] : []),
    ...(items.promoted > 0
      ? [`${counted(items.promoted, 'pretest item')} with another status`]
      : []),
  ];
  if (changed.length === 0) return [];
  const said = [`${changed.join(', ')}.`];
  if (recorded.rescored > 0)
    said.push(
      `${counted(recorded.rescored, 'recorded answer')} scored again, ${count(recorded.changed)} with another score${recorded.returned > 0 ? `, ${count(recorded.returned)} that were missing` : ''}.`,
    );
  if (recorded.missing > 0)
    said.push(
      `${counted(recorded.missing, 'recorded answer')} without known letters: ${recorded.missing === 1 ? 'it counts' : 'they count'} as missing. To score them, import the logs again, record the run, or import scores by this key.`,
    );
  if (recorded.leftOut !== 0)
    said.push(
      `${counted(Math.abs(recorded.leftOut), 'recorded answer')} ${recorded.leftOut > 0 ? 'to retired items no longer counted' : 'counted again'}.`,
    );
  const moved = ranking.filter(({ before, after }) => before.rank !== after.rank).length;
  if (models > 0)
    said.push(
      moved === 0
        ? 'No recorded model has another rank.'
        : `${count(moved)} of ${counted(models, 'recorded model')} with another rank.`,
    );
  if (openSessions > 0)
    said.push(`${counted(openSessions, 'open session')} cannot go on, because the bank changed.`);
  if (calibrations > 0)
    said.push(
      `${counted(calibrations, 'kept calibration')} made before ${calibrations === 1 ? 'leaves' : 'leave'} the changed items out. To use them, calibrate again.`,
    );
  return said;
}

/** The letters in a text such as `a, D` or `BD`, in their order. */
export function lettersIn(text: string): string[] {
  return [...text.toUpperCase().replaceAll(/[^A-Z]/g, '')];
}
