import type { Leaderboard } from '../../../api/leaderboards.ts';
import { count } from '../../format/number.ts';
import { counted } from '../../format/words.ts';

/** Recorded models that have no place. */
export function ModelsApart({ apart }: Pick<Leaderboard, 'apart'>) {
  if (apart.length === 0) return null;
  return (
    <details>
      <summary>
        {counted(apart.length, 'recorded model')} without a rank: less than half answered
      </summary>
      <ul>
        {apart.map(({ examinee, items, of }) => (
          <li key={examinee}>
            {examinee}: {count(items)} of {count(of)} items
          </li>
        ))}
      </ul>
    </details>
  );
}
