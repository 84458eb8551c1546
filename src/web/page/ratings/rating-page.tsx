import { useState } from 'preact/hooks';
import type { RatingDetail } from '../../../api/ratings.ts';
import { write } from '../../api/client.ts';
import { listed, withNote } from '../../format/marks.ts';
import { count } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { Await } from '../../part/await.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { DownloadButton } from '../../part/download-button.tsx';
import { Facts } from '../../part/facts.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { ProblemNote } from '../../part/problem-note.tsx';
import { TextField } from '../../part/text-field.tsx';
import { Link } from '../../router/link.tsx';
import type { PageProps } from '../../shell/page.tsx';
import { mayRun, useMe } from '../../state/me-context.ts';
import { useAction } from '../../state/use-action.ts';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';
import { AgreementSection } from './agreement-section.tsx';
import { aspectWords } from './aspect-words.ts';
import { CommentsSection } from './comments-section.tsx';
import { InvitationButton } from './invitation-button.tsx';

/** A panel: how far raters are, how their answers overlap, and how they agree. */
export function RatingPage({ params }: PageProps) {
  const path = `/v1/ratings/${encodeURIComponent(params.id)}`;
  const panel = useResource<RatingDetail>(
    path,
    {},
    (event) => event.type === 'panel' && event.panel === params.id,
  );
  return (
    <Await of={panel} what={t('the panel')}>
      {(found) => <Detail panel={found} path={path} onChange={panel.reload} />}
    </Await>
  );
}

function Detail({
  panel,
  path,
  onChange,
}: {
  panel: RatingDetail;
  path: string;
  onChange: () => void;
}) {
  const me = useMe();
  const isOpen = panel.closedAt === null;
  const turn = useAction(async () => {
    await write('POST', `${path}/${isOpen ? 'close' : 'reopen'}`);
    onChange();
  });
  const { overlap, leftOut, named } = panel;
  const shared = overlap.pairs.map(({ answers }) => answers);
  const left = leftOut.empty + leftOut.changed + leftOut.pictures;
  return (
    <>
      <PageHead
        title={panel.title}
        lead={
          isOpen
            ? t('This panel is open: raters can give and change grades.')
            : t('This panel is closed: it takes no more grades.')
        }
        crumb={<Link to={['ratings']}>{t('Ratings')}</Link>}
      >
        {mayRun(me) && (
          <button type="button" aria-disabled={turn.busy} onClick={() => void turn.run()}>
            {isOpen ? t('Close the panel') : t('Reopen the panel')}
          </button>
        )}
        <DownloadButton name={t('Export ratings (CSV)')} path={`${path}/export`} />
      </PageHead>
      <ProblemNote error={turn.error} />
      <Facts
        of={[
          {
            name: t('Rated'),
            value: t('{done} of {all}', { done: panel.rated, all: panel.assigned }),
            main: true,
          },
          { name: t('Answers'), value: count(panel.answers) },
          { name: t('Models'), value: count(panel.models) },
          { name: t('Items'), value: count(panel.items) },
          { name: t('Bank'), value: panel.bank },
          {
            name: t('Rubric'),
            value: withNote(panel.rubric.name, listed(panel.rubric.aspects.map(aspectWords))),
          },
          { name: t('Raters of each answer'), value: count(panel.perAnswer) },
          { name: t('Answers that all raters rate'), value: count(panel.common) },
          ...(shared.length === 0
            ? []
            : [
                {
                  name: t('Answers in common per pair of raters'),
                  value: t('{low} to {high}', {
                    low: Math.min(...shared),
                    high: Math.max(...shared),
                  }),
                },
              ]),
        ]}
      />
      {!overlap.connected && (
        <p class="note warn">
          {t(
            'Not all raters are linked by common answers, so their severities cannot be compared. Add a rater who shares answers with all.',
          )}
        </p>
      )}
      {named.length > 0 && (
        <p class="note warn">
          {t('Answers name their model, so raters may know whose they are:')}{' '}
          {named
            .map(({ model, naming, answers }) =>
              t('{model} ({naming} of {answers})', { model, naming, answers }),
            )
            .join(t(', ||between parts'))}
        </p>
      )}
      {left > 0 && (
        <p class="note">
          {t(
            'Left out: {empty} empty answers, {changed} answers to changed items, {pictures} answers to items with pictures.',
            { ...leftOut },
          )}
        </p>
      )}
      <section>
        <h2>{t('Raters')}</h2>
        <DataTable
          caption={t('Raters')}
          layout="stacked"
          rows={panel.progress}
          keyOf={({ name }) => name}
          columns={[
            { name: t('Rater'), cell: ({ name }) => name },
            {
              name: t('Rated'),
              cell: ({ name, rated, assigned }) => (
                <>
                  {t('{done} of {all}', { done: rated, all: assigned })}{' '}
                  <progress
                    value={rated}
                    max={Math.max(1, assigned)}
                    aria-label={t('Progress of {name}', { name })}
                  />
                </>
              ),
            },
            { name: t('Last rating'), kind: 'close', cell: ({ lastAt }) => moment(lastAt) },
            ...(mayRun(me)
              ? [
                  {
                    name: t('Invitation'),
                    cell: ({ name }: { name: string }) => (
                      <InvitationButton panel={panel.id} name={name} />
                    ),
                  },
                ]
              : []),
          ]}
        />
        {mayRun(me) && isOpen && <NewRater path={path} onChange={onChange} />}
      </section>
      <AgreementSection path={path} panel={panel.id} />
      {mayRun(me) && <CommentsSection path={path} panel={panel.id} />}
    </>
  );
}

function NewRater({ path, onChange }: { path: string; onChange: () => void }) {
  const [name, setName] = useState('');
  const add = useAction(async () => {
    await write('POST', `${path}/raters`, { name: name.trim() });
    setName('');
    onChange();
  });
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        void add.run();
      }}
    >
      <TextField label={t('Name of another rater')} required value={name} onInput={setName} />
      <button type="submit" aria-disabled={add.busy}>
        {t('Add rater')}
      </button>
      <ProblemNote error={add.error} />
    </form>
  );
}
