import { useEffect, useState } from 'preact/hooks';
import type { Me } from '../api/keys.ts';
import { read } from './api/client.ts';
import { currentKey, forgetKey, onForgotten } from './api/key.ts';
import { connectLive, type LiveConnection } from './api/live.ts';
import { Shell } from './shell/shell.tsx';
import { SignIn } from './shell/sign-in.tsx';
import { LiveContext } from './state/live-context.ts';
import { MeContext } from './state/me-context.ts';

/** Either the sign-in or, with a good key, the pages and one stream of events for all of them. */
export function App() {
  const [signed, setSigned] = useState<{ me: Me; live: LiveConnection } | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const [trying, setTrying] = useState(currentKey() !== null);

  const enter = (me: Me) => setSigned({ me, live: connectLive() });
  useEffect(() => {
    if (!trying) return;
    read<Me>('/v1/me')
      .then(enter, (error: Error) => setReason(error.message))
      .finally(() => setTrying(false));
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

  if (trying) return <p role="status">Loading …</p>;
  if (signed === null) return <SignIn reason={reason} onEnter={enter} />;
  return (
    <MeContext.Provider value={signed.me}>
      <LiveContext.Provider value={signed.live}>
        <Shell onSignOut={() => forgetKey(null)} />
      </LiveContext.Provider>
    </MeContext.Provider>
  );
}
