import type { Pending } from '../../../api/sessions.ts';
import { Await } from '../../part/await.tsx';
import { Badge } from '../../part/badge.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { useMe } from '../../state/me-context.ts';
import { useResource } from '../../state/use-resource.ts';
import { t, tr } from '../../words/t.ts';
import { ExamineeResult } from './examinee-result.tsx';
import { goesOn, STATE_WORDS, stateTone } from './session-words.ts';

/** What the key of one session may see: how far it is. Items and answers go through the API. */
export function ExamineePage() {
  const me = useMe();
  const path = me.session === null ? null : `/v1/sessions/${encodeURIComponent(me.session)}/items`;
  const pending = useResource<Pending>(path, {}, ({ type }) => type === 'session');
  const hasEnded = pending.data !== null && !goesOn(pending.data);
  return (
    <>
      <PageHead
        title={t('Your session')}
        lead={t(
          'This key is for one test: a program fetches its items and sends the answers. This page shows its progress.',
        )}
      />
      <Await of={pending} what={t('the session')}>
        {({ state, answered, length, items }) => (
          <>
            <p role="status">
              <Badge tone={stateTone(state)}>{t(STATE_WORDS[state])}</Badge>{' '}
              {t(
                '{answered} of at most {length} answers; {items, plural, one {# item waits} other {# items wait}} for an answer.',
                { answered, length, items: items.length },
              )}
            </p>
            <progress value={answered} max={length} aria-label={t('Answers so far')} />
            {hasEnded && <ExamineeResult session={me.session!} />}
            <p>{tr('Session {session}', { session: <code>{me.session}</code> })}</p>
          </>
        )}
      </Await>
    </>
  );
}
