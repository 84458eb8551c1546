import type { WorkerList } from '../../../api/workers.ts';
import { count } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { Badge } from '../../part/badge.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { ShortName } from '../../part/short-name.tsx';
import { t, tr } from '../../words/t.ts';

/** Workers that are alive. */
export function WorkerTable({ of }: { of: WorkerList['workers'] }) {
  return (
    <DataTable<WorkerList['workers'][number]>
      caption={t('Workers')}
      layout="stacked"
      rows={of}
      keyOf={({ id }) => id}
      empty={tr(
        'No worker is running. Start one on any machine that reaches the database: <code>thetarank worker --database postgres://…</code>',
        { code: (parts) => <code>{parts}</code> },
      )}
      columns={[
        {
          name: t('Worker'),
          cell: ({ host, pid, draining }) => (
            <>
              {tr('{host}, process {pid}', { host: <ShortName name={host} />, pid: `${pid}` })}{' '}
              {draining && <Badge tone="warn">{t('ending')}</Badge>}
            </>
          ),
        },
        { name: t('Takes'), cell: ({ takes }) => takes.join(', ') },
        { name: t('Threads'), kind: 'number', cell: ({ threads }) => count(threads) },
        { name: t('At work'), kind: 'number', cell: ({ active }) => count(active) },
        { name: t('Done'), kind: 'number', cell: ({ done }) => count(done) },
        { name: t('Failed tries'), kind: 'number', cell: ({ failed }) => count(failed) },
        { name: t('Version'), kind: 'close', look: 'wide-only', cell: ({ version }) => version },
        {
          name: t('Started'),
          kind: 'close',
          look: 'wide-only',
          cell: ({ startedAt }) => moment(startedAt),
        },
      ]}
    />
  );
}
