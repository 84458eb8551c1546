import { useEffect } from 'preact/hooks';
import type { z } from 'zod';
import type { sessionPage } from '../../../api/sessions.ts';
import { Await } from '../../part/await.tsx';
import { placeHash } from '../../router/location.ts';
import { useResource } from '../../state/use-resource.ts';

/** Leads to the leaderboards, or to the first steps where the service has no session yet. */
export function HomePage() {
  const sessions = useResource<z.output<typeof sessionPage>>('/v1/sessions', { limit: 1 });
  const total = sessions.data?.total;
  useEffect(() => {
    if (total !== undefined) location.replace(placeHash([total === 0 ? 'start' : 'leaderboards']));
  }, [total]);
  return (
    <Await of={sessions} what="sessions">
      {() => null}
    </Await>
  );
}
