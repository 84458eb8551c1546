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
import { currentLanguage } from '../../words/t.ts';
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
      <Dialog title={`Link to the leaderboard of ${bank}`} onClose={onClose}>
        <p>
          Copy it now: it is not shown again. Whoever has it can read this leaderboard. Keys lists
          and revokes it.
        </p>
        {OWN_HOST.test(location.hostname) && (
          <p>
            <strong>This address works on this computer only.</strong> For others, serve it where
            they can reach it (docs/service.md), or save the leaderboard as HTML and send the file.
          </p>
        )}
        <p>
          <a href={address} target="_blank" rel="noreferrer">
            Open the page
          </a>
        </p>
        <pre>{address}</pre>
        <p>
          <CopyButton text={address} name="Copy link" />
        </p>
        <p>The image, in Markdown:</p>
        <pre>{image}</pre>
        <p>
          <CopyButton text={image} name="Copy image" />
        </p>
        <p>For the data, add .json or .csv to the link.</p>
        <button type="button" onClick={onClose}>
          Done
        </button>
      </Dialog>
    );
  }
  return (
    <Dialog title={`Share the leaderboard of ${bank}`} onClose={onClose}>
      <form
        class="sheet"
        onSubmit={(event) => {
          event.preventDefault();
          void action.run();
        }}
      >
        <p>
          A link shows this leaderboard as it changes, with models that are tested later, to anyone
          who has it, without a key: {TARGET_NAMES[target]}, {recorded ? 'with' : 'without'} the
          recorded models. It includes model names, costs and the prompt’s settings, and no question
          text.
        </p>
        <TextField label="Name (who gets the link)" required value={name} onInput={setName} />
        <ExpiryField value={days} onInput={setDays} />
        <p class="faint">
          <Link to={['keys']}>Keys</Link> lists all links with their last use, and revokes them.
        </p>
        <ProblemNote error={action.error} />
        <div class="actions">
          <button type="submit" class="primary" aria-disabled={action.busy}>
            Create link
          </button>
          <button type="button" onClick={onClose}>
            Cancel
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
