import type { RefreshItem, RefreshView } from '../../../api/refreshes.ts';
import { count, fixed, pValue } from '../../format/number.ts';
import { counted } from '../../format/words.ts';
import { Await } from '../../part/await.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { Facts } from '../../part/facts.tsx';
import { Link } from '../../router/link.tsx';
import { useResource } from '../../state/use-resource.ts';
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
      <h2 id="changes">What calibration {calibration} changes</h2>
      <Await of={view} what="the changes">
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
            name: 'Drifted items',
            value: `${count(data.driftedItems)} of ${count(data.items)}`,
            main: true,
          },
          { name: 'Models', value: count(data.models), main: true },
          {
            name: 'Pairs that clearly change their order',
            value: count(ranking.clear),
            main: true,
          },
          ...(data.saturated > 0
            ? [{ name: 'Saturated items (every new model is right)', value: count(data.saturated) }]
            : []),
          ...(data.unsolved > 0
            ? [{ name: 'Items that no new model has right', value: count(data.unsolved) }]
            : []),
          { name: 'Compared with', value: `calibration ${data.refreshed}` },
        ]}
      />
      {warnings.map((warning) => (
        <p key={warning} class="note warn">
          {warning}
        </p>
      ))}
      <details>
        <summary>How it was made</summary>
        <ul>
          {data.facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </details>
      <DifficultyScatter of={data.difficulties} />
      <h3>Drifted items</h3>
      <ItemTable
        bank={bank}
        caption="Items that new models do not answer as before"
        empty="No item has drifted."
        rows={drifted}
      />
      <h3>Changed items</h3>
      <ItemTable
        bank={bank}
        caption="Items with other parameters, largest change first"
        empty="No item changes."
        rows={changed}
      />
      <h3>Models</h3>
      <p>
        {counted(ranking.swapped, 'pair')} of {count(ranking.pairs)} change their order,{' '}
        {count(ranking.clear)} of them clearly (both differences exceed 1.96 standard errors).
      </p>
      {ranking.swaps.length > 0 && (
        <ul>
          {ranking.swaps.slice(0, SHOWN).map(({ above, below }) => (
            <li key={`${above}\n${below}`}>
              {above} is now above {below}
            </li>
          ))}
        </ul>
      )}
      <DataTable
        caption="Scores in points, largest change first"
        layout="stacked"
        rows={changedModels.slice(0, SHOWN)}
        keyOf={({ model }) => model}
        empty="No score changes."
        columns={[
          {
            name: 'Model',
            kind: 'name',
            namesRow: true,
            cell: ({ model, isNew }) => `${model}${isNew ? ' (new)' : ''}`,
          },
          {
            name: 'Before (SE)',
            kind: 'number',
            cell: ({ before }) => withError(before.score, before.error, 1),
          },
          {
            name: 'After (SE)',
            kind: 'number',
            cell: ({ after }) => withError(after.score, after.error, 1),
          },
          {
            name: 'Rank',
            kind: 'number',
            cell: ({ before, after }) =>
              before.rank === after.rank ? after.rank : `${before.rank} → ${after.rank}`,
          },
        ]}
      />
      {pretest.length > 0 && (
        <>
          <h3>Pretest items</h3>
          <DataTable
            caption="Items that count in no score yet, those first that are ready to count"
            layout="stacked"
            rows={pretest.slice(0, SHOWN)}
            keyOf={({ item }) => item}
            empty="None."
            columns={[
              { name: 'Item', kind: 'name', namesRow: true, cell: ({ item }) => item },
              { name: 'Answers', kind: 'number', cell: ({ answers }) => count(answers) },
              {
                name: 'Difficulty (SE)',
                kind: 'number',
                cell: ({ b, seB }) => (b === null ? null : withError(b, seB, 2)),
              },
              { name: 'Ready', cell: (item) => (item.ready ? 'yes' : 'no') },
            ]}
          />
          {ready > 0 && (
            <p class="faint">
              To let {ready === 1 ? 'the one that is ready' : `the ${count(ready)} that are ready`}{' '}
              count: <code>thetarank calibrate accept {data.calibration} --promote</code>
            </p>
          )}
        </>
      )}
      <h3>Proposed retirements</h3>
      <DataTable
        caption="Items to take out of the bank"
        layout="stacked"
        rows={retirements}
        keyOf={({ item }) => item}
        empty="None."
        columns={[
          { name: 'Item', kind: 'name', namesRow: true, cell: ({ item }) => item },
          { name: 'Why', cell: ({ reasons }) => reasons.join('; ') },
        ]}
      />
      {retirements.length > 0 && (
        <p class="faint">
          Accepting the calibration retires nothing. Decide in the{' '}
          <Link to={['banks', bank, 'review']}>review</Link> of the bank.
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
            name: 'Item',
            kind: 'name',
            namesRow: true,
            cell: ({ item }) => <Link to={['banks', bank, 'items', item]}>{item}</Link>,
          },
          { name: 'Old b', kind: 'number', cell: ({ old }) => fixed(old?.b, 2) },
          { name: 'New b', kind: 'number', cell: ({ new: now }) => fixed(now?.b, 2) },
          {
            name: 'Harder by (SE)',
            kind: 'number',
            cell: ({ shift, shiftSe }) => withError(shift, shiftSe, 2),
          },
          {
            name: 'Adjusted p',
            kind: 'number',
            cell: ({ p }) => pValue(p),
          },
          { name: 'Now', cell: ({ fate }) => fate },
        ]}
      />
      {rows.length > SHOWN && (
        <p class="faint">
          {count(rows.length - SHOWN)} more; all: <code>thetarank calibrate show</code>
        </p>
      )}
    </>
  );
}

function withError(value: number | null, error: number | null, places: number): string {
  if (value === null) return '–';
  return error === null
    ? fixed(value, places)
    : `${fixed(value, places)} (${fixed(error, places)})`;
}
