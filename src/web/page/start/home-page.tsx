import { useEffect } from 'preact/hooks';
import type { z } from 'zod';
import type { sessionPage } from '../../../api/sessions.ts';
import { Await } from '../../part/await.tsx';
import { parsePlace, placeHash } from '../../router/location.ts';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';

/** Leads to the leaderboards, or to the first steps where the service has no session yet. */
export function HomePage() {
  const sessions = useResource<z.output<typeof sessionPage>>('/v1/sessions', { limit: 1 });
  const total = sessions.data?.total;
  useEffect(() => {
    // The reader may have gone on, which is known here before the pages are told.
    const isHere = parsePlace(location.hash).path.length === 0;
    if (total !== undefined && isHere)
      location.replace(placeHash([total === 0 ? 'start' : 'leaderboards']));
  }, [total]);
  return (
    <Await of={sessions} what={t('sessions')}>
      {() => null}
    </Await>
  );
}
