import type { LeaderboardEntry } from '../../../api/leaderboards.ts';
import { count, dollars, interval, measured, NONE, points } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { rankRange } from '../../format/words.ts';
import { Dialog } from '../../part/dialog.tsx';
import { Facts } from '../../part/facts.tsx';
import { Link } from '../../router/link.tsx';
import { t } from '../../words/t.ts';
import { PersonMark } from './entry-marks.tsx';
import { entryMarks } from './entry-words.ts';

/** All that a leaderboard knows of one examinee, with those that it is tied with. */
export function EntryDialog({
  entry,
  all,
  onClose,
}: {
  entry: LeaderboardEntry;
  /** All rows of the leaderboard. */
  all: readonly LeaderboardEntry[];
  onClose: () => void;
}) {
  const { score, low, high, session, bestRank, worstRank } = entry;
  const tied = new Set(entry.tiedWith);
  const others = all.filter(({ id }) => tied.has(id));
  const many = worstRank - bestRank;
  return (
    <Dialog title={entry.examinee} onClose={onClose}>
      <Facts
        of={[
          { name: t('Score, points'), value: points(score), main: true },
          {
            name: t('90% interval'),
            value: low === null ? t('exact') : interval(low, high),
            main: true,
          },
          { name: t('Rank'), value: entry.rank },
          { name: t('Possible ranks'), value: rankRange(bestRank, worstRank) },
          {
            name: t('Ability ± SE'),
            value: entry.ability === null ? NONE : measured(entry.ability, entry.se),
          },
          { name: t('Answered'), value: count(entry.items) },
          ...(entry.cost === null ? [] : [{ name: t('Cost'), value: dollars(entry.cost) }]),
          ...(entry.finishedAt === null
            ? [{ name: t('Kind'), value: t('recorded model') }]
            : [{ name: t('Ended'), value: moment(entry.finishedAt) }]),
        ]}
      />
      {entryMarks(entry).map(({ kind, text }) => (
        <p key={kind} class="note warn">
          {text}
        </p>
      ))}
      <h3>
        {many === 0
          ? t('Tied with nobody else')
          : t('Tied with {n, plural, one {# other} other {# others}}', { n: many })}
      </h3>
      {others.length > 0 && (
        <>
          <p class="faint">
            {t('Their order is not settled, with 90% confidence over all pairs.')}
            {others.length < many && ` ${t('The {n} nearest:', { n: others.length })}`}
          </p>
          <ul class="names">
            {others.map((other) => (
              <li key={other.id}>
                {other.examinee} <PersonMark entry={other} />
              </li>
            ))}
          </ul>
        </>
      )}
      <div class="actions">
        {session !== null && (
          <Link to={['sessions', session]} class="button">
            {t('Open the session')}
          </Link>
        )}
        <button type="button" class="primary" onClick={onClose}>
          {t('Close')}
        </button>
      </div>
    </Dialog>
  );
}
