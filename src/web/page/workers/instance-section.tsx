import type { z } from 'zod';
import type { instanceList } from '../../../api/instances.ts';
import { moment } from '../../format/time.ts';
import { Await } from '../../part/await.tsx';
import { Badge } from '../../part/badge.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { ShortName } from '../../part/short-name.tsx';
import { useRefreshed } from '../../state/use-refreshed.ts';
import { useResource } from '../../state/use-resource.ts';
import { t, tr } from '../../words/t.ts';

type Instances = z.output<typeof instanceList>;

/** The processes that serve this database. */
export function InstanceSection() {
  const instances = useResource<Instances>('/v1/instances');
  useRefreshed(instances, true);
  return (
    <>
      <h2>{t('Instances of the service')}</h2>
      <Await of={instances} what={t('instances')}>
        {({ items }) => (
          <DataTable<Instances['items'][number]>
            caption={t('Instances of the service')}
            layout="stacked"
            rows={items}
            keyOf={({ id }) => id}
            empty={t('None.')}
            columns={[
              {
                name: t('Instance'),
                cell: ({ host, pid }) => (
                  <>
                    {tr('{host}, process {pid}', {
                      host: <ShortName name={host} />,
                      pid: `${pid}`,
                    })}
                  </>
                ),
              },
              {
                name: t('State'),
                cell: ({ isAlive, isThis, renewedAt }) =>
                  isAlive ? (
                    <Badge tone="good">{isThis ? t('alive, shows this page') : t('alive')}</Badge>
                  ) : (
                    <Badge tone="bad">{t('silent since {at}', { at: moment(renewedAt) })}</Badge>
                  ),
              },
              { name: t('Version'), kind: 'close', cell: ({ version }) => version },
              { name: t('Started'), kind: 'close', cell: ({ startedAt }) => moment(startedAt) },
            ]}
          />
        )}
      </Await>
    </>
  );
}
