import { useState } from 'preact/hooks';
import type { Leaderboard } from '../../../api/leaderboards.ts';
import { moment } from '../../format/time.ts';
import { Await } from '../../part/await.tsx';
import { DownloadButton } from '../../part/download-button.tsx';
import { Facts } from '../../part/facts.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { SearchField } from '../../part/search-field.tsx';
import { Link } from '../../router/link.tsx';
import { go, setQuery } from '../../router/use-place.ts';
import type { PageProps } from '../../shell/page.tsx';
import { useResource } from '../../state/use-resource.ts';
import { BeatsTable } from './beats-table.tsx';
import { boardFacts } from './board-facts.ts';
import { EntryTable } from './entry-table.tsx';
import { filterRows } from './entry-words.ts';
import { ModelsApart } from './models-apart.tsx';
import { TagScoresTable } from './tag-scores-table.tsx';
import { TARGET_LEADS, TARGET_NAMES, TargetField, targetOf } from './target-field.tsx';

/** One leaderboard: the rows with their intervals, who beats whom, scores by tag. */
export function LeaderboardPage({ params, query }: PageProps) {
  const { id } = params;
  const recorded = query.recorded !== 'no';
  const target = targetOf(query.target);
  const path = `/v1/leaderboards/${encodeURIComponent(id)}`;
  const board = useResource<Leaderboard>(
    path,
    { recorded, target },
    (event) => event.type === 'leaderboard' && event.leaderboard === id,
  );
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choose = (session: string) =>
    setChosen((old) =>
      old.includes(session) ? old.filter((one) => one !== session) : [...old, session].slice(-2),
    );
  return (
    <>
      <PageHead
        title={board.data === null ? 'Leaderboard' : `Leaderboard of ${board.data.bank}`}
        lead={`The score is the share of the whole bank that a model has right, in percent, predicted from its test. ${TARGET_LEADS[target]} The bar is the 90% interval: it contains the score in 9 of 10 tests, or in 7 or 8 of 10 if it is marked as unverified. Models whose bars overlap a lot cannot be distinguished.`}
        crumb={<Link to={['leaderboards']}>Leaderboards</Link>}
      >
        <DownloadButton
          name="Save as CSV"
          path={`${path}/export`}
          query={{ format: 'csv', recorded, target }}
          file={`leaderboard-${id.slice(0, 20)}.csv`}
        />
      </PageHead>
      <Await of={board} what="the leaderboard">
        {(data) => (
          <>
            <Facts
              of={[
                { name: 'Bank', value: <Link to={['banks', data.bank]}>{data.bank}</Link> },
                { name: 'Ordered by', value: TARGET_NAMES[data.target], main: true },
                { name: 'Strategy', value: data.strategy },
                ...boardFacts(data),
                { name: 'Tested here', value: data.entries },
                { name: 'Recorded models', value: data.recorded },
                { name: 'Newest result', value: moment(data.newestAt) },
                { name: 'Bank version', value: <code>{data.bankVersion.slice(0, 12)}</code> },
                {
                  name: 'Calibration version',
                  value: <code>{data.calibrationVersion.slice(0, 12)}</code>,
                },
              ]}
            />
            <div class="filters">
              <SearchField
                label="Find a model"
                value={query.search ?? ''}
                onSearch={(search) => setQuery({ search })}
              />
              <TargetField target={target} />
              <label class="check">
                <input
                  type="checkbox"
                  checked={recorded}
                  onChange={(event) =>
                    setQuery({ recorded: event.currentTarget.checked ? null : 'no' })
                  }
                />
                With recorded models
              </label>
              <button
                type="button"
                class="primary"
                aria-disabled={chosen.length !== 2}
                onClick={() => {
                  if (chosen.length === 2)
                    go(['compare'], { a: chosen[0], b: chosen[1], board: id, target });
                }}
              >
                Compare
              </button>
              <span role="status" class="faint">
                {chosen.length} of 2 chosen to compare
              </span>
            </div>
            <EntryTable
              rows={filterRows(data.rows, query.search ?? '')}
              all={data.rows}
              chosen={chosen}
              onChoose={choose}
            />
            <ModelsApart apart={data.apart} />
            <BeatsTable
              rows={filterRows(data.rows, query.search ?? '')}
              beats={data.beats}
              target={data.target}
            />
            <TagScoresTable tags={data.tags} />
          </>
        )}
      </Await>
    </>
  );
}
