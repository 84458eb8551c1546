import type { RatingComments } from '../../../api/ratings.ts';
import { moment } from '../../format/time.ts';
import { Await } from '../../part/await.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';
import { aspectWords } from './aspect-words.ts';

/** What raters said beside their grades, for those who may read answers. */
export function CommentsSection({ path, panel }: { path: string; panel: string }) {
  const comments = useResource<RatingComments>(
    `${path}/comments`,
    {},
    (event) => event.type === 'panel' && event.panel === panel,
  );
  return (
    <section>
      <h2>{t('Comments of raters')}</h2>
      <Await of={comments} what={t('the comments')}>
        {({ items }) => (
          <DataTable
            caption={t('Comments of raters')}
            layout="stacked"
            rows={items}
            keyOf={({ rater, model, item }) => JSON.stringify([rater, model, item])}
            empty={t('No comments yet.')}
            columns={[
              { name: t('Rater'), cell: ({ rater }) => rater },
              { name: t('Model'), cell: ({ model }) => model },
              { name: t('Item'), cell: ({ item }) => item },
              {
                name: t('Grades'),
                cell: ({ grades }) =>
                  Object.entries(grades)
                    .map(([aspect, grade]) => `${aspectWords(aspect)} ${grade}`)
                    .join(' · '),
              },
              { name: t('Comment'), cell: ({ comment }) => comment },
              { name: t('Last rating'), kind: 'close', cell: ({ at }) => moment(at) },
            ]}
          />
        )}
      </Await>
    </section>
  );
}
