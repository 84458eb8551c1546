import type { WorkerList } from '../../../api/workers.ts';
import { count } from '../../format/number.ts';
import { DataTable } from '../../part/data-table.tsx';
import { useMe } from '../../state/me-context.ts';
import { t } from '../../words/t.ts';

/** What waits in queues. Empty ones of other versions are left out: each version has its own. */
export function QueueTable({ of }: { of: WorkerList['queues'] }) {
  const { version } = useMe();
  const shown = of.filter(
    ({ queue, waiting, active }) => waiting + active > 0 || queue.endsWith(`-${version}`),
  );
  return (
    <DataTable<WorkerList['queues'][number]>
      caption={t('Queues')}
      layout="stacked"
      rows={shown}
      keyOf={({ queue }) => queue}
      empty={t('Nothing waits.')}
      columns={[
        { name: t('Queue'), cell: ({ queue }) => queue },
        { name: t('Waiting'), kind: 'number', cell: ({ waiting }) => count(waiting) },
        { name: t('At work'), kind: 'number', cell: ({ active }) => count(active) },
      ]}
    />
  );
}
