import type { StoredPanel } from '../../store/panels/panels.ts';
import type { Store } from '../../store/store.ts';
import { asWriting } from '../writing/writing-panel.ts';

/** The names that keys of a panel may have; null where anybody may be an expert. */
export async function panelExperts(
  store: Pick<Store, 'ratings'>,
  panel: StoredPanel,
): Promise<readonly string[] | null> {
  switch (panel.kind) {
    case 'rating':
      return (await store.ratings.progress(panel.id)).map(({ rater }) => rater);
    case 'writing':
      return asWriting(panel).configuration.experts;
    case 'annotation':
      return null;
  }
}
