import type { Pending, SessionState } from '../../../api/sessions.ts';
import type { OpenSession } from '../open/open-session.ts';

/** The items of a session to answer now, and its progress. */
export function pendingItems(session: OpenSession): Pending {
  const { kept, answered, test } = session;
  const items =
    kept.state === 'open'
      ? session.awaited().map((place) => ({ item: session.itemAt(place), place }))
      : [];
  const asked = test.state.asked.length;
  return { state: kept.state as SessionState, items, asked, answered, length: kept.length };
}
