import type { AnnotationList } from '../../../api/annotations.ts';
import { count } from '../../format/number.ts';
import { Await } from '../../part/await.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { Link } from '../../router/link.tsx';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';

/** All annotations, with the progress of their review. */
export function AnnotationsPage() {
  const list = useResource<AnnotationList>('/v1/annotations', {}, ({ type }) => type === 'panel');
  return (
    <>
      <PageHead
        title={t('Annotations')}
        lead={t('Labels that models gave to items: how far they agree, and what experts review.')}
      />
      <Await of={list} what={t('the annotations')}>
        {({ items }) => (
          <DataTable
            caption={t('Annotations')}
            layout="stacked"
            rows={items}
            keyOf={({ id }) => id}
            empty={t(
              'There are no annotations yet. A command makes them: thetarank annotate --bank NAME --level LEVEL --model NAME@URL',
            )}
            columns={[
              {
                name: t('Title||annotation'),
                kind: 'name',
                cell: ({ id, title }) => <Link to={['annotations', id]}>{title}</Link>,
              },
              { name: t('Item bank||annotation'), cell: ({ bank }) => bank },
              { name: t('Levels||annotation'), cell: ({ levels }) => levels.join(', ') },
              {
                name: t('Reviewed||annotation'),
                kind: 'number',
                cell: ({ decided, queue }) =>
                  t('{done} of {all}||annotation', { done: count(decided), all: count(queue) }),
              },
            ]}
          />
        )}
      </Await>
    </>
  );
}
