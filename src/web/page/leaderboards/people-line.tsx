import type { Leaderboard } from '../../../api/leaderboards.ts';
import { count, interval, points } from '../../format/number.ts';
import { Link } from '../../router/link.tsx';
import { t, tr } from '../../words/t.ts';

/** The accuracy of people on the questions of a leaderboard: what the dashed line is. Nothing where it is not known. */
export function PeopleLine({ humans, bank }: Pick<Leaderboard, 'humans' | 'bank'>) {
  if (humans === null) return null;
  const { accuracy, low, high, perItem, items, of } = humans;
  return (
    <p class="people-line">
      <svg width="12" height="16" aria-hidden="true">
        <line class="reference" x1="6" x2="6" y1="0" y2="16" />
      </svg>{' '}
      <strong>
        {perItem === null
          ? t('People: {accuracy}', { accuracy: points(accuracy) })
          : t('People (average of {n} respondents per question): {accuracy}', {
              n: count(perItem),
              accuracy: points(accuracy),
            })}
      </strong>{' '}
      {low !== null && t('(90% interval {ends})', { ends: interval(low, high) })}{' '}
      <span class="faint">
        {t('{n} of {all} questions have human figures.', { n: count(items), all: count(of) })}{' '}
        {tr('People are a reference without a rank. <a>See people by tag</a>', {
          a: (parts) => <Link to={['banks', bank]}>{parts}</Link>,
        })}
      </span>
    </p>
  );
}
