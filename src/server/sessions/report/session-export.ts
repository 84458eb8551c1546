import { toCsv } from '../../../files/write/write.ts';
import type { RawReply } from '../../route.ts';
import type { SessionExport } from '../session-service.ts';

const COLUMNS = ['place', 'item', 'score', 'at', 'a', 'b', 'c'] as const;
const ESTIMATES = ['ability', 'se', 'predicted', 'low', 'high', 'verified'] as const;

/** A session as a file: all of it, or a row an item. */
export function exportFile(
  all: Pick<SessionExport, 'session' | 'trace'>,
  format: 'json' | 'csv',
): RawReply {
  const name = `session-${all.session.id}`;
  if (format === 'json')
    return {
      type: 'application/json',
      body: `${JSON.stringify({ format: 'thetarank-service-session', version: 1, ...all }, null, 2)}\n`,
      file: `${name}.json`,
    };
  const { places } = all.trace;
  const marks = places.some(({ pretest }) => pretest === true) ? (['pretest'] as const) : [];
  const tags = [...new Set(places.flatMap((place) => Object.keys(place.tags)))];
  return {
    type: 'text/csv',
    body: toCsv(
      [...COLUMNS, ...ESTIMATES, ...marks, ...tags.map((tag) => `tag:${tag}`)],
      places.map((place) => [
        ...[...COLUMNS, ...ESTIMATES, ...marks].map((column) => place[column]),
        ...tags.map((tag) => place.tags[tag] ?? null),
      ]),
    ),
    file: `${name}.csv`,
  };
}
