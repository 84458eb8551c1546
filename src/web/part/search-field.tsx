import { useEffect, useState } from 'preact/hooks';
import { TextField } from './text-field.tsx';

/** In ms: a pause after which what was typed is looked for. */
const PAUSE = 250;

/** A search that waits until the reader pauses; `/` goes there. */
export function SearchField({
  label,
  value,
  options,
  onSearch,
}: {
  label: string;
  value: string;
  /** Names that the browser completes. */
  options?: readonly string[];
  onSearch: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  // Runs only for these: only what is typed starts the wait
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onSearch(typed), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextField
      label={label}
      type="search"
      search
      value={typed}
      onInput={setTyped}
      {...(options === undefined ? {} : { options })}
    />
  );
}
