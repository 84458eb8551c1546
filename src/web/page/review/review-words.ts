import type { ReviewEffects, ReviewLogEntry } from '../../../api/review.ts';
import { count } from '../../format/number.ts';
import { t } from '../../words/t.ts';

/** What was decided: `key D`, `retired`, `undo of 12`. The letters are there for those who may see them. */
export function decisionWords({ decision, key, undoes }: ReviewLogEntry): string {
  switch (decision) {
    case 'accept':
      return t('accepted');
    case 'correct':
      return key == null ? t('key corrected') : t('key corrected to {key}', { key: key.join('') });
    case 'retire':
      return t('retired');
    case 'promote':
      return t('promoted: it counts');
    case 'undo':
      return t('undo of {number}', { number: `${undoes}` });
  }
}

/** What decisions change, a sentence each; none if they change no item. */
export function effectSentences(effects: ReviewEffects): string[] {
  const { items, recorded, ranking, models, openSessions, calibrations } = effects;
  const changed = [
    ...(items.corrected > 0
      ? [t('{n, plural, one {# item} other {# items}} with another key', { n: items.corrected })]
      : []),
    ...(items.retired > 0
      ? [t('{n, plural, one {# item} other {# items}} retired', { n: items.retired })]
      : []),
    ...(items.restored > 0
      ? [t('{n, plural, one {# item} other {# items}} used again', { n: items.restored })]
      : []),
    ...(items.promoted > 0
      ? [
          t('{n, plural, one {# pretest item} other {# pretest items}} with another status', {
            n: items.promoted,
          }),
        ]
      : []),
  ];
  if (changed.length === 0) return [];
  const said = [t('{changes}.', { changes: changed.join(t(', ||between parts')) })];
  if (recorded.rescored > 0)
    said.push(
      t(
        recorded.returned > 0
          ? '{n, plural, one {# recorded answer} other {# recorded answers}} scored again, {changed} with another score, {returned} that were missing.'
          : '{n, plural, one {# recorded answer} other {# recorded answers}} scored again, {changed} with another score.',
        {
          n: recorded.rescored,
          changed: count(recorded.changed),
          returned: count(recorded.returned),
        },
      ),
    );
  if (recorded.missing > 0)
    said.push(
      t(
        '{n, plural, one {# recorded answer without known letters: it counts} other {# recorded answers without known letters: they count}} as missing. To score them, import the logs again, record the run, or import scores by this key.',
        { n: recorded.missing },
      ),
    );
  if (recorded.leftOut !== 0)
    said.push(
      t(
        recorded.leftOut > 0
          ? '{n, plural, one {# recorded answer} other {# recorded answers}} to retired items no longer counted.'
          : '{n, plural, one {# recorded answer} other {# recorded answers}} counted again.',
        { n: Math.abs(recorded.leftOut) },
      ),
    );
  const moved = ranking.filter(({ before, after }) => before.rank !== after.rank).length;
  if (models > 0)
    said.push(
      moved === 0
        ? t('No recorded model has another rank.')
        : t(
            '{moved} of {n, plural, one {# recorded model} other {# recorded models}} with another rank.',
            { moved: count(moved), n: models },
          ),
    );
  if (openSessions > 0)
    said.push(
      t(
        '{n, plural, one {# open session} other {# open sessions}} cannot go on, because the bank changed.',
        { n: openSessions },
      ),
    );
  if (calibrations > 0)
    said.push(
      t(
        '{n, plural, one {# kept calibration made before leaves} other {# kept calibrations made before leave}} the changed items out. To use them, calibrate again.',
        { n: calibrations },
      ),
    );
  return said;
}

/** The letters in a text such as `a, D` or `BD`, in their order. */
export function lettersIn(text: string): string[] {
  return [...text.toUpperCase().replaceAll(/[^A-Z]/g, '')];
}
