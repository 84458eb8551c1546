import type { SessionSummary } from '../../../api/sessions.ts';
import { write } from '../../api/client.ts';
import { ConfirmButton } from '../../part/confirm-button.tsx';
import { t } from '../../words/t.ts';

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
        <ConfirmButton
          name={t('Pause')}
          question={t('Pause the test of {examinee}?', { examinee })}
          act={act('pause')}
        >
          {model === null
            ? t('The test accepts no answers until it is resumed. Nothing is lost.')
            : t(
                'The test accepts no answers until it is resumed. Nothing is lost, but questions being asked right now may be asked again.',
              )}
        </ConfirmButton>
      )}
      {(state === 'paused' || state === 'failed') && (
        <ConfirmButton
          name={t('Resume')}
          question={t('Resume the test of {examinee}?', { examinee })}
          act={act('resume')}
        >
          {state === 'failed'
            ? t('The test continues with the same items, and the model is asked again.')
            : t('The test continues with the same items.')}
        </ConfirmButton>
      )}
      {(state === 'open' || state === 'paused') && (
        <ConfirmButton
          name={t('End')}
          danger
          question={t('End the test of {examinee} for good?', { examinee })}
          act={act('end')}
        >
          {t(
            'The answers so far count. No further answers are accepted, and the test cannot be resumed.',
          )}
        </ConfirmButton>
      )}
    </>
  );
}
