import { useRef, useState } from 'preact/hooks';
import type { Job } from '../../../api/jobs.ts';
import { upload } from '../../api/client.ts';
import { BankField } from '../../part/bank-field.tsx';
import { Field } from '../../part/field.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { TextField } from '../../part/text-field.tsx';
import { mayAdminister, useMe } from '../../state/me-context.ts';
import { choicesOf } from '../../words/choices.ts';
import { type Text, t } from '../../words/t.ts';
import { JobForm } from './job-form.tsx';
import { uploadType } from './upload-type.ts';

const KINDS = [
  {
    value: 'items',
    name: 'items (questions)',
    help: 'CSV with a header, JSON Lines, a JSON list or Parquet: question, options and right answer of each item. Or a log of lm-evaluation-harness or Inspect.',
  },
  {
    value: 'answers',
    name: 'recorded answers',
    help: 'CSV with one row per model: its name in the column examinee, then one column per item with scores from 0 to 1, empty if not asked. Or one row per answer: examinee, item, score.',
  },
  {
    value: 'parameters',
    name: 'item parameters',
    help: 'CSV with the columns item, a, b, and optionally c, d, se_a, se_b, se_c.',
  },
] as const satisfies readonly { value: string; name: Text; help: Text }[];

const ONLY_NEW = [
  { value: 'true', name: 'refuse the file' },
  { value: 'false', name: 'replace their answers' },
] as const satisfies readonly { value: string; name: Text }[];

/** What goes with a kind of file; what is empty is not sent. */
function optionsOf(kind: string, { onlyNew, ...ofItems }: Record<string, string>) {
  if (kind !== 'items') return kind === 'answers' ? { onlyNew } : {};
  return Object.fromEntries(Object.entries(ofItems).filter(([, value]) => value !== ''));
}

/** Sends a file as it is; the service checks it whole before it takes any of it. */
export function UploadForm({
  bank: first,
  banks,
  file: begun,
}: {
  bank: string;
  banks: readonly string[];
  /** What is in the file, where the link to the form says so. */
  file: string | undefined;
}) {
  const me = useMe();
  const kinds = KINDS.filter(({ value }) => mayAdminister(me) || value === 'parameters');
  const [bank, setBank] = useState(first);
  const [title, setTitle] = useState('');
  const [map, setMap] = useState('');
  const [onlyNew, setOnlyNew] = useState('true');
  const [kind, setKind] = useState<string>(
    (kinds.find(({ value }) => value === begun) ?? kinds[0]).value,
  );
  const file = useRef<HTMLInputElement>(null);
  return (
    <JobForm
      name={t('Import')}
      start={async () => {
        const chosen = file.current?.files?.[0];
        if (chosen === undefined) throw new Error(t('No file chosen.'));
        return upload<Job>(
          `/v1/banks/${encodeURIComponent(bank.trim())}/${kind}`,
          chosen,
          uploadType(chosen.name),
          {
            file: chosen.name,
            ...optionsOf(kind, { title: title.trim(), map: map.trim(), onlyNew }),
          },
        );
      }}
    >
      <SelectField
        label={t('What is in the file')}
        value={kind}
        choices={choicesOf(kinds)}
        onChange={setKind}
      />
      {kind === 'items' ? (
        <TextField
          label={t('Bank')}
          required
          value={bank}
          onInput={setBank}
          help={t('The name of a new or existing bank.')}
        />
      ) : (
        <BankField banks={banks} value={bank} onChange={setBank} />
      )}
      {kind === 'items' && (
        <TextField
          label={t('Title of the bank')}
          value={title}
          onInput={setTitle}
          help={t('For a new bank; may be empty.')}
        />
      )}
      {kind === 'items' && (
        <TextField
          label={t('Fields')}
          value={map}
          onInput={setMap}
          placeholder="id=nr,stem=text,options=A+B+C+D,key=right"
          help={t('Which field holds what, if the field names are not recognised; may be empty.')}
        />
      )}
      {kind === 'answers' && (
        <SelectField
          label={t('If models already have answers')}
          value={onlyNew}
          choices={choicesOf(ONLY_NEW)}
          onChange={setOnlyNew}
        />
      )}
      <Field
        label={t('File')}
        help={t((kinds.find(({ value }) => value === kind) ?? kinds[0]).help)}
      >
        {(ids) => (
          <input
            {...ids}
            ref={file}
            type="file"
            accept=".csv,.jsonl,.json,.ndjson,.eval,.parquet"
            required
          />
        )}
      </Field>
    </JobForm>
  );
}
