import { useState } from 'preact/hooks';
import type { Job } from '../../../api/jobs.ts';
import { write } from '../../api/client.ts';
import { BankField } from '../../part/bank-field.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { TextField } from '../../part/text-field.tsx';
import { choicesOf } from '../../words/choices.ts';
import { type Text, t } from '../../words/t.ts';
import { JobForm } from './job-form.tsx';

const MODELS = [
  { value: '3pl', name: '3PL: difficulty, discrimination, guessing (for multiple choice)' },
  { value: '2pl', name: '2PL: difficulty, discrimination' },
  { value: 'rasch', name: 'Rasch: difficulty' },
  { value: '4pl', name: '4PL: with an upper asymptote' },
] as const satisfies readonly { value: string; name: Text }[];
const METHODS = [
  { value: 'auto', name: 'automatic, by the size of the data' },
  { value: 'integrated', name: 'integrated over the items: many items, few models' },
  { value: 'marginal', name: 'marginal over the abilities: few items, many models' },
] as const satisfies readonly { value: string; name: Text }[];

/** Fits item parameters to the recorded answers of a bank, and keeps them. */
export function CalibrateForm({ bank: first, banks }: { bank: string; banks: readonly string[] }) {
  const [bank, setBank] = useState(first);
  const [irtModel, setIrtModel] = useState('3pl');
  const [method, setMethod] = useState('auto');
  const [seed, setSeed] = useState('1');
  return (
    <JobForm
      name={t('Calibrate')}
      start={() =>
        write<Job>('POST', `/v1/banks/${encodeURIComponent(bank)}/calibrations`, {
          irtModel,
          method,
          seed: Number(seed),
        })
      }
    >
      <BankField banks={banks} value={bank} onChange={setBank} />
      <SelectField
        label={t('Response model')}
        value={irtModel}
        choices={choicesOf(MODELS)}
        onChange={setIrtModel}
      />
      <SelectField
        label={t('Method')}
        value={method}
        choices={choicesOf(METHODS)}
        onChange={setMethod}
      />
      <TextField label={t('Seed')} type="number" min={0} value={seed} onInput={setSeed} />
    </JobForm>
  );
}
