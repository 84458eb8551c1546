import { useState } from 'preact/hooks';
import { t } from '../words/t.ts';

/** Puts a text on the clipboard and says so; where that is not allowed the text can be selected by hand. */
export function CopyButton({ text, name = t('Copy') }: { text: string; name?: string }) {
  const [said, setSaid] = useState('');
  return (
    <>
      <button
        type="button"
        onClick={() =>
          navigator.clipboard
            .writeText(text)
            .then(() => setSaid(t('Copied.')))
            .catch(() => setSaid(t('Copying is not allowed here. Select the text and copy it.')))
        }
      >
        {name}
      </button>{' '}
      <span role="status">{said}</span>
    </>
  );
}
