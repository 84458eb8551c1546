import type { z } from 'zod';
import type { modelList } from '../../../api/jobs.ts';
import { ProblemNote } from '../../part/problem-note.tsx';
import { SelectField } from '../../part/select-field.tsx';
import { TextField } from '../../part/text-field.tsx';
import type { Resource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';
import type { SessionForm, SetField } from './new-session-request.ts';

/** Who asks the model of a new session, and what that may cost where it is the service. */
export function AskerFields({
  form,
  set,
  models,
}: {
  form: SessionForm;
  set: SetField;
  models: Resource<z.output<typeof modelList>>;
}) {
  return (
    <>
      <SelectField
        label={t('Who asks the model')}
        value={form.model}
        choices={[
          { value: '', name: t('your own program') },
          ...(models.data?.items ?? []).map(({ name, model }) => ({
            value: name,
            name: t('the service: {name} ({model})', { name, model }),
          })),
        ]}
        onChange={set('model')}
        help={
          form.model === ''
            ? models.data?.items.length === 0
              ? t(
                  'Your program fetches the items and sends the answers. To let the service ask, start it with --config FILE, and list models in the file (docs/service.md).',
                )
              : t('Your program fetches the items and sends the answers.')
            : t('The service asks the endpoint from its configuration and scores the answers.')
        }
      />
      <ProblemNote error={models.error} again={models.reload} />
      {form.model !== '' && (
        <TextField
          label={t('Budget, dollars')}
          type="number"
          min={0}
          step="any"
          value={form.budget}
          onInput={set('budget')}
          help={t(
            'The most that the answers may cost; empty for no limit. Only for models with a price.',
          )}
        />
      )}
    </>
  );
}
