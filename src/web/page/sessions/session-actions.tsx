import type { SessionSummary } from '../../../api/sessions.ts';
import { write } from '../../api/client.ts';
import { ConfirmButton } from '../../part/confirm-button.tsx';

/** Pause, resume, end: each after a question. */
export function SessionActions({
  session: { state, examinee, model },
  path,
  reload,
}: {
  session: SessionSummary;
  path: string;
  reload: () => void;
}) {
  const act = (verb: string) => async () => {
    await write('POST', `${path}/${verb}`);
    reload();
  };
  return (
    <>
      {state === 'open' && (
        <ConfirmButton name="Pause" question={`Pause the test of ${examinee}?`} act={act('pause')}>
          The test accepts no answers until it is resumed. Nothing is lost
          {model === null ? '' : ', but questions being asked right now may be asked again'}.
        </ConfirmButton>
      )}
      {(state === 'paused' || state === 'failed') && (
        <ConfirmButton
          name="Resume"
          question={`Resume the test of ${examinee}?`}
          act={act('resume')}
        >
          The test continues with the same items
          {state === 'failed' ? ', and the model is asked again' : ''}.
        </ConfirmButton>
      )}
      {(state === 'open' || state === 'paused') && (
        <ConfirmButton
          name="End"
          danger
          question={`End the test of ${examinee} for good?`}
          act={act('end')}
        >
          The answers so far count. No further answers are accepted, and the test cannot be resumed.
        </ConfirmButton>
      )}
    </>
  );
}
