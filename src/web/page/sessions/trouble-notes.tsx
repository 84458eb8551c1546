import type { SessionDetail } from '../../../api/sessions.ts';
import { moment } from '../../format/time.ts';
import { RetryCountdown } from './retry-countdown.tsx';

/** Headings by cause; other causes are those of requests. */
const HEADINGS: Readonly<Record<string, string>> = {
  'no-answer': 'The model has not answered yet',
  unreadable: 'No answer could be read so far',
  declined: 'Every answer declines so far',
  refused: 'Every question was refused so far',
};

/** What goes wrong with the requests to the model or with its answers, what to do, and that testing goes on. */
export function TroubleNotes({ session: { troubles } }: { session: SessionDetail }) {
  return (
    // It is there before there is something to say, so that this is read out.
    <div role="status">
      {troubles.length > 0 && (
        <div class="note warn">
          {troubles.map((trouble) => (
            <p key={trouble.cause}>
              <strong>{HEADINGS[trouble.cause] ?? 'Requests to the model fail'}</strong> (since{' '}
              {moment(trouble.since)}): {trouble.message} <RetryCountdown trouble={trouble} />
              {trouble.todo}
            </p>
          ))}
          <p>
            The service goes on by itself. If the last retry of a question fails too, testing stops:
            the answers are kept, and you can resume.
          </p>
        </div>
      )}
    </div>
  );
}
