import type { Job } from '../../../api/jobs.ts';
import { ServiceWords } from '../../part/service-words.tsx';
import { Link } from '../../router/link.tsx';
import { t, tr } from '../../words/t.ts';
import { importedRecords, nextStep, recordWords } from './job-outcome.ts';

/** What became of the records of an import, the first rejected ones, and what to do next. */
export function ImportOutcome({ job }: { job: Job }) {
  const records = importedRecords(job);
  const next = nextStep(job);
  return (
    <>
      {records !== null && <p>{recordWords(records)}</p>}
      {records !== null && records.rejected > 0 && (
        <details>
          <summary>
            {records.first.length < records.rejected
              ? t(
                  'The first {first} of {n, plural, one {# rejected record} other {# rejected records}}',
                  {
                    first: records.first.length,
                    n: records.rejected,
                  },
                )
              : t('{n, plural, one {# rejected record} other {# rejected records}}', {
                  n: records.rejected,
                })}
          </summary>
          <ul>
            {records.first.map(({ where, reason }) => (
              <li key={`${where} ${reason}`}>
                {where}: <ServiceWords text={reason} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {next !== null && (
        <p>
          {tr('Next: {next}, or go back to <a>Start here</a>.', {
            next: (
              <Link to={next.to} query={next.query}>
                {next.name}
              </Link>
            ),
            a: (parts) => <Link to={['start']}>{parts}</Link>,
          })}
        </p>
      )}
    </>
  );
}
