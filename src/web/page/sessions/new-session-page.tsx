import { useState } from 'preact/hooks';
import type { z } from 'zod';
import type { bankList } from '../../../api/banks.ts';
import type { modelList } from '../../../api/jobs.ts';
import type { SessionSummary } from '../../../api/sessions.ts';
import { write } from '../../api/client.ts';
import { Await } from '../../part/await.tsx';
import { PageHead } from '../../part/page-head.tsx';
import { Link } from '../../router/link.tsx';
import { go } from '../../router/use-place.ts';
import type { PageProps } from '../../shell/page.tsx';
import { useAction } from '../../state/use-action.ts';
import { useResource } from '../../state/use-resource.ts';
import { t } from '../../words/t.ts';
import { NewSessionForm } from './new-session-form.tsx';
import {
  EMPTY_FORM,
  type SessionForm,
  type SetField,
  sessionRequest,
} from './new-session-request.ts';

/** The form of a new session. What is left empty is left to the service, which says what is wrong. */
export function NewSessionPage({ query }: PageProps) {
  const banks = useResource<z.output<typeof bankList>>('/v1/banks');
  const models = useResource<z.output<typeof modelList>>('/v1/models');
  const [form, setForm] = useState<SessionForm>({
    ...EMPTY_FORM,
    bank: query.bank ?? '',
    strategy: query.strategy ?? EMPTY_FORM.strategy,
    calibration: query.calibration ?? '',
  });
  const set: SetField = (name) => (value) => setForm((old) => ({ ...old, [name]: value }));
  const action = useAction(async (bank: string) => {
    const made = await write<SessionSummary>(
      'POST',
      '/v1/sessions',
      sessionRequest({ ...form, bank }),
    );
    go(['sessions', made.id]);
  });
  return (
    <>
      <PageHead
        title={t('New session')}
        lead={t(
          'Start a test of one model. Only the bank and the name are required; the rest has sensible defaults.',
        )}
        crumb={<Link to={['sessions']}>{t('Sessions')}</Link>}
      />
      <p>
        <Link to={['sessions', 'invite']} query={form.bank === '' ? {} : { bank: form.bank }}>
          {t('A person takes the test: invite people')}
        </Link>
      </p>
      <Await of={banks} what={t('banks')}>
        {({ items }) => (
          <NewSessionForm
            banks={items}
            models={models}
            form={form}
            set={set}
            chooseBank={(bank) => setForm((old) => ({ ...old, bank, calibration: '' }))}
            action={action}
          />
        )}
      </Await>
    </>
  );
}
