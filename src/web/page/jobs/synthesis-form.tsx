import { useState } from 'preact/hooks';
import type { Job } from '../../../api/jobs.ts';
import { write } from '../../api/client.ts';
import { BankField } from '../../part/bank-field.tsx';
import { TextField } from '../../part/text-field.tsx';
import { t } from '../../words/t.ts';
import { JobForm } from './job-form.tsx';

/** Starts a synthesis that the administrator has configured; it costs what its models cost. */
export function SynthesisForm({ bank: first, banks }: { bank: string; banks: readonly string[] }) {
  const [bank, setBank] = useState(first);
  const [configuration, setConfiguration] = useState('');
  return (
    <JobForm
      name={t('Synthesize')}
      start={() => write<Job>('POST', '/v1/syntheses', { bank, configuration })}
    >
      <BankField banks={banks} value={bank} onChange={setBank} />
      <TextField
        label={t('Name of the synthesis')}
        required
        value={configuration}
        onInput={setConfiguration}
        help={t(
          'A name listed under syntheses in the configuration of the service. Its models are asked, which can cost up to its budget.',
        )}
      />
    </JobForm>
  );
}
