import type { Pending } from '../../../api/sessions.ts';
import type { Moved } from '../../api/live.ts';
import { Await } from '../../part/await.tsx';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';

/** The items that wait for an answer now. */
export function InFlight({
  path,
  concerns,
}: {
  path: string;
  concerns: (event: Moved) => boolean;
}) {
  const pending = useResource<Pending>(`${path}/items`, {}, concerns);
  return (
    <section aria-labelledby="in-flight">
      <h2 id="in-flight">{t('In flight')}</h2>
      <p class="faint">{t('Items that were asked and are not answered yet.')}</p>
      <Await of={pending} what={t('items in flight')}>
        {({ items }) =>
          items.length === 0 ? (
            <p>{t('None.')}</p>
          ) : (
            <ul>
              {items.map(({ item, place }) => (
                <li key={place}>
                  <span class="number">{place}</span>: <code>{item}</code>
                </li>
              ))}
            </ul>
          )
        }
      </Await>
    </section>
  );
}
