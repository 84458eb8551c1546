import type { z } from 'zod';
import type { ItemRow, itemPage } from '../../../api/banks.ts';
import { Await } from '../../part/await.tsx';
import { Pager } from '../../part/pager.tsx';
import { SearchField } from '../../part/search-field.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { setQuery } from '../../router/use-place.ts';
import { useCalibrating } from '../../state/use-calibrating.ts';
import { usePages } from '../../state/use-pages.ts';
import { t } from '../../words/t.ts';
import { CalibratingNote } from './calibrating-note.tsx';
import { FLAG_WORDS } from './flag-words.ts';
import { ItemTable } from './item-table.tsx';
import { ParametersField } from './parameters-field.tsx';
import { ParametersNote } from './parameters-note.tsx';

const SIZE = 50;

/** The items of a bank: searched, filtered and sorted by what stands in the address. */
export function ItemBrowser({
  bank,
  query,
}: {
  bank: string;
  query: Readonly<Record<string, string>>;
}) {
  const { search = '', tag = '', flag = '', sort = 'position', calibration } = query;
  const descending = query.descending === 'true';
  const pages = usePages<z.output<typeof itemPage>>(`/v1/banks/${encodeURIComponent(bank)}/items`, {
    search,
    tag,
    flag,
    sort,
    calibration,
    ...(descending ? { descending } : {}),
    limit: SIZE,
  });
  useCalibrating(pages.resource);
  return (
    <section aria-labelledby="items">
      <h2 id="items">{t('Items')}</h2>
      <div class="filters">
        <SearchField
          label={t('Find items')}
          value={search}
          onSearch={(search) => setQuery({ search })}
        />
        <SearchField
          label={t('Tag, as name=value')}
          value={tag}
          options={tagOptions(pages.resource.data?.items ?? [])}
          onSearch={(tag) => setQuery({ tag })}
        />
        <SelectField
          label={t('Flag')}
          value={flag}
          choices={[
            { value: '', name: t('all items') },
            ...Object.entries(FLAG_WORDS).map(([value, { name }]) => ({ value, name: t(name) })),
          ]}
          onChange={(flag) => setQuery({ flag })}
        />
        <ParametersField bank={bank} value={calibration ?? ''} />
      </div>
      <Await of={pages.resource} what={t('items')}>
        {({ items, total, next, calibrating, parametersFrom }) => (
          <>
            <CalibratingNote shown={calibrating} />
            <ParametersNote from={parametersFrom} />
            <ItemTable
              bank={bank}
              rows={items}
              calibration={calibration}
              sorting={{
                by: sort,
                descending,
                onSort: (sort, descending) =>
                  setQuery({ sort, descending: descending ? 'true' : null }),
              }}
            />
            <Pager shown={items.length} total={total} next={next} {...pages.steps} />
          </>
        )}
      </Await>
    </section>
  );
}

/** The tag values of these items, as the filter takes them. */
function tagOptions(items: readonly ItemRow[]): string[] {
  const all = items.flatMap(({ tags }) =>
    Object.entries(tags).map(([name, value]) => `${name}=${value}`),
  );
  return [...new Set(all)].sort();
}
