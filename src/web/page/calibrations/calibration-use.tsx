import type { z } from 'zod';
import type { CalibrationDetail } from '../../../api/banks.ts';
import type { leaderboardList } from '../../../api/leaderboards.ts';
import { Link } from '../../router/link.tsx';
import { mayRun, useMe } from '../../state/me-context.ts';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';
import { strategyName } from '../sessions/session-words.ts';

/** What stands on a calibration: which sessions can, and the leaderboards of those that do. */
export function CalibrationUse({ id, bank }: Pick<CalibrationDetail, 'id' | 'bank'>) {
  const me = useMe();
  const { data } = useResource<z.output<typeof leaderboardList>>(
    '/v1/leaderboards',
    {},
    ({ type }) => type === 'leaderboard',
  );
  const boards = (data?.items ?? []).filter(({ calibration }) => calibration === id);
  return (
    <>
      <h2>{t('Where it is used')}</h2>
      <p>
        {t(
          'Sessions with the strategies paper, balanced and adaptive can use it. Robust tests are calibrated on the recorded answers themselves.',
        )}
      </p>
      {mayRun(me) && (
        <p>
          <Link to={['sessions', 'new']} query={{ bank, calibration: `${id}`, strategy: 'paper' }}>
            {t('New session with it')}
          </Link>
        </p>
      )}
      {boards.length > 0 && (
        <ul>
          {boards.map((board) => (
            <li key={board.id}>
              <Link to={['leaderboards', board.id]}>
                {t('Leaderboard of {bank}, {strategy}', {
                  bank: board.bank,
                  strategy: strategyName(board.strategy),
                })}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
