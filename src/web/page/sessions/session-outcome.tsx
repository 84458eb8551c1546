import type { SessionResult, SessionSummary } from '../../../api/sessions.ts';
import { count } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { rankRange } from '../../format/words.ts';
import { Await } from '../../part/await.tsx';
import { Link } from '../../router/link.tsx';
import { useResource } from '../../state/use-resource.ts';
import { t, tr } from '../../words/t.ts';

/** The outcome of a session that has ended: why it failed, or its result. */
export function SessionOutcome({ path, session }: { path: string; session: SessionSummary }) {
  if (session.state === 'failed')
    return (
      <div class="note bad">
        <p>
          {tr(
            session.answered === 0
              ? '<b>Testing stopped.</b> Fix the problem above and resume: nothing was answered so far. The session appears on a leaderboard when it is finished.'
              : '<b>Testing stopped.</b> Fix the problem above and resume: the answers are kept. The session appears on a leaderboard when it is finished.',
            { b: (parts) => <strong>{parts}</strong> },
          )}
        </p>
      </div>
    );
  if (session.answered === 0)
    return (
      <p class="note">{t('The session was ended before any answer, so there is no result.')}</p>
    );
  return <Result path={path} session={session} />;
}

/** The result of a session that has ended: its place among the recorded models. */
function Result({ path, session }: { path: string; session: SessionSummary }) {
  const result = useResource<SessionResult>(`${path}/result`);
  return (
    <section aria-labelledby="result">
      <h2 id="result">{t('Result')}</h2>
      <Await of={result} what={t('the result')}>
        {({ complete, leastAnswers, place, bestPlace, worstPlace, recorded }) => (
          <p>
            {t(
              complete
                ? 'Ended {at}. The test is complete.'
                : 'Ended {at}. It was ended early, so its interval is wider.',
              { at: moment(session.finishedAt) },
            )}{' '}
            {place !== null &&
              tr(
                bestPlace !== null && worstPlace !== null && bestPlace !== worstPlace
                  ? 'Place among {recorded} recorded models: <b>{place}</b>; the interval allows {range}.'
                  : 'Place among {recorded} recorded models: <b>{place}</b>.',
                {
                  recorded: count(recorded),
                  place,
                  range: rankRange(bestPlace ?? place, worstPlace ?? place),
                  b: (parts) => <strong>{parts}</strong>,
                },
              )}{' '}
            {leastAnswers === null
              ? tr(
                  place === null
                    ? 'See the <a>leaderboards</a>.'
                    : 'On <a>leaderboards</a> it also stands among other tested models and people, by the score that is chosen there: its place can differ.',
                  { a: (parts) => <Link to={['leaderboards']}>{parts}</Link> },
                )
              : t(
                  'It is on no leaderboard: a test that ended early needs at least {n} answers for that.',
                  { n: leastAnswers },
                )}{' '}
            {session.person &&
              session.feedback === 'result' &&
              session.standing?.expected != null &&
              t('The person sees the interval of the expected score.')}
          </p>
        )}
      </Await>
    </section>
  );
}
