import type { z } from 'zod';
import type { BankSummary } from '../../../api/banks.ts';
import type { modelList } from '../../../api/jobs.ts';
import type { SessionSummary } from '../../../api/sessions.ts';
import { counted } from '../../format/words.ts';
import { BankField } from '../../part/bank-field.tsx';
import { ProblemNote } from '../../part/problem-note.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { TextField } from '../../part/text-field.tsx';
import type { Action } from '../../state/use-action.ts';
import type { Resource } from '../../state/use-resource.ts';
import { AskerFields } from './asker-fields.tsx';
import { CalibrationField } from './calibration-field.tsx';
import type { SessionForm, SetField } from './new-session-request.ts';
import { SessionExtras } from './session-extras.tsx';
import { itemsWords, STRATEGY_WORDS } from './session-words.ts';

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
        label="Name of the tested model"
        required
        value={form.examinee}
        onInput={set('examinee')}
        help="As it will appear on the leaderboard."
      />
      <AskerFields form={form} set={set} models={models} />
      <SelectField
        label="Strategy"
        value={form.strategy}
        choices={Object.keys(STRATEGY_WORDS).map((name) => ({ value: name, name }))}
        onChange={set('strategy')}
        help={STRATEGY_WORDS[form.strategy as SessionSummary['strategy']]}
      />
      <CalibrationField
        bank={bank}
        strategy={form.strategy}
        value={form.calibration}
        onChange={set('calibration')}
      />
      <TextField
        label="Most items"
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
          {action.busy ? 'Starting …' : 'Start test'}
        </button>
      </div>
    </form>
  );
}

/** What a bank is, for those who choose one. */
function bankWords({ name, title, items, examinees }: BankSummary): string {
  const what = `${counted(items, 'item')}, ${counted(examinees, 'recorded model')}.`;
  return title === '' || title === name ? what : `${title}: ${what}`;
}
