import { useState } from 'preact/hooks';
import type { SessionSummary } from '../../../api/sessions.ts';
import { write } from '../../api/client.ts';
import { Dialog } from '../../part/dialog.tsx';
import { ProblemNote } from '../../part/problem-note.tsx';
import { TextField } from '../../part/text-field.tsx';
import { useAction } from '../../state/use-action.ts';
import { t } from '../../words/t.ts';
import { goesOn } from './session-words.ts';

/** Gives a person more time than the limit, before or during the test. */
export function ExtraTime({
  session,
  path,
  reload,
}: {
  session: SessionSummary;
  path: string;
  reload: () => void;
}) {
  const { extraMinutes, timeLimit, examinee } = session;
  const [open, setOpen] = useState(false);
  const [minutes, setMinutes] = useState('');
  const action = useAction(async () => {
    await write('POST', `${path}/extra-time`, { minutes: Number(minutes) });
    reload();
  });
  if (timeLimit === null || !goesOn(session)) return null;
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setMinutes(extraMinutes === 0 ? '' : String(extraMinutes));
          setOpen(true);
        }}
      >
        {t('Extra time')}
      </button>
      {open && (
        <Dialog
          title={t('Give {examinee} extra time', { examinee })}
          onClose={() => setOpen(false)}
        >
          <form
            onSubmit={async (event) => {
              event.preventDefault();
              if (await action.run()) setOpen(false);
            }}
          >
            <TextField
              label={t('Extra minutes in total')}
              type="number"
              min={0}
              max={10_000}
              step="any"
              required
              value={minutes}
              onInput={setMinutes}
              help={t(
                'Besides the limit of {n, plural, one {# minute} other {# minutes}}. It replaces extra time given before. The person sees it at the next answer.',
                { n: timeLimit },
              )}
            />
            <ProblemNote error={action.error} />
            <div class="actions">
              <button type="submit" class="primary" aria-disabled={action.busy}>
                {t('Give extra time')}
              </button>
              <button type="button" onClick={() => setOpen(false)}>
                {t('Cancel')}
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}
