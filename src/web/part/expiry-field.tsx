import { t } from '../words/t.ts';
import { TextField } from './text-field.tsx';

/** After how many days a key or link expires. @param value the text as typed; empty for never */
export function ExpiryField({
  value,
  onInput,
}: {
  value: string;
  onInput: (value: string) => void;
}) {
  return (
    <TextField
      label={t('Expires after days')}
      type="number"
      min={0}
      step="any"
      value={value}
      onInput={onInput}
      help={t('Empty: valid until revoked.')}
    />
  );
}
