import type { Job } from '../../../api/jobs.ts';
import { count } from '../../format/number.ts';
import { duration } from '../../format/time.ts';
import { Badge } from '../../part/badge.tsx';
import { ServiceWords } from '../../part/service-words.tsx';
import { Link } from '../../router/link.tsx';
import { t } from '../../words/t.ts';
import { ImportOutcome } from './import-outcome.tsx';
import { jobNotes, jobOutcome } from './job-outcome.ts';
import { jobTone, STATE_WORDS } from './job-words.ts';

/** How far a job is, in words and as a bar; what came of it, or why it failed. */
export function JobProgress({ job }: { job: Job }) {
  const outcome = jobOutcome(job);
  const { runner, state, done, total, doing, secondsLeft, error, title } = job;
  return (
    <>
      <Badge tone={jobTone(state)}>{t(STATE_WORDS[state])}</Badge>{' '}
      {state === 'running' && (
        <>
          <span class="number">
            <ServiceWords text={doing} />{' '}
            {[
              total === null
                ? count(done)
                : t('{part} of {whole}', { part: count(done), whole: count(total) }),
              ...(secondsLeft === null ? [] : [t('{time} left', { time: duration(secondsLeft) })]),
              ...(runner === null ? [] : [t('on {runner}', { runner })]),
            ].join(t(', ||between parts'))}
          </span>
          {/* Without a value the browser shows that work is in progress. */}
          <progress
            aria-label={t('Progress of {name}', { name: title })}
            {...(total === null ? {} : { value: done, max: total })}
          />
        </>
      )}
      {outcome !== null && <Link to={outcome.path}>{outcome.text}</Link>}
      <ImportOutcome job={job} />
      {jobNotes(job).map((note) => (
        <p key={note}>
          <ServiceWords text={note} />
        </p>
      ))}
      {error !== null && <ServiceWords text={error.detail} />}
    </>
  );
}
