import { useState } from 'preact/hooks';
import type { z } from 'zod';
import type { bankList } from '../../../api/banks.ts';
import { Await } from '../../part/await.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { Link } from '../../router/link.tsx';
import type { PageProps } from '../../shell/page.tsx';
import { mayAdminister, useMe } from '../../state/me-context.ts';
import { useResource } from '../../state/use-resource.ts';
import { choicesOf } from '../../words/choices.ts';
import { type Text, t } from '../../words/t.ts';
import { AnalysisForm } from './analysis-form.tsx';
import { StudyForm } from './study-form.tsx';
import { SynthesisForm } from './synthesis-form.tsx';
import { UploadForm } from './upload-form.tsx';

const JOBS = [
  { value: 'upload', name: 'Import a file into a bank' },
  { value: 'calibrate', name: 'Calibrate a bank on its recorded answers' },
  { value: 'synthesize', name: 'Synthesize participants' },
  { value: 'study', name: 'Run a simulation study' },
  { value: 'analysis', name: 'Rank, compare or order recorded models, or simulate tests of them' },
] as const satisfies readonly { value: string; name: Text }[];

/** Starts a job: which one, and what it needs. */
export function NewJobPage({ query }: PageProps) {
  const banks = useResource<z.output<typeof bankList>>('/v1/banks');
  const me = useMe();
  const jobs = JOBS.filter(({ value }) => mayAdminister(me) || value !== 'synthesize');
  const [job, setJob] = useState<string>(JOBS[0].value);
  return (
    <>
      <PageHead
        title={t('Start a job')}
        lead={t('Import questions or answers, or start a long computation.')}
        crumb={<Link to={['jobs']}>{t('Jobs')}</Link>}
      />
      <div class="filters">
        <SelectField label={t('Job')} value={job} choices={choicesOf(jobs)} onChange={setJob} />
      </div>
      <Await of={banks} what={t('banks')}>
        {({ items }) => {
          const names = items.map(({ name }) => name);
          const first = query.bank ?? (names.length === 1 ? names[0] : '');
          if (job === 'upload') return <UploadForm bank={first} banks={names} file={query.file} />;
          if (job === 'calibrate' || job === 'analysis') {
            const operation = job === 'calibrate' ? 'calibrate fit' : 'rank';
            return <AnalysisForm key={job} bank={first} banks={names} operation={operation} />;
          }
          return job === 'study' ? <StudyForm /> : <SynthesisForm bank={first} banks={names} />;
        }}
      </Await>
    </>
  );
}
