import { useState } from 'preact/hooks';
import type { Leaderboard } from '../../../api/leaderboards.ts';
import { moment } from '../../format/time.ts';
import { Await } from '../../part/await.tsx';
import { DownloadButton } from '../../part/download-button.tsx';
import { Facts } from '../../part/facts.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { Link } from '../../router/link.tsx';
import { setQuery } from '../../router/use-place.ts';
import type { PageProps } from '../../shell/page.tsx';
import { mayAdminister, useMe } from '../../state/me-context.ts';
import { useResource } from '../../state/use-resource.ts';
import { currentLanguage, t, tr } from '../../words/t.ts';
import { strategyName } from '../sessions/session-words.ts';
import { BeatsTable } from './beats-table.tsx';
import { boardFacts } from './board-facts.ts';
import { BoardFilters } from './board-filters.tsx';
import { boardRows } from './board-rows.ts';
import { EntryTable } from './entry-table.tsx';
import { ModelsApart } from './models-apart.tsx';
import { PeopleLine } from './people-line.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { TagScoresTable } from './tag-scores-table.tsx';
import { TARGET_LEADS, TARGET_NAMES, targetOf } from './target-field.tsx';

/** One leaderboard: the rows with their intervals, who beats whom, scores by tag. All choices are in the address. */
export function LeaderboardPage({ params, query }: PageProps) {
  const { id } = params;
  const target = targetOf(query.target);
  const path = `/v1/leaderboards/${encodeURIComponent(id)}`;
  const board = useResource<Leaderboard>(
    path,
    { target },
    (event) => event.type === 'leaderboard' && event.leaderboard === id,
  );
  const me = useMe();
  const [sharing, setSharing] = useState(false);
  const chosen = [query.a, query.b].filter((one) => one !== undefined);
  const choose = (session: string) => {
    const [a = null, b = null] = chosen.includes(session)
      ? chosen.filter((one) => one !== session)
      : [...chosen, session].slice(-2);
    setQuery({ a, b });
  };
  return (
    <>
      <PageHead
        title={
          board.data === null
            ? t('Leaderboard')
            : t('Leaderboard of {bank}', { bank: board.data.bank })
        }
        lead={[
          t(
            'The score is the percentage of the whole bank that an examinee has right, predicted from the test.',
          ),
          t(TARGET_LEADS[target]),
          t('Those whose intervals overlap a lot cannot be distinguished.'),
        ].join(t(' ||between sentences'))}
        crumb={<Link to={['leaderboards']}>{t('Leaderboards')}</Link>}
      >
        {(['csv', 'html', 'svg'] as const).map((format) => (
          <DownloadButton
            key={format}
            name={t('Save as {format}', { format: format.toUpperCase() })}
            path={`${path}/export`}
            query={{ format, target, language: currentLanguage() }}
          />
        ))}
        {mayAdminister(me) && board.data !== null && (
          <button type="button" onClick={() => setSharing(true)}>
            {t('Share')}
          </button>
        )}
      </PageHead>
      {sharing && board.data !== null && (
        <ShareDialog
          board={board.data}
          recorded={query.models !== 'tested'}
          onClose={() => setSharing(false)}
        />
      )}
      <Await of={board} what={t('the leaderboard')}>
        {(data) => {
          const rows = boardRows(data.rows, query);
          return (
            <>
              {data.changedItems > 0 && (
                <div class="note warn">
                  <p>
                    {tr(
                      'The review of this bank has changed {n, plural, one {# item} other {# items}} since these tests: another key, retired, or used again. This leaderboard shows the results as they were. <a>See what the decisions mean for these answers</a>',
                      {
                        n: data.changedItems,
                        a: (parts) => <Link to={['banks', data.bank, 'review']}>{parts}</Link>,
                      },
                    )}
                  </p>
                </div>
              )}
              {(data.simulated || data.standIns.length > 0) && (
                <div class="note warn">
                  <p>
                    {data.simulated
                      ? t('SIMULATED: the recorded models have simulated answers.')
                      : t(
                          'SIMULATED: the recorded answers of {models} come from the stand-in, which no model is behind.',
                          { models: data.standIns.join(', ') },
                        )}
                  </p>
                </div>
              )}
              <BoardFilters board={data} query={query} chosen={chosen} />
              <PeopleLine {...data} />
              <EntryTable
                reference={data.humans?.accuracy ?? null}
                rows={rows}
                all={data.rows}
                chosen={chosen}
                extra={query.columns === 'all'}
                sorting={{
                  by: query.sort ?? 'rank',
                  descending: query.descending === 'true',
                  onSort: (sort, descending) =>
                    setQuery({
                      sort: sort === 'rank' ? null : sort,
                      descending: descending ? 'true' : null,
                    }),
                }}
                onChoose={choose}
              />
              <ModelsApart apart={data.apart} />
              <BeatsTable rows={rows} beats={data.beats} target={data.target} />
              <TagScoresTable {...data} />
              <AboutScores board={data} />
            </>
          );
        }}
      </Await>
    </>
  );
}

/** Which scores these are: all that must be the same for scores to be compared. */
function AboutScores({ board }: { board: Leaderboard }) {
  return (
    <section aria-labelledby="about">
      <h2 id="about">{t('About these scores')}</h2>
      <p class="faint">
        {t(
          'The 90% interval contains the score in 9 of 10 tests. If it is marked as unverified, it does in 7 or 8 of 10 tests of models, and in fewer of people. All scores were measured with the same bank, calibration, strategy and prompt.',
        )}
      </p>
      {board.rows.some(({ person }) => person) && (
        <p class="note">
          {t(
            'People stand beside models here. Difficulties were learned from models, so people as a group may stand too high or too low, unless their questions were drawn at random or as a representative form. They may have had a time limit and breaks. Questions that they skipped do not count as wrong. Of people only intervals that follow from such a draw are verified.',
          )}
        </p>
      )}
      {board.formsDiffer && (
        <p class="note warn">
          {t(
            'Forms differ: some of these tests had chosen questions, and their scores depend on which these are. Others had a drawn form or other chosen questions. Differences between them may come from the forms.',
          )}
        </p>
      )}
      <Facts
        of={[
          { name: t('Bank'), value: <Link to={['banks', board.bank]}>{board.bank}</Link> },
          { name: t('Ordered by'), value: t(TARGET_NAMES[board.target]) },
          { name: t('Strategy'), value: strategyName(board.strategy) },
          ...boardFacts(board),
          { name: t('Tested here'), value: board.entries },
          { name: t('Recorded models'), value: board.recorded },
          { name: t('Newest result'), value: moment(board.newestAt) },
          { name: t('Bank version'), value: <code>{board.bankVersion.slice(0, 12)}</code> },
          {
            name: t('Calibration version'),
            value: <code>{board.calibrationVersion.slice(0, 12)}</code>,
          },
        ]}
      />
    </section>
  );
}
