import type { WorkerList } from '../../../api/workers.ts';
import { count } from '../../format/number.ts';
import { DataTable } from '../../part/data-table.tsx';
import { useMe } from '../../state/me-context.ts';

/** What waits in queues. Empty ones of other versions are left out: each version has its own. */
export function QueueTable({ of }: { of: WorkerList['queues'] }) {
  const { version } = useMe();
  const shown = of.filter(
    ({ queue, waiting, active }) => waiting + active > 0 || queue.endsWith(`-${version}`),
  );
  return (
    <DataTable<WorkerList['queues'][number]>
      caption="Queues"
      layout="stacked"
      rows={shown}
      keyOf={({ queue }) => queue}
      empty="Nothing waits."
      columns={[
        { name: 'Queue', cell: ({ queue }) => queue },
        { name: 'Waiting', kind: 'number', cell: ({ waiting }) => count(waiting) },
        { name: 'At work', kind: 'number', cell: ({ active }) => count(active) },
      ]}
    />
  );
}
