import type { SessionResult, SessionSummary } from '../../../api/sessions.ts';
import { count } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { rankRange } from '../../format/words.ts';
import { Await } from '../../part/await.tsx';
import { Link } from '../../router/link.tsx';
import { useResource } from '../../state/use-resource.ts';

/** The outcome of a session that has ended: why it failed, or its result. */
export function SessionOutcome({ path, session }: { path: string; session: SessionSummary }) {
  if (session.state === 'failed')
    return (
      <div class="note bad">
        <p>
          <strong>Testing stopped.</strong> Fix the problem above and resume:{' '}
          {session.answered === 0 ? 'nothing was answered so far.' : 'the answers are kept.'} The
          session appears on a leaderboard when it is finished.
        </p>
      </div>
    );
  if (session.answered === 0)
    return <p class="note">The session was ended before any answer, so there is no result.</p>;
  return <Result path={path} session={session} />;
}

/** The result of a session that has ended: its place among the recorded models. */
function Result({ path, session }: { path: string; session: SessionSummary }) {
  const result = useResource<SessionResult>(`${path}/result`);
  return (
    <section aria-labelledby="result">
      <h2 id="result">Result</h2>
      <Await of={result} what="the result">
        {({ complete, place, bestPlace, worstPlace, recorded }) => (
          <p>
            Ended {moment(session.finishedAt)}.{' '}
            {complete ? 'The test is complete. ' : 'It was ended early, so its interval is wider. '}
            {place !== null && (
              <>
                Place among {count(recorded)} recorded models: <strong>{place}</strong>
                {bestPlace !== null && worstPlace !== null && bestPlace !== worstPlace && (
                  <>; the interval allows {rankRange(bestPlace, worstPlace)}</>
                )}
                .{' '}
              </>
            )}
            See the <Link to={['leaderboards']}>leaderboards</Link>.
          </p>
        )}
      </Await>
    </section>
  );
}
