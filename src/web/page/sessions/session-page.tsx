import type { SessionDetail, Trace } from '../../../api/sessions.ts';
import type { Moved } from '../../api/live.ts';
import { shortName } from '../../format/words.ts';
import { Await } from '../../part/await.tsx';
import { DownloadButton } from '../../part/download-button.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { Link } from '../../router/link.tsx';
import type { PageProps } from '../../shell/page.tsx';
import { mayRun, useMe } from '../../state/me-context.ts';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';
import { ExamineeKey } from './examinee-key.tsx';
import { ExtraTime } from './extra-time.tsx';
import { InFlight } from './in-flight.tsx';
import { PatternNotes } from './pattern-notes.tsx';
import { SessionActions } from './session-actions.tsx';
import { SessionFacts } from './session-facts.tsx';
import { SessionOutcome } from './session-outcome.tsx';
import { goesOn } from './session-words.ts';
import { StandingNotes } from './standing-notes.tsx';
import { TagCounts } from './tag-counts-table.tsx';
import { TraceCharts } from './trace-charts.tsx';
import { TraceTable } from './trace-table.tsx';
import { TroubleNotes } from './trouble-notes.tsx';

/** Most characters of a name in the title. */
const TITLE = 80;

/** One session, as it goes: where it stands, how it came there, what is in flight; at its end the result. */
export function SessionPage({ params }: PageProps) {
  const { id } = params;
  const me = useMe();
  const path = `/v1/sessions/${encodeURIComponent(id)}`;
  const concerns = (event: Moved) => event.type === 'session' && event.session === id;
  const session = useResource<SessionDetail>(path, {}, concerns);
  const trace = useResource<Trace>(`${path}/trace`, {}, concerns);
  const name = session.data?.examinee;
  return (
    <>
      <PageHead
        title={
          name === undefined ? t('Session') : t('Test of {name}', { name: shortName(name, TITLE) })
        }
        lead={t(
          session.data?.person === true
            ? 'Each answer makes the person’s ability better known, and with it the score that the person would have on the whole bank. A narrower interval means a more certain score.'
            : 'Each answer makes the model’s ability better known, and with it the score that the model would have on the whole bank. A narrower interval means a more certain score.',
        )}
        crumb={<Link to={['sessions']}>{t('Sessions')}</Link>}
      >
        {session.data !== null && mayRun(me) && (
          <>
            <SessionActions session={session.data} path={path} reload={session.reload} />
            <ExtraTime session={session.data} path={path} reload={session.reload} />
            <ExamineeKey session={session.data} />
          </>
        )}
        <DownloadButton
          name={t('Save the steps as CSV')}
          path={`${path}/export`}
          query={{ format: 'csv' }}
        />
      </PageHead>
      <Await of={session} what={t('the session')}>
        {(data) => (
          <>
            <TroubleNotes session={data} />
            <SessionFacts session={data} />
            <StandingNotes session={data} />
            {data.answered > 0 && (
              <PatternNotes path={path} concerns={concerns} told={data.troubles} />
            )}
            {!goesOn(data) && <SessionOutcome path={path} session={data} />}
            <Await of={trace} what={t('its steps')}>
              {(trace) => (
                <>
                  <TraceCharts session={data} places={trace.places} />
                  {goesOn(data) && mayRun(me) && <InFlight path={path} concerns={concerns} />}
                  <TagCounts trace={trace} standing={data.standing} />
                  <TraceTable bank={data.bank} places={trace.places} />
                </>
              )}
            </Await>
          </>
        )}
      </Await>
    </>
  );
}
