import type { WritingSummary } from '../../../api/writing.ts';
import { count, percent } from '../../format/number.ts';
import { DataTable } from '../../part/data-table.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { Link } from '../../router/link.tsx';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';
import { Loaded } from './expert-writing-page.tsx';
import { STEP_WORDS } from './writing-words.ts';

/** All panels of written questions that the key may see. */
export function WritingPage() {
  const panels = useResource<{ items: WritingSummary[] }>(
    '/v1/writing',
    {},
    ({ type }) => type === 'panel',
  );
  return (
    <>
      <PageHead
        title={t('Writing')}
        lead={t(
          'Questions that a model writes from texts, another model audits, and two experts decide about.',
        )}
      />
      <Loaded of={panels}>
        {({ items }) => (
          <DataTable
            caption={t('Writing')}
            rows={items}
            keyOf={({ id }) => id}
            layout="stacked"
            empty={
              <>
                {t('No panel yet. Start one on the command line:')}{' '}
                <code>thetarank write --help</code>
              </>
            }
            columns={[
              {
                name: t('Title'),
                kind: 'name',
                cell: ({ id, title }) => <Link to={['writing', id]}>{title}</Link>,
              },
              { name: t('Bank'), cell: ({ bank }) => bank ?? '–' },
              { name: t('Questions'), kind: 'number', cell: ({ questions }) => count(questions) },
              { name: t('Round'), kind: 'number', cell: ({ rounds }) => count(rounds) },
              {
                name: t('Accepted share'),
                kind: 'number',
                cell: ({ acceptance }) => percent(acceptance?.share),
              },
              { name: t('Status'), cell: ({ step }) => t(STEP_WORDS[step]) },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}
