import type { LeaderboardEntry } from '../../../api/leaderboards.ts';
import { count, dollars, interval, measured, NONE, points } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { counted, rankRange } from '../../format/words.ts';
import { Dialog } from '../../part/dialog.tsx';
import { Facts } from '../../part/facts.tsx';
import { Link } from '../../router/link.tsx';
import { entryMarks } from './entry-words.ts';

/** All that a leaderboard knows of one model, with those that it is tied with. */
export function EntryDialog({ entry, onClose }: { entry: LeaderboardEntry; onClose: () => void }) {
  const { score, low, high, tiedWith, session } = entry;
  return (
    <Dialog title={entry.examinee} onClose={onClose}>
      <Facts
        of={[
          { name: 'Score, points', value: points(score), main: true },
          { name: '90% interval', value: low === null ? 'exact' : interval(low, high), main: true },
          { name: 'Rank', value: entry.rank },
          { name: 'Possible ranks', value: rankRange(entry.bestRank, entry.worstRank) },
          {
            name: 'Ability ± SE',
            value: entry.ability === null ? NONE : measured(entry.ability, entry.se),
          },
          { name: 'Answered', value: count(entry.items) },
          ...(entry.cost === null ? [] : [{ name: 'Cost', value: dollars(entry.cost) }]),
          ...(entry.finishedAt === null
            ? [{ name: 'Kind', value: 'recorded model' }]
            : [{ name: 'Ended', value: moment(entry.finishedAt) }]),
        ]}
      />
      {entryMarks(entry).map(({ kind, text }) => (
        <p key={kind} class="note warn">
          {text}
        </p>
      ))}
      <h3>
        {tiedWith.length === 0
          ? 'Tied with no other model'
          : `Tied with ${counted(tiedWith.length, 'model')}`}
      </h3>
      {tiedWith.length > 0 && (
        <>
          <p class="faint">Their order is not settled, with 90% confidence over all pairs.</p>
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
            Open the session
          </Link>
        )}
        <button type="button" class="primary" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
