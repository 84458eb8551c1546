import type { RunOutput } from '../../run/run-record.ts';
import type { Access } from '../access/access.ts';
import { BATCH, batches } from '../access/batches.ts';

/** Outputs can be long: few at a time. */
const PAGE = 200;

/** What examinees said at some places of a run: each page goes by the primary key, and reads nothing else. */
export async function* outputsAt(
  { read }: Access,
  run: number,
  placesOf: ReadonlyMap<string, readonly number[]>,
): AsyncGenerator<RunOutput> {
  for (const names of batches([...placesOf.keys()], BATCH)) {
    const examinees = await read((db) =>
      db.selectFrom('examinees').select(['id', 'name']).where('name', 'in', names).execute(),
    );
    for (const { id, name } of examinees)
      for (const places of batches([...new Set(placesOf.get(name)!)], PAGE)) {
        const rows = await read((db) =>
          db
            .selectFrom('answers')
            .select(['place', 'output'])
            .where('run', '=', run)
            .where('examinee', '=', id)
            .where('place', 'in', places)
            .execute(),
        );
        for (const { place, output } of rows) yield { examinee: name, place, output };
      }
  }
}
