import type { KeySummary } from '../../../api/keys.ts';
import { moment } from '../../format/time.ts';
import { Badge } from '../../part/badge.tsx';
import { t } from '../../words/t.ts';

/** Whether a key works. @param now in ms since 1970 */
export function keyStateOf(
  { revokedAt, expiresAt }: Pick<KeySummary, 'revokedAt' | 'expiresAt'>,
  now: number,
): 'good' | 'revoked' | 'expired' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'good';
}

/** The same in words, with its time. */
export function KeyState({ of: key }: { of: KeySummary }) {
  const state = keyStateOf(key, Date.now());
  if (state === 'revoked')
    return <Badge tone="bad">{t('revoked {at}', { at: moment(key.revokedAt) })}</Badge>;
  if (state === 'expired')
    return <Badge tone="warn">{t('expired {at}', { at: moment(key.expiresAt) })}</Badge>;
  return (
    <>
      {key.expiresAt === null
        ? t('valid until revoked')
        : t('valid until {at}', { at: moment(key.expiresAt) })}
    </>
  );
}
