import type { Leaderboard } from '../../../api/leaderboards.ts';
import { count } from '../../format/number.ts';
import { t } from '../../words/t.ts';

/** Recorded models that have no place. */
export function ModelsApart({ apart }: Pick<Leaderboard, 'apart'>) {
  if (apart.length === 0) return null;
  return (
    <details>
      <summary>
        {t(
          '{n, plural, one {# recorded model} other {# recorded models}} without a rank: less than half answered',
          {
            n: apart.length,
          },
        )}
      </summary>
      <ul>
        {apart.map(({ examinee, items, of }) => (
          <li key={examinee}>
            {t('{model}: {items} of {all} items', {
              model: examinee,
              items: count(items),
              all: count(of),
            })}
          </li>
        ))}
      </ul>
    </details>
  );
}
