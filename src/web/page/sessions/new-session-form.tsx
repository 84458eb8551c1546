import type { z } from 'zod';
import type { BankSummary } from '../../../api/banks.ts';
import type { modelList } from '../../../api/jobs.ts';
import type { SessionSummary } from '../../../api/sessions.ts';
import { BankField } from '../../part/bank-field.tsx';
import { ProblemNote } from '../../part/problem-note.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { TextField } from '../../part/text-field.tsx';
import type { Action } from '../../state/use-action.ts';
import type { Resource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';
import { AskerFields } from './asker-fields.tsx';
import { CalibrationField } from './calibration-field.tsx';
import type { SessionForm, SetField } from './new-session-request.ts';
import { SessionExtras } from './session-extras.tsx';
import { itemsWords, STRATEGY_WORDS, strategyName } from './session-words.ts';

/** The fields of a new session: bank, model, strategy, and what they ask for. */
export function NewSessionForm({
  banks,
  models,
  form,
  set,
  chooseBank,
  action,
}: {
  banks: readonly BankSummary[];
  models: Resource<z.output<typeof modelList>>;
  form: SessionForm;
  set: SetField;
  chooseBank: (bank: string) => void;
  /** Begins the session, on the bank that is given. */
  action: Action<[bank: string]>;
}) {
  const bank = form.bank === '' && banks.length === 1 ? banks[0].name : form.bank;
  const chosen = banks.find(({ name }) => name === bank);
  return (
    <form
      class="sheet"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run(bank);
      }}
    >
      <BankField
        banks={banks.map(({ name }) => name)}
        value={bank}
        onChange={chooseBank}
        help={chosen === undefined ? undefined : bankWords(chosen)}
      />
      <TextField
        label={t('Name of the tested model')}
        required
        value={form.examinee}
        onInput={set('examinee')}
        help={t('As it will appear on the leaderboard.')}
      />
      <AskerFields form={form} set={set} models={models} />
      <SelectField
        label={t('Strategy')}
        value={form.strategy}
        choices={Object.keys(STRATEGY_WORDS).map((value) => ({
          value,
          name: strategyName(value),
        }))}
        onChange={set('strategy')}
        help={t(STRATEGY_WORDS[form.strategy as SessionSummary['strategy']])}
      />
      <CalibrationField
        bank={bank}
        strategy={form.strategy}
        value={form.calibration}
        onChange={set('calibration')}
      />
      <TextField
        label={t('Most items')}
        type="number"
        min={1}
        max={100_000}
        value={form.items}
        onInput={set('items')}
        help={itemsWords(chosen?.items)}
      />
      <SessionExtras form={form} set={set} />
      <ProblemNote error={action.error} />
      <div class="actions">
        <button type="submit" class="primary" aria-disabled={action.busy}>
          {action.busy ? t('Starting …') : t('Start test')}
        </button>
      </div>
    </form>
  );
}

/** What a bank is, for those who choose one. */
function bankWords({ name, title, items, examinees }: BankSummary): string {
  const what = t(
    '{items, plural, one {# item} other {# items}}, {models, plural, one {# recorded model} other {# recorded models}}.',
    { items, models: examinees },
  );
  return title === '' || title === name ? what : t('{name}: {value}', { name: title, value: what });
}
