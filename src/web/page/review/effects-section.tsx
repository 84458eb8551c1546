import { useEffect } from 'preact/hooks';
import type { ReviewChange, ReviewEffects } from '../../../api/review.ts';
import { count, NONE, points } from '../../format/number.ts';
import { Await } from '../../part/await.tsx';
import { DataTable } from '../../part/data-table.tsx';
import { ShortName } from '../../part/short-name.tsx';
import { Link } from '../../router/link.tsx';
import { useResource } from '../../state/use-resource.ts';
import { t, tr } from '../../words/t.ts';
import { effectSentences } from './review-words.ts';

/** Most rows of each table; all are in the reply of the service. */
const MOST = 20;

/** What all decisions together change: recorded answers, the order of the recorded models, and what finished tests answered. */
export function EffectsSection({
  bank,
  path,
  change,
}: {
  bank: string;
  path: string;
  change: ReviewChange | null;
}) {
  const effects = useResource<ReviewEffects>(
    `${path}/effects`,
    {},
    ({ type }) => type === 'review',
  );
  useEffect(() => {
    if (change !== null) effects.reload();
  }, [change]);
  return (
    <section aria-labelledby="effects">
      <h2 id="effects">{t('What the decisions change')}</h2>
      <Await of={effects} what={t('what the decisions change')}>
        {(data) => {
          const sentences = effectSentences(data);
          if (sentences.length === 0)
            return <p class="note">{t('All items are as they were imported.')}</p>;
          return (
            <>
              <p>{t('Compared with the bank as it was imported:')}</p>
              <ul>
                {sentences.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
              <Moves bank={bank} effects={data} />
              <Tests bank={bank} effects={data} />
            </>
          );
        }}
      </Await>
    </section>
  );
}

function Moves({ bank, effects: { ranking } }: { bank: string; effects: ReviewEffects }) {
  if (ranking.length === 0) return null;
  const share = (score: number | null) => (score === null ? NONE : `${points(100 * score)}%`);
  return (
    <>
      <h3>{t('Recorded models')}</h3>
      <DataTable
        caption={t('Recorded models with another score or rank')}
        layout="stacked"
        rows={ranking.slice(0, MOST)}
        keyOf={({ model }) => model}
        columns={[
          { name: t('Model'), kind: 'name', cell: ({ model }) => <ShortName name={model} /> },
          { name: t('Right before'), kind: 'number', cell: ({ before }) => share(before.score) },
          { name: t('Right now'), kind: 'number', cell: ({ after }) => share(after.score) },
          { name: t('Rank before'), kind: 'number', cell: ({ before }) => before.rank ?? NONE },
          { name: t('Rank now'), kind: 'number', cell: ({ after }) => after.rank ?? NONE },
        ]}
      />
      <More bank={bank} all={ranking.length} />
    </>
  );
}

function Tests({ bank, effects: { tests } }: { bank: string; effects: ReviewEffects }) {
  if (tests.length === 0) return null;
  return (
    <>
      <h3>{t('Finished tests')}</h3>
      <p>
        {t(
          'Their results and leaderboards stay as they were. By the keys of now, these answers would count differently:',
        )}
      </p>
      <DataTable
        caption={t('Finished tests with answers that would count differently')}
        layout="stacked"
        rows={tests.slice(0, MOST)}
        keyOf={({ run, session, examinee }) => `${run} ${session} ${examinee}`}
        columns={[
          {
            name: t('Model'),
            kind: 'name',
            cell: ({ session, examinee }) =>
              session === null ? (
                <ShortName name={examinee} />
              ) : (
                <Link to={['sessions', session]}>
                  <ShortName name={examinee} />
                </Link>
              ),
          },
          {
            name: t('Test'),
            cell: ({ run }) => (run === null ? t('session') : t('run {run}', { run })),
          },
          { name: t('Now right'), kind: 'number', cell: ({ toRight }) => count(toRight) },
          { name: t('Now wrong'), kind: 'number', cell: ({ toWrong }) => count(toWrong) },
          { name: t('Letters missing'), kind: 'number', cell: ({ missing }) => count(missing) },
          { name: t('To retired items'), kind: 'number', cell: ({ leftOut }) => count(leftOut) },
        ]}
      />
      <More bank={bank} all={tests.length} />
    </>
  );
}

function More({ bank, all }: { bank: string; all: number }) {
  if (all <= MOST) return null;
  return (
    <p class="faint">
      {tr('And {n} more: {command}', {
        n: count(all - MOST),
        command: <code>thetarank bank review {bank} --json</code>,
      })}
    </p>
  );
}
