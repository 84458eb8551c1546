import type { z } from 'zod';
import type { studyList, studySummary } from '../../../api/jobs.ts';
import { count } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { Await } from '../../part/await.tsx';
import { Badge } from '../../part/badge.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { EmptyNote } from '../../part/empty-note.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { Link } from '../../router/link.tsx';
import { mayRun, useMe } from '../../state/me-context.ts';
import { useResource } from '../../state/use-resource.ts';

/** The simulation studies of the service's folder. */
export function StudiesPage() {
  const me = useMe();
  const studies = useResource<z.output<typeof studyList>>(
    '/v1/studies',
    {},
    ({ type }) => type === 'job',
  );
  return (
    <>
      <PageHead
        title="Studies"
        lead="A simulation study tests many simulated models of known ability, to find out how long a test must be and which rules work best."
      />
      <Await of={studies} what="studies">
        {({ items }) => (
          <DataTable<z.output<typeof studySummary>>
            caption="Studies"
            layout="stacked"
            rows={items}
            keyOf={({ name }) => name}
            empty={
              <EmptyNote button="Start a study" to={['jobs', 'new']} shown={mayRun(me)}>
                No studies yet. Start one as a job, or write one into the studies folder of the
                service with “thetarank simulate … --out”.
              </EmptyNote>
            }
            columns={[
              {
                name: 'Study',
                cell: ({ name, title }) => (
                  <>
                    <Link to={['studies', name]}>{name}</Link>
                    {title !== name && <span class="faint"> {title}</span>}
                  </>
                ),
              },
              { name: 'Kind', cell: ({ kind }) => kind },
              {
                name: 'State',
                cell: ({ finished }) =>
                  finished ? 'finished' : <Badge tone="warn">not finished</Badge>,
              },
              { name: 'Cells', kind: 'number', cell: ({ cells }) => count(cells) },
              { name: 'Replications', kind: 'number', cell: (row) => count(row.replications) },
              { name: 'Changed', kind: 'close', cell: ({ changedAt }) => moment(changedAt) },
            ]}
          />
        )}
      </Await>
    </>
  );
}
