import type { Leaderboard } from '../../../api/leaderboards.ts';
import { withNote } from '../../format/marks.ts';
import { SearchField } from '../../part/search-field.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { go, setQuery } from '../../router/use-place.ts';
import { choicesOf } from '../../words/choices.ts';
import { type Text, t } from '../../words/t.ts';
import { familiesIn } from './board-rows.ts';
import { TargetField, targetOf } from './target-field.tsx';

const MODELS = [
  { value: '', name: 'tested and recorded' },
  { value: 'tested', name: 'tested here' },
  { value: 'recorded', name: 'recorded' },
  { value: 'people', name: 'people' },
] as const satisfies readonly { value: string; name: Text }[];

/** Filters of a leaderboard, all kept in the address, and the comparison of two chosen models. */
export function BoardFilters({
  board,
  query,
  chosen,
}: {
  board: Leaderboard;
  query: Readonly<Record<string, string>>;
  chosen: readonly string[];
}) {
  const target = targetOf(query.target);
  const families = familiesIn(board.rows);
  return (
    <div class="filters">
      <SearchField
        label={t('Find a name')}
        value={query.search ?? ''}
        options={board.rows.map(({ examinee }) => examinee)}
        onSearch={(search) => setQuery({ search })}
      />
      <SelectField
        label={t('Examinees')}
        value={query.models ?? ''}
        choices={choicesOf(MODELS)}
        onChange={(models) => setQuery({ models })}
      />
      {(families.length > 0 || query.family !== undefined) && (
        <SelectField
          label={t('Family')}
          value={query.family ?? ''}
          choices={[
            { value: '', name: t('all') },
            ...families.map(({ name, count }) => ({
              value: name,
              name: withNote(name, String(count)),
            })),
          ]}
          onChange={(family) => setQuery({ family })}
        />
      )}
      <TargetField target={target} />
      <label class="check wide-only">
        <input
          type="checkbox"
          checked={query.columns === 'all'}
          onChange={(event) => setQuery({ columns: event.currentTarget.checked ? 'all' : null })}
        />
        {t('Ability, answers, cost')}
      </label>
      <button
        type="button"
        class="primary"
        aria-disabled={chosen.length !== 2}
        onClick={() => {
          if (chosen.length === 2)
            go(['compare'], { a: chosen[0], b: chosen[1], board: board.id, target });
        }}
      >
        {t('Compare')}
      </button>
      <span role="status" class="faint">
        {t('{chosen} of 2 chosen to compare', { chosen: chosen.length })}
      </span>
    </div>
  );
}
