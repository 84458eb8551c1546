import type { WorkerList } from '../../../api/workers.ts';
import { Await } from '../../part/await.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { ServiceWords } from '../../part/service-words.tsx';
import { mayAdminister, useMe } from '../../state/me-context.ts';
import { useRefreshed } from '../../state/use-refreshed.ts';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';
import { ComputationTable } from './computation-table.tsx';
import { InstanceSection } from './instance-section.tsx';
import { QueueTable } from './queue-table.tsx';
import { SetAsideTable } from './set-aside-table.tsx';
import { WorkerTable } from './worker-table.tsx';

/** Who does the work of this service and of commands, on any machine, and how far it is. */
export function WorkersPage() {
  const me = useMe();
  const list = useResource<WorkerList>('/v1/workers');
  useRefreshed(list, list.data?.reason === null || list.error !== null);
  return (
    <>
      <PageHead
        title={t('Workers')}
        lead={t(
          'Processes on any machine that run jobs of this service, and do tasks of simulations and syntheses. Updated every few seconds.',
        )}
      />
      <Await of={list} what={t('workers')}>
        {({ reason, workers, queues, computations, setAside, setAsideTotal }) =>
          reason !== null ? (
            <p class="note">
              <ServiceWords text={reason} />
            </p>
          ) : (
            <>
              <h2>{t('Computations under way')}</h2>
              <ComputationTable of={computations} />
              {setAside.length > 0 && (
                <>
                  <h2>{t('Set aside')}</h2>
                  <p>
                    {t(
                      '{n, plural, one {Each try of this message failed.} other {Each try of these messages failed.}}',
                      { n: setAsideTotal },
                    )}
                    {setAsideTotal > setAside.length &&
                      ` ${t(
                        'The oldest {shown} of {n, plural, one {# message} other {# messages}}:',
                        {
                          shown: setAside.length,
                          n: setAsideTotal,
                        },
                      )}`}
                  </p>
                  <SetAsideTable of={setAside} reload={list.reload} />
                </>
              )}
              <h2>{t('Workers')}</h2>
              <WorkerTable of={workers} />
              <h2>{t('Queues')}</h2>
              <QueueTable of={queues} />
              {mayAdminister(me) && <InstanceSection />}
            </>
          )
        }
      </Await>
    </>
  );
}
