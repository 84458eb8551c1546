import type { Job } from '../../../api/jobs.ts';
import { count } from '../../format/number.ts';
import { duration } from '../../format/time.ts';
import { Badge } from '../../part/badge.tsx';
import { Link } from '../../router/link.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { jobOutcome } from './job-outcome.ts';
import { jobTone } from './job-words.ts';

/** How far a job is, in words and as a bar; what came of it, or why it failed. */
export function JobProgress({ job }: { job: Job }) {
  const outcome = jobOutcome(job);
  const { runner, state, done, total, doing, secondsLeft, error, title } = job;
  return (
    <>
      <Badge tone={jobTone(state)}>{state}</Badge>{' '}
      {state === 'running' && (
        <>
          <span class="number">
            {doing} {total === null ? count(done) : `${count(done)} of ${count(total)}`}
            {secondsLeft !== null && `, ${duration(secondsLeft)} left`}
            {runner !== null && `, on ${runner}`}
          </span>
          {/* Without a value the browser shows that work is in progress. */}
          <progress
            aria-label={`Progress of ${title}`}
            {...(total === null ? {} : { value: done, max: total })}
          />
        </>
      )}
      {outcome !== null && <Link to={outcome.path}>{outcome.text}</Link>}
      <ImportOutcome job={job} />
      {error !== null && <span>{error.detail}</span>}
    </>
  );
}
