import { DEFAULT_LAG } from '../../../workflow/live/test-defaults.ts';
import { Field } from '../../part/field.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { TextField } from '../../part/text-field.tsx';
import { t } from '../../words/t.ts';
import type { SessionForm, SetField } from './new-session-request.ts';

/** What most sessions do not need; rules of one's own where the strategy asks for them. */
export function SessionExtras({ form, set }: { form: SessionForm; set: SetField }) {
  return (
    <>
      {form.strategy === 'adaptive' && (
        <Field
          label={t('Rules, as JSON')}
          help={t('Estimator, selector, stopping rule, quotas: see docs/sessions.md.')}
        >
          {(ids) => (
            <textarea
              {...ids}
              rows={8}
              spellcheck={false}
              value={form.rules}
              onInput={(event) => set('rules')(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <details>
        <summary>{t('More options')}</summary>
        <fieldset>
          <legend>{t('More options')}</legend>
          <TextField
            label={t('Items in flight')}
            type="number"
            min={1}
            max={256}
            value={form.lag}
            onInput={set('lag')}
            help={t('Empty: {lag}. 1 adapts best; more items in flight are faster.', {
              lag: form.model === '' ? 1 : DEFAULT_LAG,
            })}
          />
          <TextField
            label={t('Pretest items')}
            type="number"
            min={0}
            value={form.pretest}
            onInput={set('pretest')}
            help={t('Empty: none. New items of the bank to ask besides; they do not count.')}
          />
          <TextField
            label={t('Seed')}
            type="number"
            min={0}
            value={form.seed}
            onInput={set('seed')}
          />
          <TextField
            label={t('Recorded models to leave out')}
            value={form.leaveOut}
            onInput={set('leaveOut')}
            help={t('Separated by commas; the tested model itself is always left out.')}
          />
          {form.model === '' && (
            <SelectField
              label={t('Who scores answers')}
              value={form.scoring}
              choices={[
                { value: 'caller', name: t('you send scores or outputs') },
                { value: 'service', name: t('you send outputs, and the service scores them') },
              ]}
              onChange={set('scoring')}
            />
          )}
          <SelectField
            label={t('Shown to the examinee at the end')}
            value={form.feedback}
            choices={[
              { value: 'none', name: t('nothing') },
              { value: 'result', name: t('the result') },
            ]}
            onChange={set('feedback')}
          />
          <TextField
            label={t('Accepts answers until')}
            type="datetime-local"
            value={form.expiresAt}
            onInput={set('expiresAt')}
          />
          <TextField label={t('Note')} value={form.note} onInput={set('note')} />
        </fieldset>
      </details>
    </>
  );
}
