import type { z } from 'zod';
import type { bankList } from '../../../api/banks.ts';
import type { leaderboardList } from '../../../api/leaderboards.ts';
import type { sessionPage } from '../../../api/sessions.ts';
import { Await } from '../../part/await.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { Link } from '../../router/link.tsx';
import { mayRun, useMe } from '../../state/me-context.ts';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';
import { firstSteps } from './first-steps.ts';

/** The first steps on a fresh service, those that are done ticked. */
export function StartPage() {
  const me = useMe();
  const banks = useResource<z.output<typeof bankList>>(
    '/v1/banks',
    {},
    ({ type }) => type === 'job',
  );
  const sessions = useResource<z.output<typeof sessionPage>>(
    '/v1/sessions',
    { limit: 1 },
    ({ type }) => type === 'session',
  );
  const boards = useResource<z.output<typeof leaderboardList>>(
    '/v1/leaderboards',
    {},
    ({ type }) => type === 'leaderboard',
  );
  return (
    <>
      <PageHead
        title={t('Start here')}
        lead={t('Three steps from questions to a ranking. Each step is ticked when it is done.')}
      />
      {!mayRun(me) && (
        <p class="note">
          {t(
            'Your key may read results. To import questions or ask models, ask an administrator for another key.',
          )}
        </p>
      )}
      <Await of={banks} what={t('banks')}>
        {({ items }) => (
          <Await of={sessions} what={t('sessions')}>
            {({ total }) => (
              <Await of={boards} what={t('leaderboards')}>
                {(list) => (
                  <Steps
                    steps={firstSteps({ banks: items, sessions: total, boards: list.items })}
                    able={mayRun(me)}
                  />
                )}
              </Await>
            )}
          </Await>
        )}
      </Await>
    </>
  );
}

function Steps({ steps, able }: { steps: ReturnType<typeof firstSteps>; able: boolean }) {
  const next = steps.findIndex(({ done }) => !done);
  return (
    <ol class="steps">
      {steps.map(({ title, text, done, button, to, query = {} }, k) => (
        <li key={title} class={done ? 'done' : undefined}>
          <span class="tick" aria-hidden="true">
            {done ? '✓' : k + 1}
          </span>
          <div>
            <h2>
              {title}
              {done && <span class="faint">{t(' (done)')}</span>}
            </h2>
            <p>{text}</p>
            {(able || to[0] === 'leaderboards') && (
              <Link to={to} query={query} class={k === next ? 'button primary' : 'button'}>
                {button}
              </Link>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
