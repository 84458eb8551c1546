import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../words/t.ts';
import { ProblemNote } from './problem-note.tsx';

/**
 * A component whose code is loaded when it is first shown, for what few readers need. If that fails, because the connection broke or
 * because a newer version of the service has other files, loading the whole page again helps.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Later(props: P) {
    const [Shown, setShown] = useState(() => loaded);
    const [error, setError] = useState<unknown>(null);
    useEffect(() => {
      // It can have arrived for another one between the rendering of this one and now.
      if (loaded !== null) return setShown(() => loaded);
      load().then((own) => {
        loaded = own;
        setShown(() => own);
      }, setError);
    }, []);
    if (error !== null) return <ProblemNote error={error} again={() => location.reload()} />;
    return Shown === null ? <p role="status">{t('Loading …')}</p> : <Shown {...props} />;
  };
}
