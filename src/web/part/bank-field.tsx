import { t } from '../words/t.ts';
import { SelectField } from './select-field.tsx';

/** Chooses a bank; none is chosen at first. */
export function BankField({
  banks,
  value,
  help,
  onChange,
}: {
  banks: readonly string[];
  value: string;
  help?: string | undefined;
  onChange: (bank: string) => void;
}) {
  return (
    <SelectField
      label={t('Bank')}
      value={value}
      empty={t('choose a bank')}
      choices={banks.map((name) => ({ value: name, name }))}
      onChange={onChange}
      help={help}
    />
  );
}
