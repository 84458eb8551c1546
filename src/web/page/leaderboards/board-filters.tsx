import type { Leaderboard } from '../../../api/leaderboards.ts';
import { SearchField } from '../../part/search-field.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { go, setQuery } from '../../router/use-place.ts';
import { familiesIn } from './board-rows.ts';
import { TargetField, targetOf } from './target-field.tsx';

const MODELS = [
  { value: '', name: 'tested and recorded' },
  { value: 'tested', name: 'tested here' },
  { value: 'recorded', name: 'recorded' },
  { value: 'people', name: 'people' },
];

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
        label="Find a model"
        value={query.search ?? ''}
        options={board.rows.map(({ examinee }) => examinee)}
        onSearch={(search) => setQuery({ search })}
      />
      <SelectField
        label="Models"
        value={query.models ?? ''}
        choices={MODELS}
        onChange={(models) => setQuery({ models })}
      />
      {(families.length > 0 || query.family !== undefined) && (
        <SelectField
          label="Family"
          value={query.family ?? ''}
          choices={[
            { value: '', name: 'all' },
            ...families.map(({ name, count }) => ({ value: name, name: `${name} (${count})` })),
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
        Ability, answers, cost
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
        Compare
      </button>
      <span role="status" class="faint">
        {chosen.length} of 2 chosen to compare
      </span>
    </div>
  );
}
