import type { RefreshItem, RefreshView } from '../../../api/refreshes.ts';
import { count, fixed, pValue } from '../../format/number.ts';
import { Await } from '../../part/await.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { Facts } from '../../part/facts.tsx';
import { ServiceWords } from '../../part/service-words.tsx';
import { Link } from '../../router/link.tsx';
import { useResource } from '../../state/use-resource.ts';
import { t, tr } from '../../words/t.ts';
import { DifficultyScatter } from './difficulty-scatter.tsx';

/** Rows that are shown of each table before one asks for more. */
const SHOWN = 20;

/** What a refreshed calibration changes: items, models, and what it proposes to retire. */
export function RefreshSection({ bank, calibration }: { bank: string; calibration: number }) {
  const view = useResource<RefreshView>(
    `/v1/banks/${encodeURIComponent(bank)}/refreshes/${calibration}`,
  );
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">{t('What calibration {id} changes', { id: `${calibration}` })}</h2>
      <Await of={view} what={t('the changes')}>
        {(data) => <Changes bank={bank} data={data} />}
      </Await>
    </section>
  );
}

function Changes({ bank, data }: { bank: string; data: RefreshView }) {
  const { ranking, drifted, changed, changedModels, pretest, retirements, warnings } = data;
  const ready = pretest.filter((item) => item.ready).length;
  return (
    <>
      <Facts
        of={[
          {
            name: t('Drifted items'),
            value: t('{part} of {whole}', {
              part: count(data.driftedItems),
              whole: count(data.items),
            }),
            main: true,
          },
          { name: t('Models'), value: count(data.models), main: true },
          {
            name: t('Pairs that clearly change their order'),
            value: count(ranking.clear),
            main: true,
          },
          ...(data.saturated > 0
            ? [
                {
                  name: t('Saturated items (every new model is right)'),
                  value: count(data.saturated),
                },
              ]
            : []),
          ...(data.unsolved > 0
            ? [{ name: t('Items that no new model has right'), value: count(data.unsolved) }]
            : []),
          {
            name: t('Compared with'),
            value: t('calibration {calibration}', { calibration: `${data.refreshed}` }),
          },
        ]}
      />
      {warnings.map((warning) => (
        <p key={warning} class="note warn">
          <ServiceWords text={warning} />
        </p>
      ))}
      <details>
        <summary>{t('How it was made')}</summary>
        <ul>
          {data.facts.map((fact) => (
            <li key={fact}>
              <RefreshFact fact={fact} />
            </li>
          ))}
        </ul>
      </details>
      <DifficultyScatter of={data.difficulties} />
      <h3>{t('Drifted items')}</h3>
      <ItemTable
        bank={bank}
        caption={t('Items that new models do not answer as before')}
        empty={t('No item has drifted.')}
        rows={drifted}
      />
      <h3>{t('Changed items')}</h3>
      <ItemTable
        bank={bank}
        caption={t('Items with other parameters, largest change first')}
        empty={t('No item changes.')}
        rows={changed}
      />
      <h3>{t('Models')}</h3>
      <p>
        {t(
          '{n, plural, one {# pair} other {# pairs}} of {pairs} change their order, {clear} of them clearly (both differences exceed 1.96 standard errors).',
          {
            n: ranking.swapped,
            pairs: count(ranking.pairs),
            clear: count(ranking.clear),
          },
        )}
      </p>
      {ranking.swaps.length > 0 && (
        <ul>
          {ranking.swaps.slice(0, SHOWN).map(({ above, below }) => (
            <li key={`${above}\n${below}`}>
              {t('{above} is now above {below}', { above, below })}
            </li>
          ))}
        </ul>
      )}
      <DataTable
        caption={t('Scores in points, largest change first')}
        layout="stacked"
        rows={changedModels.slice(0, SHOWN)}
        keyOf={({ model }) => model}
        empty={t('No score changes.')}
        columns={[
          {
            name: t('Model'),
            kind: 'name',
            namesRow: true,
            cell: ({ model, isNew }) => (isNew ? t('{model} (new)', { model }) : model),
          },
          {
            name: t('Before (SE)'),
            kind: 'number',
            cell: ({ before }) => withError(before.score, before.error, 1),
          },
          {
            name: t('After (SE)'),
            kind: 'number',
            cell: ({ after }) => withError(after.score, after.error, 1),
          },
          {
            name: t('Rank'),
            kind: 'number',
            cell: ({ before, after }) =>
              before.rank === after.rank ? after.rank : `${before.rank} → ${after.rank}`,
          },
        ]}
      />
      {pretest.length > 0 && (
        <>
          <h3>{t('Pretest items')}</h3>
          <DataTable
            caption={t('Items that count in no score yet, those first that are ready to count')}
            layout="stacked"
            rows={pretest.slice(0, SHOWN)}
            keyOf={({ item }) => item}
            empty={t('None.')}
            columns={[
              { name: t('Item'), kind: 'name', namesRow: true, cell: ({ item }) => item },
              { name: t('Answers'), kind: 'number', cell: ({ answers }) => count(answers) },
              {
                name: t('Difficulty (SE)'),
                kind: 'number',
                cell: ({ b, seB }) => (b === null ? null : withError(b, seB, 2)),
              },
              { name: t('Ready'), cell: (item) => (item.ready ? t('yes') : t('no')) },
            ]}
          />
          {ready > 0 && (
            <p class="faint">
              {tr(
                '{n, plural, one {To let the one that is ready count} other {To let the # that are ready count}}: {command}',
                {
                  n: ready,
                  command: <code>thetarank calibrate accept {data.calibration} --promote</code>,
                },
              )}
            </p>
          )}
        </>
      )}
      <h3>{t('Proposed retirements')}</h3>
      <DataTable
        caption={t('Items to take out of the bank')}
        layout="stacked"
        rows={retirements}
        keyOf={({ item }) => item}
        empty={t('None.')}
        columns={[
          { name: t('Item'), kind: 'name', namesRow: true, cell: ({ item }) => item },
          { name: t('Why'), cell: ({ reasons }) => <Reasons of={reasons} /> },
        ]}
      />
      {retirements.length > 0 && (
        <p class="faint">
          {tr(
            'Accepting the calibration retires nothing. Decide in the <a>review</a> of the bank.',
            { a: (parts) => <Link to={['banks', bank, 'review']}>{parts}</Link> },
          )}
        </p>
      )}
    </>
  );
}

function ItemTable({
  bank,
  caption,
  empty,
  rows,
}: {
  bank: string;
  caption: string;
  empty: string;
  rows: readonly RefreshItem[];
}) {
  return (
    <>
      <DataTable
        caption={caption}
        layout="stacked"
        rows={rows.slice(0, SHOWN)}
        keyOf={({ item }) => item}
        empty={empty}
        columns={[
          {
            name: t('Item'),
            kind: 'name',
            namesRow: true,
            cell: ({ item }) => <Link to={['banks', bank, 'items', item]}>{item}</Link>,
          },
          { name: t('Old b'), kind: 'number', cell: ({ old }) => fixed(old?.b, 2) },
          { name: t('New b'), kind: 'number', cell: ({ new: now }) => fixed(now?.b, 2) },
          {
            name: t('Harder by (SE)'),
            kind: 'number',
            cell: ({ shift, shiftSe }) => withError(shift, shiftSe, 2),
          },
          {
            name: t('Adjusted p'),
            kind: 'number',
            cell: ({ p }) => pValue(p),
          },
          { name: t('Now'), cell: ({ fate }) => <ServiceWords text={fate} /> },
        ]}
      />
      {rows.length > SHOWN && (
        <p class="faint">
          {tr('{n} more; all: {command}', {
            n: count(rows.length - SHOWN),
            command: <code>thetarank calibrate show</code>,
          })}
        </p>
      )}
    </>
  );
}

function Reasons({ of }: { of: readonly string[] }) {
  return (
    <>
      {of.map((reason, k) => (
        <span key={reason}>
          {k > 0 && '; '}
          <ServiceWords text={reason} />
        </span>
      ))}
    </>
  );
}

function withError(value: number | null, error: number | null, places: number): string {
  if (value === null) return '–';
  return error === null
    ? fixed(value, places)
    : `${fixed(value, places)} (${fixed(error, places)})`;
}

/** `name: value`, each in the reader's language. */
function RefreshFact({ fact }: { fact: string }) {
  const at = fact.indexOf(': ');
  return (
    <>
      <ServiceWords text={fact.slice(0, at)} />
      {t(': ||after a name')}
      <ServiceWords text={fact.slice(at + 2)} />
    </>
  );
}
