import { CopyButton } from '../../../part/copy-button.tsx';
import { Link } from '../../../router/link.tsx';
import { t } from '../../../words/t.ts';
import { type Invited, invitationsCsv } from './invite-request.ts';

/** The people with their links, which are shown this once. */
export function InvitedTable({ invited }: { invited: readonly Invited[] }) {
  const save = () => {
    const address = URL.createObjectURL(
      new Blob([invitationsCsv(invited)], { type: 'text/csv;charset=utf-8' }),
    );
    Object.assign(document.createElement('a'), {
      href: address,
      download: 'invitations.csv',
    }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  };
  return (
    <section aria-labelledby="invited">
      <h2 id="invited">{t('Invitation links')}</h2>
      <p>
        {t(
          'Copy or save them now: they are not shown again. Whoever has a link takes the test under that name.',
        )}
      </p>
      <button type="button" class="primary" onClick={save}>
        {t('Save the links as CSV')}
      </button>
      <ul class="invited">
        {invited.map(({ name, session, link }) => (
          <li key={session}>
            <Link to={['sessions', session]}>{name}</Link> <code>{link}</code>{' '}
            <CopyButton text={link} name={t('Copy link of {name}', { name })} />
          </li>
        ))}
      </ul>
    </section>
  );
}
