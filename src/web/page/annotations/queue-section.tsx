import { useState } from 'preact/hooks';
import type {
  AnnotationEntries,
  AnnotationEntry,
  AnnotationView,
} from '../../../api/annotations.ts';
import { write } from '../../api/client.ts';
import { labelled, withNote } from '../../format/marks.ts';
import { Await } from '../../part/await.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { Pager } from '../../part/pager.tsx';
import { ProblemNote } from '../../part/problem-note.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { Link } from '../../router/link.tsx';
import { mayAdminister, useMe } from '../../state/me-context.ts';
import { useAction } from '../../state/use-action.ts';
import { usePages } from '../../state/use-pages.ts';
import { t } from '../../words/t.ts';
import { labelName, levelName, REASONS, STATES } from './label-words.ts';

const SIZE = 50;
const NONE_VALUE = '\n';

/** The entries that experts review, most doubtful first; administrators decide those on which experts differ. */
export function QueueSection({ view, path }: { view: AnnotationView; path: string }) {
  const me = useMe();
  const [state, setState] = useState('all');
  const pages = usePages<AnnotationEntries>(
    `${path}/entries`,
    { state, limit: SIZE },
    ({ type }) => type === 'panel',
  );
  const label = (entry: AnnotationEntry, value: string | null) =>
    labelName(view, entry.level, value);
  const votes = (entry: AnnotationEntry) =>
    entry.votes
      .map(({ model, kind, label: value = null }) => {
        const said =
          kind === 'label'
            ? (value ?? t('does not fit'))
            : t(kind === 'refusal' ? 'refused' : 'unreadable');
        return labelled(model, said);
      })
      .join(t(', ||between parts'));
  return (
    <section>
      <h2>{t('Entries that experts review')}</h2>
      <SelectField
        label={t('Show')}
        value={state}
        onChange={setState}
        choices={[
          { value: 'all', name: t('all||annotation') },
          { value: 'open', name: t(STATES.open) },
          { value: 'conflict', name: t(STATES.conflict) },
          { value: 'decided', name: t(STATES.decided) },
        ]}
      />
      <Await of={pages.resource} what={t('the entries')}>
        {({ items, next, total }) => (
          <>
            <DataTable
              caption={t('Entries that experts review')}
              layout="stacked"
              rows={items}
              keyOf={({ entry }) => entry}
              empty={t('No entry is in this state.')}
              columns={[
                {
                  name: t('Item||annotation'),
                  kind: 'name',
                  cell: ({ item }) => <Link to={['banks', view.bank, 'items', item]}>{item}</Link>,
                },
                { name: t('Level||annotation'), cell: ({ level }) => levelName(view, level) },
                { name: t('State||annotation'), cell: (entry) => t(STATES[entry.state]) },
                {
                  name: t('Why||annotation'),
                  cell: ({ reason }) =>
                    reason === null ? t('audit of agreed labels') : t(REASONS[reason]),
                },
                { name: t('Models||annotation'), cell: votes },
                {
                  name: t('Experts||annotation'),
                  cell: (entry) =>
                    entry.reviews
                      .map(({ reviewer, label: value, note = '' }) =>
                        labelled(
                          reviewer,
                          note === ''
                            ? (value ?? t('does not fit'))
                            : withNote(value ?? t('does not fit'), note),
                        ),
                      )
                      .join(t(', ||between parts')),
                },
                {
                  name: t('Label||annotation'),
                  cell: (entry) =>
                    mayAdminister(me) && entry.state === 'conflict' ? (
                      <Decide
                        view={view}
                        entry={entry}
                        path={path}
                        onDecided={pages.resource.reload}
                      />
                    ) : entry.label === undefined ? (
                      ''
                    ) : (
                      label(entry, entry.label)
                    ),
                },
              ]}
            />
            <Pager {...pages.steps} shown={items.length} total={total} next={next} />
          </>
        )}
      </Await>
    </section>
  );
}

/** The labels that anybody named, first those of experts. */
function Decide({
  view,
  entry,
  path,
  onDecided,
}: {
  view: AnnotationView;
  entry: AnnotationEntry;
  path: string;
  onDecided: () => void;
}) {
  const named = [
    ...entry.reviews.map(({ label }) => label),
    ...entry.votes.flatMap(({ kind, label = null }) => (kind === 'label' ? [label] : [])),
  ];
  const values = view.names.find(({ level }) => level === entry.level)?.values ?? {};
  const all = [...new Set([...named, ...Object.keys(values), null])];
  const [chosen, setChosen] = useState<string | null>(named[0]);
  const action = useAction(async () => {
    await write('PUT', `${path}/entries/${entry.entry}/decision`, { label: chosen, note: '' });
    onDecided();
  });
  return (
    <>
      <select
        aria-label={t('Label that is decided for {item}', { item: entry.item })}
        value={chosen ?? NONE_VALUE}
        onChange={({ currentTarget: { value } }) => setChosen(value === NONE_VALUE ? null : value)}
      >
        {all.map((label) => (
          <option key={label} value={label ?? NONE_VALUE}>
            {labelName(view, entry.level, label)}
          </option>
        ))}
      </select>{' '}
      <button
        type="button"
        aria-disabled={action.busy}
        aria-label={t('Decide the label of {item}', { item: entry.item })}
        onClick={() => void action.run()}
      >
        {t('Decide||annotation')}
      </button>
      <ProblemNote error={action.error} />
    </>
  );
}
