import type { Job } from '../../../api/jobs.ts';
import { counted } from '../../format/words.ts';
import { Link } from '../../router/link.tsx';
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
              ? `The first ${records.first.length} of ${counted(records.rejected, 'rejected record')}`
              : counted(records.rejected, 'rejected record')}
          </summary>
          <ul>
            {records.first.map(({ where, reason }) => (
              <li key={`${where} ${reason}`}>
                {where}: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
      {next !== null && (
        <p>
          Next:{' '}
          <Link to={next.to} query={next.query}>
            {next.name}
          </Link>
          , or go back to <Link to={['start']}>Start here</Link>.
        </p>
      )}
    </>
  );
}
