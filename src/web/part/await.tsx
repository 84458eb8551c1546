import type { ComponentChildren } from 'preact';
import type { Resource } from '../state/use-resource.ts';
import { t } from '../words/t.ts';
import { ProblemNote } from './problem-note.tsx';

/** What was read, or that it is being read, or what went wrong. Old data stay beside an error of a later reading. */
export function Await<T>({
  of,
  what,
  children,
}: {
  of: Resource<T>;
  /** What is read, as in "Loading the leaderboard …". */
  what: string;
  children: (data: T) => ComponentChildren;
}) {
  return (
    <>
      {of.error !== null && <ProblemNote error={of.error} again={of.reload} />}
      {of.loading && <p role="status">{t('Loading {what} …', { what })}</p>}
      {of.data !== null && children(of.data)}
    </>
  );
}
