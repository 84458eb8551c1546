import { later } from '../part/later.tsx';
import type { matchPage } from '../router/match.ts';
import { useMe } from '../state/me-context.ts';

/** What every page is given: the parameters of its path, and the query. */
export interface PageProps {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

// Whoever takes a test or helps on a panel, often on a telephone, loads none of the other pages.
const TakePage = later(async () => (await import('../page/take/take-page.tsx')).TakePage);
const ExpertPage = later(async () => (await import('../page/panels/expert-page.tsx')).ExpertPage);
const OrganiserPage = later(async () => (await import('./organiser-page.tsx')).OrganiserPage);

/** The page for the reader's role. A key for one session or panel sees that alone. */
export function Page(props: {
  found: ReturnType<typeof matchPage>;
  query: Readonly<Record<string, string>>;
}) {
  const { role } = useMe();
  if (role === 'examinee') return <TakePage />;
  if (role === 'expert') return <ExpertPage />;
  return <OrganiserPage {...props} />;
}
