import { useState } from 'preact/hooks';
import type { z } from 'zod';
import type { madeKey } from '../../../api/keys.ts';
import type { Leaderboard } from '../../../api/leaderboards.ts';
import { write } from '../../api/client.ts';
import { CopyButton } from '../../part/copy-button.tsx';
import { Dialog } from '../../part/dialog.tsx';
import { ExpiryField } from '../../part/expiry-field.tsx';
import { ProblemNote } from '../../part/problem-note.tsx';
import { TextField } from '../../part/text-field.tsx';
import { Link } from '../../router/link.tsx';
import { useAction } from '../../state/use-action.ts';
import { currentLanguage, t, tr } from '../../words/t.ts';
import { TARGET_NAMES } from './target-field.tsx';

/** A computer's own names for itself. */
const OWN_HOST = /^(?:localhost|127\.[\d.]+|\[?::1\]?)$/;

/** Makes a link to a leaderboard, and shows it this once. */
export function ShareDialog({
  board: { id, bank, target },
  recorded,
  onClose,
}: {
  board: Leaderboard;
  /** With the recorded models. */
  recorded: boolean;
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const [days, setDays] = useState('');
  const [address, setAddress] = useState<string | null>(null);
  const action = useAction(async () => {
    const { key } = await write<z.output<typeof madeKey>>('POST', '/v1/keys', {
      role: 'link',
      name: name.trim(),
      leaderboard: { id, recorded, target },
      days: days === '' ? null : Number(days),
    });
    const own = new URL(`./shared/${key}`, location.href);
    // The reader of the link sees the language of who shares it.
    if (currentLanguage() !== 'en') own.searchParams.set('language', currentLanguage());
    setAddress(own.href);
  });
  if (address !== null) {
    const image = `[![Leaderboard of ${bank}](${imageOf(address)})](${address})`;
    return (
      <Dialog title={t('Link to the leaderboard of {bank}', { bank })} onClose={onClose}>
        <p>
          {t(
            'Copy it now: it is not shown again. Whoever has it can read this leaderboard. Keys lists and revokes it.',
          )}
        </p>
        {OWN_HOST.test(location.hostname) && (
          <p>
            {tr(
              '<b>This address works on this computer only.</b> For others, serve it where they can reach it (docs/service.md), or save the leaderboard as HTML and send the file.',
              { b: (parts) => <strong>{parts}</strong> },
            )}
          </p>
        )}
        <p>
          <a href={address} target="_blank" rel="noreferrer">
            {t('Open the page')}
          </a>
        </p>
        <pre>{address}</pre>
        <p>
          <CopyButton text={address} name={t('Copy link')} />
        </p>
        <p>{t('The image, in Markdown:')}</p>
        <pre>{image}</pre>
        <p>
          <CopyButton text={image} name={t('Copy image')} />
        </p>
        <p>{t('For the data, add .json or .csv to the link.')}</p>
        <button type="button" onClick={onClose}>
          {t('Done')}
        </button>
      </Dialog>
    );
  }
  return (
    <Dialog title={t('Share the leaderboard of {bank}', { bank })} onClose={onClose}>
      <form
        class="sheet"
        onSubmit={(event) => {
          event.preventDefault();
          void action.run();
        }}
      >
        <p>
          {t(
            recorded
              ? 'A link shows this leaderboard as it changes, with tests that end later, to anyone who has it, without a key: {target}, with the recorded models. It includes names of models and people, costs and the prompt’s settings, and no question text.'
              : 'A link shows this leaderboard as it changes, with tests that end later, to anyone who has it, without a key: {target}, without the recorded models. It includes names of models and people, costs and the prompt’s settings, and no question text.',
            { target: t(TARGET_NAMES[target]) },
          )}
        </p>
        <TextField label={t('Name (who gets the link)')} required value={name} onInput={setName} />
        <ExpiryField value={days} onInput={setDays} />
        <p class="faint">
          {tr('<a>Keys</a> lists all links with their last use, and revokes them.', {
            a: (parts) => <Link to={['keys']}>{parts}</Link>,
          })}
        </p>
        <ProblemNote error={action.error} />
        <div class="actions">
          <button type="submit" class="primary" aria-disabled={action.busy}>
            {t('Create link')}
          </button>
          <button type="button" onClick={onClose}>
            {t('Cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** The address of the image for that of the page, in the same language. */
function imageOf(address: string): string {
  const own = new URL(address);
  own.pathname += '.svg';
  return own.href;
}
