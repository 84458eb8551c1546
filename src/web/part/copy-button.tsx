import { useState } from 'preact/hooks';

/** Puts a text on the clipboard and says so; where that is not allowed the text can be selected by hand. */
export function CopyButton({ text, name = 'Copy' }: { text: string; name?: string }) {
  const [said, setSaid] = useState('');
  return (
    <>
      <button
        type="button"
        onClick={() =>
          navigator.clipboard
            .writeText(text)
            .then(() => setSaid('Copied.'))
            .catch(() => setSaid('Copying is not allowed here. Select the text and copy it.'))
        }
      >
        {name}
      </button>{' '}
      <span role="status">{said}</span>
    </>
  );
}
