import { useState } from 'preact/hooks';
import type { Job } from '../../../api/jobs.ts';
import { write } from '../../api/client.ts';
import { Field } from '../../part/field.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { TextField } from '../../part/text-field.tsx';
import { choicesOf } from '../../words/choices.ts';
import { type Text, t } from '../../words/t.ts';
import { JobForm } from './job-form.tsx';
import { STUDY_EXAMPLES } from './study-examples.ts';

type Kind = keyof typeof STUDY_EXAMPLES;

const KINDS: readonly { readonly value: Kind; readonly name: Text }[] = [
  { value: 'monte-carlo', name: 'Monte Carlo: examinees of known ability' },
  { value: 'test-length', name: 'test length: the shortest test for a target' },
];

const EXAMPLES: Readonly<Record<Kind, string>> = {
  'monte-carlo': JSON.stringify(STUDY_EXAMPLES['monte-carlo'], null, 2),
  'test-length': JSON.stringify(STUDY_EXAMPLES['test-length'], null, 2),
};

/** Runs a simulation study of a design. */
export function StudyForm() {
  const [kind, setKind] = useState<Kind>('monte-carlo');
  const [name, setName] = useState('');
  const [designs, setDesigns] = useState(EXAMPLES);
  return (
    <JobForm
      name={t('Run the study')}
      start={async () =>
        write<Job>('POST', '/v1/studies', { kind, name, design: readDesign(designs[kind]) })
      }
    >
      <SelectField
        label={t('Kind')}
        value={kind}
        choices={choicesOf(KINDS)}
        onChange={(value) => setKind(value as Kind)}
      />
      <TextField
        label={t('Name')}
        required
        value={name}
        onInput={setName}
        help={t('Letters, digits and . _ - only.')}
      />
      <Field
        label={t('Design, as JSON')}
        help={t('As in docs/simulation.md and docs/test-length.md.')}
      >
        {(ids) => (
          <textarea
            {...ids}
            rows={16}
            spellcheck={false}
            value={designs[kind]}
            onInput={({ currentTarget: { value } }) =>
              setDesigns((old) => ({ ...old, [kind]: value }))
            }
          />
        )}
      </Field>
    </JobForm>
  );
}

function readDesign(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(
      t('The design is not valid JSON: {reason}.', { reason: (error as Error).message }),
    );
  }
}
