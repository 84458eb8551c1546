import { useState } from 'preact/hooks';
import type { z } from 'zod';
import type { AnalysisOption, analysisList, Job } from '../../../api/jobs.ts';
import type { Analysis } from '../../../operations/analysis-names.ts';
import { write } from '../../api/client.ts';
import { Await } from '../../part/await.tsx';
import { BankField } from '../../part/bank-field.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';
import { JobForm } from './job-form.tsx';
import { givenBy, OptionField } from './option-field.tsx';

/** Does one of the operations that read a bank. Its fields are those that the service lists, with the help of the command line. */
export function AnalysisForm({
  bank: first,
  banks,
  operation: usual,
}: {
  bank: string;
  banks: readonly string[];
  operation: Analysis;
}) {
  const operations = useResource<z.output<typeof analysisList>>('/v1/operations');
  const [bank, setBank] = useState(first);
  const [name, setName] = useState<string>(usual);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  return (
    <Await of={operations} what={t('the operations')}>
      {({ items }) => {
        const {
          name: operation,
          options,
          summary,
        } = items.find((one) => one.name === name) ?? items[0];
        const own = options.filter((option) => option.name !== 'bank');
        const groups = [...new Set(own.map(({ group }) => group ?? ''))];
        const given = own.flatMap((option) => {
          const text = texts[option.name] ?? '';
          return text === '' ? [] : [[option.name, givenBy(option, text)] as const];
        });
        const field = (option: AnalysisOption) => (
          <OptionField
            key={`${operation} ${option.name}`}
            option={option}
            text={texts[option.name] ?? ''}
            onText={(text) => setTexts((old) => ({ ...old, [option.name]: text }))}
          />
        );
        return (
          <JobForm
            name={t('Start')}
            start={() =>
              write<Job>('POST', '/v1/jobs', {
                operation,
                options: { bank, ...Object.fromEntries(given) },
              })
            }
          >
            <SelectField
              label={t('Operation')}
              value={operation}
              choices={items.map((one) => ({ value: one.name, name: one.name }))}
              onChange={setName}
            />
            <p lang="en">{summary}</p>
            <BankField banks={banks} value={bank} onChange={setBank} />
            {own.filter(({ isRequired }) => isRequired).map(field)}
            {groups.map((group) => (
              <details key={`${operation} ${group}`} lang="en">
                <summary>{group}</summary>
                {own.filter((one) => (one.group ?? '') === group && !one.isRequired).map(field)}
              </details>
            ))}
          </JobForm>
        );
      }}
    </Await>
  );
}
