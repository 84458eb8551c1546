import type { LeaderboardEntry } from '../../../api/leaderboards.ts';
import { count, dollars, interval, measured, NONE, points } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { rankRange } from '../../format/words.ts';
import { Dialog } from '../../part/dialog.tsx';
import { Facts } from '../../part/facts.tsx';
import { Link } from '../../router/link.tsx';
import { t } from '../../words/t.ts';
import { entryMarks } from './entry-words.ts';

/** All that a leaderboard knows of one model, with those that it is tied with. */
export function EntryDialog({ entry, onClose }: { entry: LeaderboardEntry; onClose: () => void }) {
  const { score, low, high, tiedWith, session } = entry;
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
          { name: t('Possible ranks'), value: rankRange(entry.bestRank, entry.worstRank) },
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
        {tiedWith.length === 0
          ? t('Tied with no other model')
          : t('Tied with {n, plural, one {# model} other {# models}}', { n: tiedWith.length })}
      </h3>
      {tiedWith.length > 0 && (
        <>
          <p class="faint">
            {t('Their order is not settled, with 90% confidence over all pairs.')}
          </p>
          <ul class="names">
            {tiedWith.map((name) => (
              <li key={name}>{name}</li>
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
