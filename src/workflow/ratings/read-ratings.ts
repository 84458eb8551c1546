import { fail } from '../../errors.ts';
import { nearestNames } from '../../nearest.ts';
import type { StoredPanel } from '../../store/panels/panels.ts';
import type { Store } from '../../store/store.ts';
import type { PanelRatings } from './grade-table.ts';
import { configurationOf } from './rating-panel.ts';

/** A rating panel by its id. @throws NAME_UNKNOWN */
export async function ratingPanel(store: Pick<Store, 'panels'>, id: string): Promise<StoredPanel> {
  const found = await store.panels.get(id);
  if (found?.kind === 'rating') return found;
  const ids = (await store.panels.list('rating')).map((panel) => panel.id);
  return fail('NAME_UNKNOWN', {
    ...{ kind: 'rating panel', name: id, nearest: nearestNames(id, ids) },
    list: 'thetarank ratings list',
  });
}

/** What a report of a panel is computed from. */
export async function readRatings(
  store: Pick<Store, 'ratings'>,
  panel: StoredPanel,
): Promise<PanelRatings> {
  const { rubrics } = configurationOf(panel);
  return {
    aspects: rubrics[0].aspects.map(({ name, low, high }) => ({ name, low, high })),
    answers: await store.ratings.answers(panel.id),
    assignments: await store.ratings.assignments(panel.id),
    ratings: await store.ratings.latest(panel.id),
  };
}
