import type { Access } from '../access/access.ts';
import type { RaterProgress } from './rating-store.ts';

/** How far raters are, of all panels or one. */
export async function raterProgress(access: Access, panel?: string): Promise<RaterProgress[]> {
  const [assigned, rated] = await access.read(async (db) => {
    const assignments = db
      .selectFrom('rating_assignments')
      .select(({ fn }) => ['panel', 'rater', fn.countAll().as('answers')])
      .groupBy(['panel', 'rater'])
      .orderBy('panel')
      .orderBy('rater');
    const ratings = db
      .selectFrom('ratings')
      .select(({ fn }) => ['panel', 'rater', fn.max('at').as('last')])
      .select(({ fn }) => fn.count('answer').distinct().as('answers'))
      .groupBy(['panel', 'rater']);
    if (panel === undefined) return [await assignments.execute(), await ratings.execute()] as const;
    return [
      await assignments.where('panel', '=', panel).execute(),
      await ratings.where('panel', '=', panel).execute(),
    ] as const;
  });
  const done = new Map(rated.map((row) => [JSON.stringify([row.panel, row.rater]), row]));
  return assigned.map(({ panel: of, rater, answers }) => {
    const own = done.get(JSON.stringify([of, rater]));
    return {
      ...{ panel: of, rater, assigned: Number(answers) },
      ...{ rated: Number(own?.answers ?? 0), lastAt: own?.last ?? null },
    };
  });
}
