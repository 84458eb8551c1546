import { useEffect, useState } from 'preact/hooks';
import type { Me } from '../../api/keys.ts';
import { read } from '../api/client.ts';
import { forgetKey, rememberKey } from '../api/key.ts';
import { ProblemNote } from '../part/problem-note.tsx';
import { TextField } from '../part/text-field.tsx';
import { useAction } from '../state/use-action.ts';
import { t } from '../words/t.ts';
import { Preferences } from './preferences.tsx';

/** Takes a key and asks the service whose it is. */
export function SignIn({ reason, onEnter }: { reason: string | null; onEnter: (me: Me) => void }) {
  const [key, setKey] = useState('');
  useEffect(() => {
    document.title = `${t('Sign in')} · thetarank`;
  }, []);
  const action = useAction(async () => {
    rememberKey(key.trim());
    try {
      onEnter(await read<Me>('/v1/me'));
    } catch (error) {
      forgetKey(null);
      throw error;
    }
  });
  return (
    <main class="sign-in">
      <h1>thetarank</h1>
      <p class="lead">
        {t(
          'Leaderboards and adaptive tests of language models. Sign in with the key that you were given.',
        )}
      </p>
      {reason !== null && action.error === null && (
        <div class="note" role="status">
          <p>{reason}</p>
        </div>
      )}
      <ProblemNote error={action.error} />
      <form
        class="sheet"
        onSubmit={(event) => {
          event.preventDefault();
          void action.run();
        }}
      >
        <TextField
          label={t('Key')}
          type="password"
          autocomplete="off"
          required
          value={key}
          onInput={setKey}
          help={t(
            'The key is kept only in this tab until you close it. The first key was printed when the service was started.',
          )}
        />
        <div class="actions">
          <button type="submit" class="primary" aria-disabled={action.busy}>
            {t('Sign in')}
          </button>
        </div>
      </form>
      <Preferences />
    </main>
  );
}
