import { invitation } from '../api/enter-by-link.ts';
import { t } from '../words/t.ts';
import { CopyButton } from './copy-button.tsx';

/** The address that lets somebody in by a key, with what must be known of it. */
export function InvitationLink({ secret }: { secret: string }) {
  const link = invitation(secret);
  return (
    <>
      <p>
        {t('Or pass on this invitation link. Whoever has it gets in, so send it to one person.')}
      </p>
      <pre>{link}</pre>
      <p>
        <CopyButton text={link} name={t('Copy link')} />
      </p>
    </>
  );
}
