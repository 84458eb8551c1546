import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Me } from '../../api/keys.ts';

export const MeContext = createContext<Me | null>(null);

/** The owner of the key. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === null) throw new Error('no key');
  return me;
}

/** What a role may do here: the service decides, this only hides what it would refuse. */
export const mayRun = ({ role }: Me) => role === 'administrator' || role === 'runner';
export const mayAdminister = ({ role }: Me) => role === 'administrator';
