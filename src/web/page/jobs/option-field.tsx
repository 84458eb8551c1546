import type { AnalysisOption } from '../../../api/jobs.ts';
import { SelectField } from '../../part/select-field.tsx';
import { TextField } from '../../part/text-field.tsx';
import { t } from '../../words/t.ts';

/** The control of an option, by its kind; empty for its default. */
export function OptionField({
  option: { name, kind, summary, choices, isRequired, usual },
  text,
  onText,
}: {
  option: AnalysisOption;
  text: string;
  onText: (text: string) => void;
}) {
  const known = choices ?? (kind === 'boolean' ? ['true', 'false'] : null);
  if (known !== null)
    return (
      <SelectField
        label={name}
        value={text}
        choices={[
          { value: '', name: usualText(usual) },
          ...known.map((value) => ({ value, name: value })),
        ]}
        help={summary}
        onChange={onText}
      />
    );
  return (
    <TextField
      label={name}
      value={text}
      help={summary}
      required={isRequired}
      placeholder={usual === undefined ? '' : textOf(usual)}
      onInput={onText}
    />
  );
}

/** What a text gives for an option. Where it gives none, the service says what it accepts. */
export function givenBy({ kind, schema }: AnalysisOption, text: string): unknown {
  if (kind === 'boolean') return text === 'true';
  if (kind === 'number') return numberOr(text);
  if (kind !== 'array') return text;
  const { items } = schema as { items?: { type?: string } };
  const parts = text.split(',').map((part) => part.trim());
  return items?.type === 'integer' || items?.type === 'number' ? parts.map(numberOr) : parts;
}

function numberOr(text: string): number | string {
  const value = Number(text);
  return text.trim() === '' || Number.isNaN(value) ? text : value;
}

function usualText(usual: unknown): string {
  return usual === undefined ? t('as usual') : t('as usual: {value}', { value: textOf(usual) });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
