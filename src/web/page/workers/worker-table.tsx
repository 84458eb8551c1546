import type { WorkerList } from '../../../api/workers.ts';
import { count } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { Badge } from '../../part/badge.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { ShortName } from '../../part/short-name.tsx';

/** Workers that are alive. */
export function WorkerTable({ of }: { of: WorkerList['workers'] }) {
  return (
    <DataTable<WorkerList['workers'][number]>
      caption="Workers"
      layout="stacked"
      rows={of}
      keyOf={({ id }) => id}
      empty={
        <>
          No worker is running. Start one on any machine that reaches the database:{' '}
          <code>thetarank worker --database postgres://…</code>
        </>
      }
      columns={[
        {
          name: 'Worker',
          cell: ({ host, pid, draining }) => (
            <>
              <ShortName name={host} />, process {pid}{' '}
              {draining && <Badge tone="warn">ending</Badge>}
            </>
          ),
        },
        { name: 'Takes', cell: ({ takes }) => takes.join(', ') },
        { name: 'Threads', kind: 'number', cell: ({ threads }) => count(threads) },
        { name: 'At work', kind: 'number', cell: ({ active }) => count(active) },
        { name: 'Done', kind: 'number', cell: ({ done }) => count(done) },
        { name: 'Failed tries', kind: 'number', cell: ({ failed }) => count(failed) },
        { name: 'Version', kind: 'close', look: 'wide-only', cell: ({ version }) => version },
        {
          name: 'Started',
          kind: 'close',
          look: 'wide-only',
          cell: ({ startedAt }) => moment(startedAt),
        },
      ]}
    />
  );
}
