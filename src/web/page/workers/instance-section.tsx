import type { z } from 'zod';
import type { instanceList } from '../../../api/instances.ts';
import { moment } from '../../format/time.ts';
import { Await } from '../../part/await.tsx';
import { Badge } from '../../part/badge.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { ShortName } from '../../part/short-name.tsx';
import { useRefreshed } from '../../state/use-refreshed.ts';
import { useResource } from '../../state/use-resource.ts';

type Instances = z.output<typeof instanceList>;

/** The processes that serve this database. */
export function InstanceSection() {
  const instances = useResource<Instances>('/v1/instances');
  useRefreshed(instances, true);
  return (
    <>
      <h2>Instances of the service</h2>
      <Await of={instances} what="instances">
        {({ items }) => (
          <DataTable<Instances['items'][number]>
            caption="Instances of the service"
            layout="stacked"
            rows={items}
            keyOf={({ id }) => id}
            empty="None."
            columns={[
              {
                name: 'Instance',
                cell: ({ host, pid }) => (
                  <>
                    <ShortName name={host} />, process {pid}
                  </>
                ),
              },
              {
                name: 'State',
                cell: ({ isAlive, isThis, renewedAt }) =>
                  isAlive ? (
                    <Badge tone="good">{isThis ? 'alive, shows this page' : 'alive'}</Badge>
                  ) : (
                    <Badge tone="bad">silent since {moment(renewedAt)}</Badge>
                  ),
              },
              { name: 'Version', kind: 'close', cell: ({ version }) => version },
              { name: 'Started', kind: 'close', cell: ({ startedAt }) => moment(startedAt) },
            ]}
          />
        )}
      </Await>
    </>
  );
}
