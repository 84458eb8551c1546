import { useRef, useState } from 'preact/hooks';
import type { z } from 'zod';
import type { bankList } from '../../../../api/banks.ts';
import type { madeKey } from '../../../../api/keys.ts';
import type { SessionSummary } from '../../../../api/sessions.ts';
import { write } from '../../../api/client.ts';
import { invitation } from '../../../api/enter-by-link.ts';
import { Await } from '../../../part/await.tsx';
import { BankField } from '../../../part/bank-field.tsx';
import { PageHead } from '../../../part/page-head.tsx';
import { ProblemNote } from '../../../part/problem-note.tsx';
import { Link } from '../../../router/link.tsx';
import type { PageProps } from '../../../shell/page.tsx';
import { useAction } from '../../../state/use-action.ts';
import { useResource } from '../../../state/use-resource.ts';
import { t } from '../../../words/t.ts';
import { InviteFields } from './invite-fields.tsx';
import {
  doubleNames,
  EMPTY_INVITATION,
  type Invited,
  type InviteForm,
  MOST_PEOPLE,
  namesOf,
  personRequest,
} from './invite-request.ts';
import { InvitedTable } from './invited-table.tsx';

/** Invites people to a test: a session and a link for each. After an error the same button goes on with those that are left. */
export function InvitePage({ query }: PageProps) {
  const banks = useResource<z.output<typeof bankList>>('/v1/banks');
  const [form, setForm] = useState<InviteForm>({ ...EMPTY_INVITATION, bank: query.bank ?? '' });
  const [invited, setInvited] = useState<readonly Invited[]>([]);
  const set = (name: keyof InviteForm) => (value: string) =>
    setForm((old) => ({ ...old, [name]: value }));
  const sessions = useRef(new Map<string, string>());
  const names = namesOf(form.names);
  const doubles = doubleNames(form.names);
  const action = useAction(async (bank: string) => {
    const done = new Set(invited.map(({ name }) => name));
    for (const name of names.slice(0, MOST_PEOPLE).filter((one) => !done.has(one))) {
      const request = personRequest(form, bank, name);
      // Where the key failed, the next attempt gives it to the session that is there.
      const id =
        sessions.current.get(name) ??
        (await write<SessionSummary>('POST', '/v1/sessions', request)).id;
      sessions.current.set(name, id);
      const { key } = await write<z.output<typeof madeKey>>('POST', '/v1/keys', {
        role: 'examinee',
        name,
        session: id,
        days: form.days === '' ? null : Number(form.days),
      });
      setInvited((old) => [...old, { name, session: id, link: invitation(key) }]);
    }
  });
  return (
    <>
      <PageHead
        title={t('Invite people')}
        lead={t(
          'Each person gets a test of their own and a link that opens it. Their answers are scored by the answer key, and they stand on the leaderboard beside models, marked as people.',
        )}
        crumb={<Link to={['sessions']}>{t('All sessions')}</Link>}
      />
      <Await of={banks} what={t('banks')}>
        {({ items }) => {
          const bank = form.bank === '' && items.length === 1 ? items[0].name : form.bank;
          return (
            <form
              class="sheet"
              onSubmit={(event) => {
                event.preventDefault();
                void action.run(bank);
              }}
            >
              <BankField
                banks={items.map(({ name }) => name)}
                value={bank}
                onChange={set('bank')}
                help={undefined}
              />
              <InviteFields form={form} bank={bank} set={set} />
              {names.length > MOST_PEOPLE && (
                <p role="alert">
                  {t('At most {n} people at once: the others are left out.', { n: MOST_PEOPLE })}
                </p>
              )}
              {doubles.length > 0 && (
                <p class="note">
                  {t('These names stand there twice and get one link only: {names}', {
                    names: doubles.join(t(', ||between parts')),
                  })}
                </p>
              )}
              <ProblemNote error={action.error} />
              <div class="actions">
                <button type="submit" class="primary" aria-disabled={action.busy}>
                  {action.busy
                    ? t('Made {done} of {n} …', {
                        done: invited.length,
                        n: Math.min(names.length, MOST_PEOPLE),
                      })
                    : t('Make the links')}
                </button>
              </div>
            </form>
          );
        }}
      </Await>
      {invited.length > 0 && <InvitedTable invited={invited} />}
    </>
  );
}
