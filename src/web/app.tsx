import { useEffect, useState } from 'preact/hooks';
import type { Me } from '../api/keys.ts';
import { read } from './api/client.ts';
import { enterByLink } from './api/enter-by-link.ts';
import { currentKey, forgetKey, onForgotten } from './api/key.ts';
import { connectLive, type LiveConnection } from './api/live.ts';
import { isUnknownKey, messageOf } from './api/problem.ts';
import { Shell } from './shell/shell.tsx';
import { SignIn } from './shell/sign-in.tsx';
import { LanguageContext, useLanguageTurn } from './state/language-context.ts';
import { LiveContext } from './state/live-context.ts';
import { MeContext } from './state/me-context.ts';
import { t } from './words/t.ts';

/**
 * Either the sign-in or, with a good key, the pages and one stream of events for all of them.
 * @param isInvited whether the key comes from an invitation link
 */
export function App({ isInvited }: { isInvited: boolean }) {
  const [signed, setSigned] = useState<{ me: Me; live: LiveConnection } | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const [trying, setTrying] = useState(currentKey() !== null);
  const language = useLanguageTurn();

  const enter = (me: Me) => {
    setReason(null);
    setSigned({ me, live: connectLive() });
  };
  const tryKey = (isOfLink: boolean) => {
    setTrying(true);
    read<Me>('/v1/me')
      .then(enter, (error) =>
        setReason(
          isOfLink && isUnknownKey(error)
            ? t(
                'This link does not open anything: a part of it is missing or changed, or it has expired or been withdrawn. Open it exactly as you got it. If that does not help, ask whoever sent it for another one.',
              )
            : messageOf(error),
        ),
      )
      .finally(() => setTrying(false));
  };
  useEffect(() => {
    if (trying) tryKey(isInvited);
  }, []);
  // An invitation that is opened in a tab where the dashboard is already.
  useEffect(() => {
    const change = () => {
      if (enterByLink()) tryKey(true);
    };
    addEventListener('hashchange', change);
    return () => removeEventListener('hashchange', change);
  }, []);
  useEffect(
    () =>
      onForgotten((why) => {
        setReason(why);
        setSigned(null);
      }),
    [],
  );
  useEffect(() => () => signed?.live.close(), [signed]);

  if (trying) return <p role="status">{t('Loading …')}</p>;
  // All of it is made anew in another language.
  return (
    <LanguageContext.Provider key={language[0]} value={language}>
      {signed === null ? (
        <SignIn reason={reason} onEnter={enter} />
      ) : (
        <MeContext.Provider value={signed.me}>
          <LiveContext.Provider value={signed.live}>
            <Shell onSignOut={() => forgetKey(null)} />
          </LiveContext.Provider>
        </MeContext.Provider>
      )}
    </LanguageContext.Provider>
  );
}
