import type { SessionDetail } from '../../../api/sessions.ts';
import { moment } from '../../format/time.ts';
import { ServiceWords } from '../../part/service-words.tsx';
import { type Text, t, tr } from '../../words/t.ts';
import { RetryCountdown } from './retry-countdown.tsx';

/** Headings by cause; other causes are those of requests. */
const HEADINGS: Readonly<Record<string, Text>> = {
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
              {tr('<b>{heading}</b> (since {since}): {message} {countdown}{todo}', {
                b: (parts) => <strong>{parts}</strong>,
                heading: t(HEADINGS[trouble.cause] ?? 'Requests to the model fail'),
                since: moment(trouble.since),
                message: <ServiceWords text={trouble.message} />,
                countdown: <RetryCountdown trouble={trouble} />,
                todo: <ServiceWords text={trouble.todo} />,
              })}
            </p>
          ))}
          <p>
            {t(
              'The service goes on by itself. If the last retry of a question fails too, testing stops: the answers are kept, and you can resume.',
            )}
          </p>
        </div>
      )}
    </div>
  );
}
