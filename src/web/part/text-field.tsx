import type { ComponentChildren } from 'preact';
import { Field } from './field.tsx';

/** A line of text, or a number. */
export function TextField({
  label,
  value,
  help,
  onInput,
  ...more
}: {
  label: string;
  value: string;
  help?: ComponentChildren;
  onInput: (value: string) => void;
  type?: 'text' | 'number' | 'search' | 'password' | 'datetime-local';
  min?: number;
  max?: number;
  step?: number | 'any';
  required?: boolean;
  placeholder?: string;
  size?: number;
  /** `/` goes there. */
  search?: boolean;
  autocomplete?: 'off';
  /** Texts that the browser completes. */
  options?: readonly string[];
}) {
  const { search = false, options = [], ...attributes } = more;
  return (
    <Field label={label} {...(help === undefined ? {} : { help })}>
      {(ids) => (
        <>
          <input
            {...ids}
            {...(attributes as object)}
            value={value}
            list={options.length === 0 ? undefined : `${ids.id}-options`}
            data-search={search ? '' : undefined}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
          {options.length > 0 && (
            <datalist id={`${ids.id}-options`}>
              {[...new Set(options)].map((option) => (
                <option key={option} value={option} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}
