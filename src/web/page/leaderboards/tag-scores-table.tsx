import { useState } from 'preact/hooks';
import type { Leaderboard, LeaderboardEntry } from '../../../api/leaderboards.ts';
import { wordsOf } from '../../../tag-words.ts';
import { interval, points } from '../../format/number.ts';
import { DataTable } from '../../part/data-table.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { ShortName } from '../../part/short-name.tsx';
import { t } from '../../words/t.ts';
import { PersonMark } from './entry-marks.tsx';
import { examineeColumn } from './entry-words.ts';
import { TARGET_NAMES } from './target-field.tsx';

/** An examinee, or people if it has no entry. */
interface TagRow {
  readonly entry: LeaderboardEntry | null;
  readonly scores: Leaderboard['tags'][string][string];
}

/** Scores by the values of one tag, a row per examinee. */
export function TagScoresTable({
  tags,
  rows: entries,
  target,
  tagWords,
  humans,
}: Pick<Leaderboard, 'tags' | 'rows' | 'target' | 'tagWords' | 'humans'>) {
  const names = [...new Set(Object.values(tags).flatMap((scores) => Object.keys(scores)))];
  const [name, setName] = useState(names[0] ?? '');
  const tag = names.includes(name) ? name : (names[0] ?? '');
  if (names.length === 0) return null;
  const rows: TagRow[] = entries.flatMap((entry) => {
    const scores = tags[entry.id]?.[tag];
    return scores === undefined ? [] : [{ entry, scores }];
  });
  const people = humans?.tags[tag] ?? null;
  const found = [...new Set(rows.flatMap(({ scores }) => Object.keys(scores)))].sort();
  const words = wordsOf(tagWords, tag, found);
  return (
    <section aria-labelledby="by-tag">
      <h2 id="by-tag">{t('Scores by tag')}</h2>
      <p class="faint">
        {t(
          'The predicted score on the items with each tag value. Its 90% interval is of the {target}. A question mark marks an interval that could not be checked.',
          { target: t(TARGET_NAMES[target]) },
        )}
      </p>
      {names.length > 1 && (
        <div class="filters">
          <SelectField
            label={t('Tag')}
            value={tag}
            choices={names.map((value) => ({ value, name: wordsOf(tagWords, value, []).name }))}
            onChange={setName}
          />
        </div>
      )}
      <DataTable
        caption={t('Scores by {name}', { name: words.name })}
        layout="stacked"
        rows={people === null ? rows : [...rows, { entry: null, scores: {} }]}
        keyOf={({ entry }) => entry?.id ?? ' people'}
        empty={t('No scores by tag.')}
        columns={[
          {
            name: examineeColumn(entries),
            cell: ({ entry }) =>
              entry === null ? (
                <em>{t('People')}</em>
              ) : (
                <>
                  <ShortName name={entry.examinee} /> <PersonMark entry={entry} />
                </>
              ),
          },
          ...words.values.map(({ value, name }) => ({
            name,
            kind: 'number' as const,
            cell: ({ entry, scores }: TagRow) => {
              if (entry === null) return <PeopleScore of={people?.[value]} />;
              const score = scores[value];
              if (score === undefined) return '–';
              return (
                <>
                  {points(score.score)}
                  {score.verified ? '' : ' ?'}{' '}
                  <span class="faint">{interval(score.low, score.high)}</span>
                </>
              );
            },
          })),
        ]}
      />
    </section>
  );
}

/** People on the items with a value. */
function PeopleScore({
  of,
}: {
  of: NonNullable<Leaderboard['humans']>['tags'][string][string] | undefined;
}) {
  if (of === undefined) return <>–</>;
  return (
    <>
      {points(of.accuracy)} <span class="faint">{interval(of.low, of.high)}</span>
    </>
  );
}
