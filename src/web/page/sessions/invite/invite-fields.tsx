import { Field } from '../../../part/field.tsx';
import { SelectField } from '../../../part/select-field.tsx';
import { TextField } from '../../../part/text-field.tsx';
import { t } from '../../../words/t.ts';
import { CalibrationField } from '../calibration-field.tsx';
import type { InviteForm } from './invite-request.ts';

/** What the tests of the invited people have in common, besides their bank. */
export function InviteFields({
  form,
  bank,
  set,
}: {
  form: InviteForm;
  bank: string;
  set: (name: keyof InviteForm) => (value: string) => void;
}) {
  return (
    <>
      <Field
        label={t('Names, one per line')}
        help={t('They stand on the leaderboard for everybody who may read it: use pseudonyms.')}
      >
        {(ids) => (
          <textarea
            {...ids}
            rows={5}
            required
            value={form.names}
            onInput={(event) => set('names')(event.currentTarget.value)}
          />
        )}
      </Field>
      <SelectField
        label={t('Form of the test')}
        value={form.form}
        choices={[
          {
            value: 'fixed-representative',
            name: t('fixed: the same representative questions for everybody'),
          },
          { value: 'fixed-random', name: t('fixed: the same random questions for everybody') },
          { value: 'fixed-list', name: t('fixed: questions that you list') },
          { value: 'paper', name: t('adaptive: each question by the answers so far') },
          { value: 'balanced', name: t('adaptive, subjects in the proportions of the bank') },
          { value: 'robust', name: t('adaptive, with the recorded models (robust)') },
        ]}
        onChange={set('form')}
        help={t(
          'Scores of people have intervals that hold only with representative or random questions: adaptive tests and questions that you list predict the score as if people were language models.',
        )}
      />
      {form.form === 'fixed-list' ? (
        <Field label={t('Ids of the questions, in order')}>
          {(ids) => (
            <textarea
              {...ids}
              rows={4}
              required
              spellcheck={false}
              value={form.ids}
              onInput={(event) => set('ids')(event.currentTarget.value)}
            />
          )}
        </Field>
      ) : (
        <TextField
          label={t('Most questions')}
          type="number"
          min={1}
          max={1000}
          required
          value={form.items}
          onInput={set('items')}
        />
      )}
      {form.form !== 'robust' && (
        <CalibrationField
          bank={bank}
          strategy="paper"
          value={form.calibration}
          onChange={set('calibration')}
        />
      )}
      <TextField
        label={t('Time limit, minutes')}
        type="number"
        min={1}
        max={10_000}
        value={form.timeLimit}
        onInput={set('timeLimit')}
        help={t('Empty: no limit.')}
      />
      <SelectField
        label={t('Breaks')}
        value={form.breaks}
        choices={[
          { value: 'any', name: t('allowed: the clock stands still') },
          { value: 'none', name: t('none: the clock runs on') },
        ]}
        onChange={set('breaks')}
      />
      <SelectField
        label={t('Shown to the person at the end')}
        value={form.feedback}
        choices={[
          { value: 'result', name: t('the result||shown to a person') },
          { value: 'none', name: t('nothing||shown to a person') },
        ]}
        onChange={set('feedback')}
      />
      <TextField
        label={t('Days until the links expire')}
        type="number"
        min={1}
        max={3650}
        value={form.days}
        onInput={set('days')}
      />
      <TextField
        label={t('Seed of the form')}
        type="number"
        min={0}
        value={form.seed}
        onInput={set('seed')}
        help={t('The same seed gives everybody the same fixed form.')}
      />
    </>
  );
}
